export type { Controls, Waiting } from "./controls.js";
export type { ExitReason } from "./desk.js";
export { runTerminal } from "./run-terminal.js";
export type { TerminalOptions } from "./run-terminal.js";
