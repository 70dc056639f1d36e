import type { SimpleCommand } from "./parsed-command.js";

/** Programs that print the names of files, and such as pass some of them on. */
const SEARCHING = new Set(["find", "fd", "ls"]);
const PASSING = new Set(["head", "tail", "sort", "uniq", "grep"]);

/** Whether a substitution gives names of files that a search found: `find … | sort | head -1`. */
export function isSearch(commands: readonly SimpleCommand[]): boolean {
  const [first, ...rest] = commands.map(({ words }) => words[0]?.text ?? "");
  return first !== undefined && SEARCHING.has(first) && rest.every((name) => PASSING.has(name));
}

const NEW_FILE_OPTION = /^-[dq]+$|^--directory$/;

/** Whether it makes a file with a new name in the usual folder: `mktemp -d`. */
export function isNewFile(line: string, commands: readonly SimpleCommand[]): boolean {
  const [command, ...others] = commands;
  if (command === undefined || others.length > 0 || line.includes("TMPDIR")) return false;
  const [program, ...rest] = command.words;
  return (
    program?.text === "mktemp" &&
    command.assignments.length === 0 &&
    rest.every(({ text }) => NEW_FILE_OPTION.test(text))
  );
}
