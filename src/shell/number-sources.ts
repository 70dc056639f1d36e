import type { SimpleCommand } from "./parsed-command.js";

/** Programs whose output is a number, or numbers, where their words are as plain as these. */
const COUNTING = new Set(["wc", "nproc", "seq", "id", "pgrep"]);
const PLAIN_WORD = /^[\w./-]*$/;
const TIME_FORMAT = /^\+%[sNSMHjdmyYu]$/;
const SEVERAL = /[;&\n]|\|\|/;

/** Whether a substitution gives nothing but a number: one pipeline whose last command counts. */
export function isNumberSource(text: string, commands: readonly SimpleCommand[]): boolean {
  const last = commands.at(-1);
  const [program, ...rest] = last?.words ?? [];
  if (program === undefined || SEVERAL.test(text)) return false;
  const words = rest.map((word) => word.text);
  switch (program.text) {
    case "date":
      return words.length === 1 && TIME_FORMAT.test(words[0] ?? "");
    case "grep":
      return words[0] === "-c" && words.length <= 3;
    default:
      return COUNTING.has(program.text) && words.every((word) => PLAIN_WORD.test(word));
  }
}
