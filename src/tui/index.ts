export type { Controls, Waiting } from "./controls.js";
export type { ExitReason } from "./desk.js";
export { HookEventContext, useHookEvents } from "./hook-event-context.js";
export type { HookEvents } from "./hook-event-context.js";
export type { HookEventState, HookExecution, UserPreferences } from "./hook-events.js";
export { runTerminal } from "./run-terminal.js";
export type { TerminalOptions } from "./run-terminal.js";
