export type { Controls } from "./controls.js";
export { runTerminal } from "./run-terminal.js";
export type { TerminalOptions } from "./run-terminal.js";
