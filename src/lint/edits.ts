import type { Span } from "./script/syntax.js";

/** A change of a text: what is between two offsets becomes something else. */
export interface Edit extends Span {
  readonly text: string;
}

/** With the text that it replaces, and where that is; line and column from 1. */
export interface FileEdit extends Edit {
  readonly replaces: string;
  readonly line: number;
  readonly column: number;
}

/** The text after all edits. They are of the text as it was, and do not overlap. New lines end as the others do. */
export function edited(text: string, edits: readonly Edit[]): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  let result = "";
  let at = 0;
  for (const edit of inOrder(edits)) {
    result += text.slice(at, edit.start) + edit.text.replaceAll(/\r?\n/g, eol);
    at = edit.end;
  }
  return result + text.slice(at);
}

export function fileEdit(text: string, edit: Edit): FileEdit {
  const { start, end } = edit;
  return {
    ...edit,
    replaces: text.slice(start, end),
    line: lineAt(text, start),
    column: start - (start === 0 ? -1 : text.lastIndexOf("\n", start - 1)),
  };
}

/** The line of an offset, from 1. Edits of one text come mostly in its order: lines are counted on from the last one. */
let last = { text: "", offset: 0, line: 1 };

/** From 1. */
export function lineAt(text: string, offset: number): number {
  let { offset: at, line } =
    last.text === text && last.offset <= offset ? last : { offset: 0, line: 1 };
  for (at = text.indexOf("\n", at); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  last = { text, offset, line };
  return line;
}

/** Whether one of the edits touches what another one changes. */
export function overlap(one: readonly Edit[], other: readonly Edit[]): boolean {
  return one.some((a) => other.some((b) => a.start <= b.end && b.start <= a.end));
}

function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
}
