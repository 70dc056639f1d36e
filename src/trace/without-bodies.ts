import { isRecord } from "../json/index.js";
import { cutMark, headOf } from "./plain.js";

/** Longer texts are bodies: what a file holds, what a tool gave back, a long prompt. */
const LONGEST_TEXT = 1000;
/** What is deeper is kept or cut as a whole, with the record. */
const DEEPEST = 16;

/** A value without its bodies: of each long text only the beginning is left, with a mark. The same value where there is none. */
export function withoutBodies(value: unknown, depth = 0): unknown {
  if (typeof value === "string")
    return value.length <= LONGEST_TEXT ? value : `${headOf(value, LONGEST_TEXT)}${cutMark(value)}`;
  if (depth >= DEEPEST) return value;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const short = items.map((item) => withoutBodies(item, depth + 1));
    return short.every((item, index) => item === items[index]) ? value : short;
  }
  // What is no plain object is the redactor's to read.
  if (!isRecord(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value);
  const short = entries.map(([key, item]) => [key, withoutBodies(item, depth + 1)] as const);
  return short.every(([, item], index) => item === entries[index]?.[1])
    ? value
    : Object.fromEntries(short);
}
