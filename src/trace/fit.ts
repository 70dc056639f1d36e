import { isRecord } from "../json/index.js";
import { FRAME, LONGEST_LINE, sha256 } from "./line.js";
import { wholeCharacters, type Plain, type PlainFields } from "./plain.js";

const SHORTEST = 256;
/** Texts longer than this are cut, the longest first, until the record fits. */
const steps = [65_536, 16_384, 4096, 1024, SHORTEST];
/** The braces of the record are those of the line. */
const MOST_BYTES = LONGEST_LINE - FRAME + 2;
/** A field of a field of a record: the input of a tool in a payload. What is deeper goes with what holds it. */
const DEEPEST = 3;

/**
 * The record as JSON members, `"type":"run",…`, cut to what a line holds. Long texts go first, then whole
 * fields, the largest first. Whatever is cut leaves a note with its length and sha256.
 */
export function fittingMembers(fields: PlainFields): string {
  return fittingText(fields).slice(1, -1);
}

function fittingText(fields: PlainFields): string {
  const whole = toText(fields);
  if (Buffer.byteLength(whole) <= MOST_BYTES) return whole;
  for (const step of steps) {
    const text = toText(cutTexts(fields, step));
    if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  }
  return cutFields(fields, MOST_BYTES, DEEPEST) ?? toText(identityOf(fields));
}

function cutTexts(value: Plain, longest: number): Plain {
  if (typeof value === "string") return cutText(value, longest);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, longest));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cutTexts(item, longest)]),
  );
}

function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // It may have been cut before, when it was read.
  const length = Math.max(text.length, Number(/…\[cut: (\d+) characters\]$/.exec(text)?.[1] ?? 0));
  const head = wholeCharacters(text.slice(0, longest));
  const short = `${head}…[cut: ${length} characters, sha256 ${sha256(text)}]`;
  return short.length < text.length ? short : text;
}

interface Field {
  readonly key: string;
  readonly value: Plain;
  /** As it is written; and how many bytes that takes, its name and what is around it included. */
  text: string;
  bytes: number;
}

/**
 * Fields as a JSON object of so many bytes at most: of the largest ones there are only notes, or where they are objects themselves, what
 * is left of them with their largest fields cut. Null where that is not enough.
 */
function cutFields(fields: PlainFields, most: number, depth: number): string | null {
  const sized = Object.entries(fields).map(([key, value]): Field => {
    const text = toText(cutTexts(value, SHORTEST));
    return { key, value, text, bytes: bytesOf(key, text) };
  });
  // Two braces; of the commas there is one less than fields.
  let bytes = sized.reduce((sum, field) => sum + field.bytes, 1);
  for (const field of sized.toSorted((one, other) => other.bytes - one.bytes)) {
    if (bytes <= most) break;
    if (isIdentity(field)) continue;
    const { key, value } = field;
    const others = bytes - field.bytes;
    const room = most - others - bytesOf(key, "");
    const inner = depth > 1 && isRecord(value) ? cutFields(value, room, depth - 1) : null;
    const text = inner ?? JSON.stringify(noteOf(value));
    const left = bytesOf(key, text);
    if (left >= field.bytes) continue;
    field.text = text;
    field.bytes = left;
    bytes = others + left;
  }
  if (bytes > most) return null;
  return `{${sized.map(({ key, text }) => `${JSON.stringify(key)}:${text}`).join(",")}}`;
}

/** Of a member: its colon and its comma included. */
function bytesOf(key: string, text: string): number {
  return Buffer.byteLength(JSON.stringify(key)) + Buffer.byteLength(text) + 2;
}

/** What a record cannot do without. */
const isIdentity = ({ key, value }: Pick<Field, "key" | "value">): boolean =>
  (key === "type" || key === "eventId") && typeof value === "string";

/** Of a record of too many fields: what it is, and a note of all it said. */
function identityOf(fields: PlainFields): PlainFields {
  const entries = Object.entries(fields).filter(([key, value]) => isIdentity({ key, value }));
  return {
    ...(cutTexts(Object.fromEntries(entries), SHORTEST) as PlainFields),
    cut: noteOf(fields),
  };
}

function noteOf(value: Plain): string {
  const text = toText(value);
  return `[cut: ${text.length} characters of JSON, sha256 ${sha256(text)}]`;
}

/** JSON text in which a BigInt is a number, digit by digit. */
function toText(value: Plain): string {
  try {
    return JSON.stringify(value);
  } catch {
    // It holds a BigInt, which JSON.stringify does not write.
    return writeText(value);
  }
}

function writeText(value: Plain): string {
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeText).join(",")}]`;
  return `{${Object.entries(value)
    .map(([key, item]) => `${JSON.stringify(key)}:${writeText(item)}`)
    .join(",")}}`;
}
