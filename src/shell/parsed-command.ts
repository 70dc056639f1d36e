/** Stands in a word for text that is known only when the command runs: `$x`, `$(date)`. */
export const UNKNOWN = "\u0000";

/** Stands in a word for what a file pattern may find within one part of a path: `*`, `?`. */
export const GLOB = "\u0001";

/** A word after the shell's quoting is undone. */
export interface Word {
  /** What is not known is marked by `UNKNOWN` or `GLOB`. */
  readonly text: string;
  readonly known: boolean;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

/** `target` is the file, the copied descriptor, or the text of a here-document or here-string. */
export interface Redirection {
  readonly operator: string;
  readonly target: Word;
}

/** One program, builtin or assignment that may run, wherever in the line it is. */
export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly assignments: readonly Assignment[];
  readonly redirections: readonly Redirection[];
  /** How many words are about itself; those after them are a command that it starts. */
  readonly ownWords: number;
}

export interface ParsedCommand {
  readonly commands: readonly SimpleCommand[];
  /** Why the list may lack something; null where it is complete. */
  readonly unparsed: string | null;
}

export function wordOf(text: string): Word {
  return { text, known: !text.includes(UNKNOWN) && !text.includes(GLOB) };
}

/** A word's text as people see it. */
export function wordText(text: string): string {
  return text.replaceAll(UNKNOWN, "…").replaceAll(GLOB, "*");
}

const WRITING = new Set([">", ">>", ">|", "<>", "&>", "&>>"]);
const DESCRIPTOR = /^(?:\d+-?|-)$/;

/** Whether a redirection may create or change the file that it names. */
export function writesFile({ operator, target }: Redirection): boolean {
  return WRITING.has(operator) || (operator === ">&" && !DESCRIPTOR.test(target.text));
}

/** Whether a redirection brings its own text: a here-document or a here-string. */
export function bringsText({ operator }: Redirection): boolean {
  return operator === "<<" || operator === "<<<";
}
