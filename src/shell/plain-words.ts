import type { Word } from "./parsed-command.js";

/** Signs that a shell, or a program that gives a text to one, would do more with than read them. */
const SIGNS = /[$`\\'"*?[\]{}()<>|;&!#~\n]/;

/** Whether a word means to every program what it shows. */
export function isPlainWord({ text, known }: Word): boolean {
  return known && !SIGNS.test(text);
}
