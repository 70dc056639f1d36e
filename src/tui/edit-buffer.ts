import { graphemeAt } from "./shown-text.js";

/** A text that is being written, and the place where the next letter goes. */
export interface EditBuffer {
  readonly text: string;
  /** Never inside of what a reader takes for one character. */
  readonly cursor: number;
}

export const emptyBuffer: EditBuffer = { text: "", cursor: 0 };

export function bufferOf(text: string): EditBuffer {
  return { text, cursor: text.length };
}

/** What a paste may leave in the text: lines and letters. What acts on a terminal is dropped. */
export function cleanPaste(text: string): string {
  return (
    text
      .replace(/\r\n?/g, "\n")
      .replaceAll("\t", "    ")
      // oxlint-disable-next-line no-control-regex
      .replace(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/g, "")
      .replace(/\p{Cs}/gu, "\ufffd")
  );
}

export function insert({ text, cursor }: EditBuffer, added: string): EditBuffer {
  const clean = cleanPaste(added);
  return {
    text: text.slice(0, cursor) + clean + text.slice(cursor),
    cursor: cursor + clean.length,
  };
}

/** The buffer after a key; null where the key means nothing to it. Up and down end at the first and last line. */
export function editKey(buffer: EditBuffer, name: string): EditBuffer | null {
  const { text, cursor } = buffer;
  switch (name) {
    case "left":
    case "ctrl-b":
      return { text, cursor: before(text, cursor) };
    case "right":
    case "ctrl-f":
      return { text, cursor: after(text, cursor) };
    case "home":
    case "ctrl-a":
      return { text, cursor: lineStart(text, cursor) };
    case "end":
    case "ctrl-e":
      return { text, cursor: lineEnd(text, cursor) };
    case "alt-b":
      return { text, cursor: wordBefore(text, cursor) };
    case "alt-f":
      return { text, cursor: wordAfter(text, cursor) };
    case "backspace":
      return without(text, before(text, cursor), cursor);
    case "delete":
    case "ctrl-d":
      return without(text, cursor, after(text, cursor));
    case "ctrl-k": {
      const end = lineEnd(text, cursor);
      // At the end of a line the line end itself goes.
      return without(text, cursor, end === cursor ? after(text, cursor) : end);
    }
    case "ctrl-u":
      return without(text, lineStart(text, cursor), cursor);
    case "ctrl-w":
      return without(text, wordBefore(text, cursor), cursor);
    case "alt-d":
      return without(text, cursor, wordAfter(text, cursor));
    case "newline":
      return insert(buffer, "\n");
    case "up":
      return upwards(text, cursor);
    case "down":
      return downwards(text, cursor);
    default:
      return null;
  }
}

function without(text: string, from: number, to: number): EditBuffer {
  return { text: text.slice(0, from) + text.slice(to), cursor: from };
}

function before(text: string, cursor: number): number {
  return cursor === 0 ? 0 : graphemeAt(text, cursor - 1).start;
}

function after(text: string, cursor: number): number {
  return graphemeAt(text, cursor).end;
}

function lineStart(text: string, cursor: number): number {
  return cursor === 0 ? 0 : text.lastIndexOf("\n", cursor - 1) + 1;
}

function lineEnd(text: string, cursor: number): number {
  const end = text.indexOf("\n", cursor);
  return end < 0 ? text.length : end;
}

const word = /[\p{L}\p{N}\p{M}_]/u;

function wordBefore(text: string, cursor: number): number {
  let place = cursor;
  const step = (isWord: boolean): void => {
    while (place > 0) {
      const start = before(text, place);
      if (word.test(text.slice(start, place)) !== isWord) return;
      place = start;
    }
  };
  step(false);
  step(true);
  return place;
}

function wordAfter(text: string, cursor: number): number {
  let place = cursor;
  const step = (isWord: boolean): void => {
    while (place < text.length) {
      const end = after(text, place);
      if (word.test(text.slice(place, end)) !== isWord) return;
      place = end;
    }
  };
  step(false);
  step(true);
  return place;
}

function upwards(text: string, cursor: number): EditBuffer | null {
  const start = lineStart(text, cursor);
  if (start === 0) return null;
  return { text, cursor: inLine(text, lineStart(text, start - 1), cursor - start) };
}

function downwards(text: string, cursor: number): EditBuffer | null {
  const end = lineEnd(text, cursor);
  if (end === text.length) return null;
  return { text, cursor: inLine(text, end + 1, cursor - lineStart(text, cursor)) };
}

/** The place so far into a line, or its end. */
function inLine(text: string, start: number, offset: number): number {
  return graphemeAt(text, Math.min(start + offset, lineEnd(text, start))).start;
}
