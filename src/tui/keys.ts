import { graphemeAt } from "./shown-text.js";

/** What came from the keyboard. */
export type Key =
  /** A key that is no letter, or one that is held with Ctrl or Alt: `enter`, `ctrl-a`, `alt-b`. */
  | { readonly type: "key"; readonly name: string; readonly isAlone: boolean }
  | { readonly type: "text"; readonly text: string; readonly isAlone: boolean }
  | { readonly type: "paste"; readonly text: string };

/** What is left of earlier bytes: the beginning of a sequence, and a paste that has not ended. */
export interface Decoding {
  readonly rest: string;
  readonly pasted: string | null;
}

export const nothingDecoded: Decoding = { rest: "", pasted: null };

const PASTE_BEGINS = "\u001b[200~";
const PASTE_ENDS = "\u001b[201~";

const names: Readonly<Record<string, string>> = {
  "[A": "up",
  "[B": "down",
  "[C": "right",
  "[D": "left",
  "[H": "home",
  "[F": "end",
  "[1~": "home",
  "[7~": "home",
  "[4~": "end",
  "[8~": "end",
  "[3~": "delete",
  "[5~": "page-up",
  "[6~": "page-down",
  "[Z": "back-tab",
  "[1;5C": "alt-f",
  "[1;3C": "alt-f",
  "[1;5D": "alt-b",
  "[1;3D": "alt-b",
  "[13;2u": "newline",
  "[13;3u": "newline",
  "[27;2;13~": "newline",
  OA: "up",
  OB: "down",
  OC: "right",
  OD: "left",
  OH: "home",
  OF: "end",
  OM: "enter",
  "\r": "newline",
  "\n": "newline",
  "\u007f": "ctrl-w",
  "\b": "ctrl-w",
};

const controls: Readonly<Record<string, string>> = {
  "\r": "enter",
  "\n": "newline",
  "\t": "tab",
  "\b": "backspace",
  "\u007f": "backspace",
};

// oxlint-disable-next-line no-control-regex
const sequence = /^\u001b(?:\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|O[\x20-\x7e]|[^\u001b[O])/u;
// oxlint-disable-next-line no-control-regex
const begun = /^\u001b(?:\[[\x30-\x3f]*[\x20-\x2f]*|O)?$/;
// oxlint-disable-next-line no-control-regex
const plain = /^[^\x00-\x1f\x7f]+/;
/** A line end between letters, in one piece: nobody types that fast. */
// oxlint-disable-next-line no-control-regex
const severalLines = /[^\x00-\x1f\x7f][\r\n]+[^\x00-\x1f\x7f]/;

/**
 * Reads what came from the terminal in one piece. `isAlone` is false where several keys came at once, as from a
 * paste that the terminal did not mark; such keys must not answer a question.
 */
export function decodeKeys(
  before: Decoding,
  chunk: string,
): { readonly state: Decoding; readonly keys: readonly Key[] } {
  // A paste whose end was lost must not lock the user in.
  if (before.pasted !== null && chunk === "\u0003")
    return { state: nothingDecoded, keys: [{ type: "key", name: "ctrl-c", isAlone: true }] };
  const keys: Key[] = [];
  let text = before.rest + chunk;
  let { pasted } = before;
  while (text !== "") {
    if (pasted !== null) {
      const end = text.indexOf(PASTE_ENDS);
      if (end < 0) {
        const kept = tailOf(text, PASTE_ENDS);
        const state = { rest: kept, pasted: pasted + text.slice(0, text.length - kept.length) };
        return { state, keys };
      }
      keys.push({ type: "paste", text: pasted + text.slice(0, end) });
      text = text.slice(end + PASTE_ENDS.length);
      pasted = null;
      continue;
    }
    const paste = text.indexOf(PASTE_BEGINS);
    const typed = paste < 0 ? text : text.slice(0, paste);
    const rest = decodeTyped(typed, keys);
    if (paste < 0) return { state: { rest, pasted: null }, keys: alone(keys) };
    pasted = "";
    text = text.slice(paste + PASTE_BEGINS.length);
  }
  return { state: { rest: "", pasted }, keys: alone(keys) };
}

/** Nothing more has come: an escape that stood alone is the key. */
export function endOfSequence({ rest, pasted }: Decoding): {
  readonly state: Decoding;
  readonly keys: readonly Key[];
} {
  if (pasted !== null) return { state: { rest, pasted }, keys: [] };
  const keys: readonly Key[] =
    rest === "\u001b" ? [{ type: "key", name: "escape", isAlone: true }] : [];
  return { state: nothingDecoded, keys };
}

/** Adds the keys; gives back what may be the beginning of a sequence. */
function decodeTyped(typed: string, keys: Key[]): string {
  // Whatever it came with, Ctrl-C is meant.
  const stop = typed.indexOf("\u0003");
  if (stop >= 0) {
    decodeTyped(typed.slice(0, stop), keys);
    keys.push({ type: "key", name: "ctrl-c", isAlone: true });
    return decodeTyped(typed.slice(stop + 1), keys);
  }
  if (severalLines.test(typed)) {
    keys.push({ type: "paste", text: typed });
    return "";
  }
  let text = typed;
  while (text !== "") {
    if (begun.test(text)) return text;
    const found = sequence.exec(text)?.[0];
    if (found !== undefined) {
      const name = nameOf(found.slice(1));
      if (name !== null) keys.push({ type: "key", name, isAlone: true });
      text = text.slice(found.length);
      continue;
    }
    const letters = plain.exec(text)?.[0];
    if (letters === undefined) {
      keys.push({ type: "key", name: controlName(text.charAt(0)), isAlone: true });
      text = text.slice(1);
    } else {
      // More than one character at once is a paste or a slow line; which, nobody knows.
      const isOne = letters.length === 1 || graphemeAt(letters, 0).end === letters.length;
      keys.push({ type: "text", text: letters, isAlone: isOne });
      text = text.slice(letters.length);
    }
  }
  return "";
}

/** Null for a sequence that means nothing here. */
function nameOf(body: string): string | null {
  if (Object.hasOwn(names, body)) return names[body] ?? null;
  return body.length === 1 && body >= " " ? `alt-${body}` : null;
}

function controlName(character: string): string {
  if (character === "\u001b") return "escape";
  return (
    controls[character] ??
    `ctrl-${String.fromCharCode(character.charCodeAt(0) | 0x60).toLowerCase()}`
  );
}

function alone(keys: readonly Key[]): readonly Key[] {
  if (keys.length < 2) return keys;
  return keys.map((key) => (key.type === "paste" ? key : { ...key, isAlone: false }));
}

/** The end of a text that may be the beginning of a mark. */
function tailOf(text: string, mark: string): string {
  for (let length = Math.min(text.length, mark.length - 1); length > 0; length--)
    if (text.endsWith(mark.slice(0, length))) return text.slice(-length);
  return "";
}
