import { isRecord } from "../json/index.js";

/** What a record says, and when; its hash and its place in a chain are not looked at. */
export interface QuickLine {
  readonly time: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The texts of a frame as `formLine` writes it, and between them: digits, or so many characters. */
const frame = [
  '{"v":1,"seq":',
  0,
  ',"time":"',
  24,
  '","pid":',
  0,
  ',"writer":"',
  16,
  '","prev":"',
  64,
  '",',
].map((part) => (typeof part === "number" ? part : Buffer.from(part)));
const TIME_BEFORE = ',"time":"'.length;
const SUFFIX = Buffer.from(',"hash":"');
const SUFFIX_BYTES = 75;
const [OPEN, CLOSE, QUOTE] = Buffer.from('{}"');

/**
 * Reads a line without its frame, which is half of it, and without checking it: for those who look at millions. The bytes
 * are changed. Null for what is no record.
 */
export function readQuickly(bytes: Buffer): QuickLine | null {
  const begin = membersFrom(bytes);
  const end = bytes.length - SUFFIX_BYTES;
  const isFramed =
    begin > 0 &&
    end > begin &&
    hasAt(bytes, SUFFIX, end) &&
    bytes.at(-1) === CLOSE &&
    bytes.at(-2) === QUOTE;
  if (!isFramed) {
    const fields = parse(bytes.toString());
    const time = fields?.["time"];
    return fields === null || typeof time !== "string" ? null : { time, fields };
  }
  const seqEnd = bytes.indexOf(44, 13);
  const time = bytes.toString("latin1", seqEnd + TIME_BEFORE, seqEnd + TIME_BEFORE + 24);
  bytes[begin - 1] = OPEN ?? 0;
  bytes[end] = CLOSE ?? 0;
  const fields = parse(bytes.toString("utf8", begin - 1, end + 1));
  return fields === null ? null : { time, fields };
}

/** Where the first member of the record begins; 0 for a line with another frame. */
function membersFrom(bytes: Buffer): number {
  let at = 0;
  for (const part of frame) {
    if (part === 0) while (isDigit(bytes[at])) at++;
    else if (typeof part === "number") at += part;
    else if (hasAt(bytes, part, at)) at += part.length;
    else return 0;
  }
  return at;
}

function hasAt(bytes: Buffer, text: Buffer, at: number): boolean {
  for (let index = 0; index < text.length; index++)
    if (bytes[at + index] !== text[index]) return false;
  return true;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

function parse(text: string): QuickLine["fields"] | null {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}
