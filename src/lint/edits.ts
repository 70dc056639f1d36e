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
  const before = text.slice(0, edit.start).split("\n");
  return {
    ...edit,
    replaces: text.slice(edit.start, edit.end),
    line: before.length,
    column: (before.at(-1)?.length ?? 0) + 1,
  };
}

/** Whether one of the edits touches what another one changes. */
export function overlap(one: readonly Edit[], other: readonly Edit[]): boolean {
  return one.some((a) => other.some((b) => a.start <= b.end && b.start <= a.end));
}

function inOrder(edits: readonly Edit[]): Edit[] {
  return edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
}
