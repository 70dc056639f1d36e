/**
 * A JSON value that keeps what `JSON.parse` throws away: every occurrence of a key with its place
 * in the text, and integers digit by digit.
 */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | JsonObject
  | TooDeep;

export interface JsonMember {
  readonly key: string;
  readonly value: JsonValue;
  /** Where the key begins in the text. */
  readonly offset: number;
}

export class JsonObject {
  readonly members: JsonMember[] = [];
}

/** Of so few members each is compared with the others: that takes less time than a set. */
const FEW = 16;

/** Whether a key is there more than once. */
export function hasTwice(members: readonly JsonMember[]): boolean {
  const { length } = members;
  if (length > FEW) return new Set(members.map(({ key }) => key)).size < length;
  return members.some(({ key }, at) => {
    for (let other = 0; other < at; other++) if (members[other]?.key === key) return true;
    return false;
  });
}

/** Replaces what is below the deepest level that is read. */
export const tooDeep: unique symbol = Symbol("too deep");
type TooDeep = typeof tooDeep;

/** Whether two values say the same, whatever the order of their keys. */
export function sameJson(one: JsonValue, other: JsonValue): boolean {
  const canonical = canonicalText(one);
  return canonical !== null && canonical === canonicalText(other);
}

const spellings = new WeakMap<object, string | null>();

/** One spelling for each value, or null where part of it was not read. Remembered: doubled keys compare the same values again. */
function canonicalText(value: JsonValue): string | null {
  if (value === tooDeep) return null;
  if (typeof value === "string") return JSON.stringify(value);
  if (value === null || typeof value !== "object") return String(value);
  const known = spellings.get(value);
  if (known !== undefined) return known;
  const isObject = value instanceof JsonObject;
  const parts = isObject ? value.members.toSorted(byKey).map(memberText) : value.map(canonicalText);
  const text = parts.includes(null) ? null : isObject ? `{${parts.join()}}` : `[${parts.join()}]`;
  spellings.set(value, text);
  return text;
}

function memberText(member: JsonMember): string | null {
  const text = canonicalText(member.value);
  return text === null ? null : `${JSON.stringify(member.key)}:${text}`;
}

function byKey(one: JsonMember, other: JsonMember): number {
  return one.key < other.key ? -1 : one.key > other.key ? 1 : 0;
}

/** Names the kind of a value as an author would. */
export function kindOf(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (value instanceof JsonObject) return "an object";
  if (typeof value === "string") return "a string";
  if (typeof value === "boolean") return "a boolean";
  return value === tooDeep ? "a deeply nested value" : "a number";
}

/** The value as it would be written, shortened: for the `found` of a Problem. */
export function display(value: JsonValue): string {
  if (typeof value === "string") return JSON.stringify(value.slice(0, 100));
  if (value === null || typeof value !== "object") return String(value === tooDeep ? "…" : value);
  return Array.isArray(value) ? "[…]" : "{…}";
}
