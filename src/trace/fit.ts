import { FRAME, LONGEST_LINE, sha256 } from "./line.js";
import { wholeCharacters, type Plain, type PlainFields } from "./plain.js";

/** Texts longer than this are cut, the longest first, until the record fits. */
const steps = [65_536, 16_384, 4096, 1024, 256];
const MOST_BYTES = LONGEST_LINE - FRAME;

/**
 * The record as JSON members, `"type":"run",…`, cut to what a line holds. Long texts go first, then whole
 * fields, the largest first. Whatever is cut leaves a note with its length and sha256.
 */
export function fittingMembers(fields: PlainFields): string {
  const whole = membersOf(fields);
  if (whole.length * 3 <= MOST_BYTES || fits(whole)) return whole;
  for (const step of steps) {
    const members = membersOf(cutTexts(fields, step) as PlainFields);
    if (fits(members)) return members;
  }
  return membersOf(cutFields(cutTexts(fields, 256) as PlainFields, whole));
}

const fits = (text: string): boolean => Buffer.byteLength(text) <= MOST_BYTES;

function cutTexts(value: Plain, longest: number): Plain {
  if (typeof value === "string") {
    if (value.length <= longest) return value;
    // It may have been cut before, when it was read.
    const length = Math.max(
      value.length,
      Number(/…\[cut: (\d+) characters\]$/.exec(value)?.[1] ?? 0),
    );
    const head = wholeCharacters(value.slice(0, longest));
    return `${head}…[cut: ${length} characters, sha256 ${sha256(value)}]`;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => cutTexts(item, longest));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, cutTexts(item, longest)]),
  );
}

function cutFields(fields: PlainFields, whole: string): PlainFields {
  const sized = Object.entries(fields).map(([key, value]) => {
    const text = toText(value);
    return { key, value, text, bytes: Buffer.byteLength(key) + Buffer.byteLength(text) + 8 };
  });
  let bytes = sized.reduce((sum, field) => sum + field.bytes, 0);
  for (const field of sized.toSorted((one, other) => other.bytes - one.bytes)) {
    if (bytes <= MOST_BYTES || field.key === "type" || field.key === "eventId") continue;
    const note = `[cut: ${field.text.length} characters of JSON, sha256 ${sha256(field.text)}]`;
    bytes += note.length - (field.bytes - Buffer.byteLength(field.key) - 8);
    field.value = note;
  }
  if (bytes <= MOST_BYTES) return Object.fromEntries(sized.map(({ key, value }) => [key, value]));
  const note = `[cut: ${whole.length} characters of JSON, sha256 ${sha256(whole)}]`;
  return { type: fields["type"] ?? "", eventId: fields["eventId"] ?? "", cut: note };
}

function membersOf(fields: PlainFields): string {
  return toText(fields).slice(1, -1);
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
