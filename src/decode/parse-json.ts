import { JsonObject, tooDeep, type JsonValue } from "./json-value.js";

/** What was read: a value that ends before `end`, or the place where the text stops being JSON. */
export type Parsed =
  | {
      readonly ok: true;
      readonly value: JsonValue;
      readonly end: number;
      readonly tooDeep: boolean;
    }
  | { readonly ok: false; readonly offset: number; readonly openObjects: ReadonlySet<number> };

/** Deeper nesting is malformed. It is still checked to its end, so that what restricts is found. */
export const DEEPEST = 64;

/** An object or array that has begun and not ended. Its `items` are null below the deepest level. */
interface Open {
  readonly start: number;
  readonly object: JsonObject | null;
  readonly items: JsonValue[] | null;
  readonly isObject: boolean;
  key: string;
  keyOffset: number;
}

const QUOTE = 0x22;
const ZERO = 0x30;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Reads one JSON value that begins at `from` (white space before it is allowed). It accepts exactly
 * what `JSON.parse` accepts, without recursion, so that no nesting can exhaust the stack.
 */
export function parseJson(text: string, from = 0): Parsed {
  const stack: Open[] = [];
  let deep = false;
  let at = skipSpace(text, from);

  for (;;) {
    // A value is expected at `at`.
    let value: JsonValue;
    const code = text.charCodeAt(at);
    if (code === OPEN_OBJECT || code === OPEN_ARRAY) {
      const isObject = code === OPEN_OBJECT;
      const readable = stack.length < DEEPEST;
      if (!readable) deep = true;
      const object = readable && isObject ? new JsonObject() : null;
      const items = readable && !isObject ? [] : null;
      const start = at;
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) === (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        value = object ?? items ?? tooDeep;
        at++;
      } else {
        const open: Open = { start, object, items, isObject, key: "", keyOffset: 0 };
        stack.push(open);
        if (isObject) {
          at = readKey(text, at, open);
          if (at < 0) return failure(-at - 1, stack);
        }
        continue;
      }
    } else if (code === QUOTE) {
      const end = endOfString(text, at);
      const string = end < 0 ? null : unquote(text, at, end);
      if (string === null) return failure(faultOfString(text, at), stack);
      value = string;
      at = end;
    } else {
      const scalar = readScalar(text, at);
      if (scalar === undefined) return failure(at, stack);
      value = scalar;
      at = scalarEnd;
    }

    // A value is complete: hand it to what it is in, closing as much as ends here.
    for (;;) {
      const open = stack[stack.length - 1];
      if (open === undefined) return { ok: true, value, end: at, tooDeep: deep };
      if (open.object !== null)
        open.object.members.push({ key: open.key, value, offset: open.keyOffset });
      else open.items?.push(value);
      at = skipSpace(text, at);
      const next = text.charCodeAt(at);
      if (next === COMMA) {
        at = skipSpace(text, at + 1);
        if (open.isObject) {
          at = readKey(text, at, open);
          if (at < 0) return failure(-at - 1, stack);
        }
        break;
      }
      if (next !== (open.isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) return failure(at, stack);
      at++;
      stack.pop();
      value = open.object ?? open.items ?? tooDeep;
    }
  }
}

function failure(offset: number, stack: readonly Open[]): Parsed {
  return {
    ok: false,
    offset,
    openObjects: new Set(stack.filter((open) => open.isObject).map((open) => open.start)),
  };
}

/** Reads `"key":` into `open`; gives the place of the value, or -1 minus the place of the fault. */
function readKey(text: string, at: number, open: Open): number {
  if (text.charCodeAt(at) !== QUOTE) return -1 - at;
  const end = endOfString(text, at);
  const key = end < 0 ? null : unquote(text, at, end);
  if (key === null) return -1 - faultOfString(text, at);
  open.key = key;
  open.keyOffset = at;
  const colon = skipSpace(text, end);
  return text.charCodeAt(colon) === COLON ? skipSpace(text, colon + 1) : -1 - colon;
}

/** The place behind the closing quote, or -1 where there is none. Searching is many times faster than walking. */
function endOfString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote >= 0 && isEscaped(text, quote, start)) quote = text.indexOf('"', quote + 1);
  return quote < 0 ? -1 : quote + 1;
}

/** Whether an odd number of backslashes comes before `at`, behind `start`. */
function isEscaped(text: string, at: number, start: number): boolean {
  let before = at - 1;
  while (before > start && text.charCodeAt(before) === BACKSLASH) before--;
  return (at - before) % 2 === 0;
}

/**
 * A string up to this length is checked before `JSON.parse` sees it: an exception costs as much as a
 * thousand characters, and an output may hold ten thousand short strings that are none.
 */
const SHORT = 256;
const control = /[^ -\uffff]/;
const readable = /^(?:[ -[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*$/;

/** The string between the quotes, or null where it holds a control character or an escape that JSON does not know. */
function unquote(text: string, start: number, end: number): string | null {
  const inside = text.slice(start + 1, end - 1);
  if (inside.length <= SHORT) {
    if (!inside.includes("\\")) return control.test(inside) ? null : inside;
    if (!readable.test(inside)) return null;
  }
  try {
    return JSON.parse(text.slice(start, end)) as string;
  } catch {
    return null;
  }
}

/** Where a string that cannot be read goes wrong: at a control character, at the end of the text, or at an escape. */
function faultOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return badEscape(text, start);
    if (code === BACKSLASH) at++;
    else if (code < 0x20) return at;
  }
  return text.length;
}

/** Where the first unknown escape of a string is. */
function badEscape(text: string, start: number): number {
  const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
  for (let at = text.indexOf("\\", start); ; at = text.indexOf("\\", escape.lastIndex)) {
    escape.lastIndex = at;
    if (!escape.test(text)) return at;
  }
}

const words: Readonly<Record<string, readonly [string, JsonValue]>> = {
  t: ["true", true],
  f: ["false", false],
  n: ["null", null],
};
const number = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;

/** Integers with more digits are no numbers that anyone means; reading them exactly costs time. */
const MOST_DIGITS = 1000;

/** Where the last scalar ended. Kept next to the function, because a pair for each number costs more than reading it. */
let scalarEnd = 0;

/** A literal or a number; undefined where there is none. */
function readScalar(text: string, at: number): JsonValue | undefined {
  const word = words[text.charAt(at)];
  if (word !== undefined) {
    scalarEnd = at + word[0].length;
    return text.startsWith(word[0], at) ? word[1] : undefined;
  }
  return readShortInteger(text, at) ?? readNumber(text, at);
}

/** Most numbers are whole and short; for them this is several times faster than the general way. */
function readShortInteger(text: string, at: number): number | undefined {
  let value = text.charCodeAt(at) - ZERO;
  if (!(value >= 1 && value <= 9)) return undefined;
  let next = at + 1;
  for (; next < at + 15; next++) {
    const digit = text.charCodeAt(next) - ZERO;
    if (!(digit >= 0 && digit <= 9)) break;
    value = value * 10 + digit;
  }
  const follows = text.charAt(next);
  if (follows !== "" && "0123456789.eE".includes(follows)) return undefined;
  scalarEnd = next;
  return value;
}

function readNumber(text: string, at: number): JsonValue | undefined {
  number.lastIndex = at;
  const match = number.exec(text);
  if (match === null) return undefined;
  const [digits, fraction, exponent] = match;
  scalarEnd = at + digits.length;
  const value = Number(digits);
  const isBig = fraction === undefined && exponent === undefined && !Number.isSafeInteger(value);
  if (!isBig) return value;
  return digits.length > MOST_DIGITS ? Infinity : BigInt(digits);
}

function skipSpace(text: string, at: number): number {
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return next;
    next++;
  }
}
