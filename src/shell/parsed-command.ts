/** Stands in a word for text that is known only when the command runs: `$x`, `$(date)`. */
export const UNKNOWN = "\u0000";

/** Stands in a word for what a file pattern may find within one part of a path: `*`, `?`. */
export const GLOB = "\u0001";

/** A word after the shell's quoting is undone. */
export interface Word {
  /** What is not known is marked by `UNKNOWN` or `GLOB`. */
  readonly text: string;
  readonly known: boolean;
  /** Whether all of it is what a search for files prints: `$(find …)`, `$(ls …)`. */
  readonly isFound?: boolean;
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
  /** Which pipeline of the line it belongs to, with everything that is nested in it: their texts flow into each other. */
  readonly pipeline: number;
  /** Whether it may read what another command of the line prints. */
  readonly isPiped: boolean;
}

export interface ParsedCommand {
  readonly commands: readonly SimpleCommand[];
  /** Texts that are in no command: defaults of expansions, elements of lists, patterns, arithmetic. */
  readonly loose: readonly string[];
  /** Whether it defines a function: what is printed in one may go to any command. */
  readonly hasFunctions: boolean;
  /** Why the list may lack something; null where it is complete. */
  readonly unparsed: string | null;
  /** Why one of the listed commands may itself start something that is not in the list: code, an option, a variable. */
  readonly unseen: string | null;
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
