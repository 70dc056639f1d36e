import { isLanguage } from "./languages.js";
import { isShell } from "./unfold-shell.js";
import { WRAPPERS } from "./wrappers.js";

/** Builtins and programs whose words are read as commands. */
const EVALUATING = new Set(["eval", "source", ".", "trap", "su", "script", "runuser"]);

/** Whether a program reads one of its words as code in a language of its own. */
export function isInterpreter(name: string): boolean {
  return isLanguage(name) || name === "pwsh" || name === "powershell";
}

/** Whether what a program does is up to its arguments: a shell, an interpreter, or one that starts another program. */
export function runsArguments(name: string): boolean {
  if (isShell(name) || isInterpreter(name) || EVALUATING.has(name)) return true;
  return name !== "git" && WRAPPERS.has(name);
}
