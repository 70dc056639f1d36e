export { parseCommand } from "./parse-command.js";
export { bringsText, GLOB, UNKNOWN, wordOf, wordText, writesFile } from "./parsed-command.js";
export type {
  Assignment,
  ParsedCommand,
  Redirection,
  SimpleCommand,
  Word,
} from "./parsed-command.js";
export { programName } from "./program-name.js";
