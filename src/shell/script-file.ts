import type { Redirection, Word } from "./parsed-command.js";

/** What is no file of its own: the input, a descriptor, something that a process shows. */
const MADE_ON_THE_WAY = /^\/+(?:\.{1,2}\/+)*(?:dev|proc)\/|(?:^|\/)(?:stdin|\d+)$|^-$/;

/** A script in a file is a program like any other; one that is made on the way is not known. */
export function doubtScript(file: Word | undefined): string | null {
  if (file === undefined) return null;
  return file.known && !MADE_ON_THE_WAY.test(file.text) ? null : "a script that is not known";
}

/** Whether a redirection reads what another command prints: `< <(…)`. */
export function isMadeOnTheWay({ operator, target }: Redirection): boolean {
  return operator === "<" && target.text !== "/dev/null" && doubtScript(target) !== null;
}
