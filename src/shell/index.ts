export { decodeEscapes, startsPrograms, startsUnseen } from "./code.js";
export { isInert } from "./inert.js";
export { parseCommand, readCommands } from "./parse-command.js";
export { bringsText, GLOB, UNKNOWN, wordOf, wordText, writesFile } from "./parsed-command.js";
export type { SimpleCommand, Word } from "./parsed-command.js";
export { programName } from "./program-name.js";
export { isInterpreter, runsArguments } from "./runs-arguments.js";
export { isShell } from "./unfold-shell.js";
export { hideVariables, showVariables } from "./variables.js";
