import { bodyHash, VERSION } from "./line.js";

/** What the check of a chain needs of a line. */
export interface ScannedLine {
  readonly seq: number;
  readonly writer: string;
  readonly prev: string;
  readonly hash: string;
  readonly type: string;
}

/** What a writer puts before a record's own fields, of which the first is its type. */
const frame = new RegExp(
  `^\\{"v":${VERSION},"seq":(0|[1-9]\\d{0,14}),"time":"[^"\\\\]{0,40}","pid":\\d{1,10},"writer":"([0-9a-f]{16})","prev":"([0-9a-f]{64})","type":"([\\w.-]{1,40})"`,
);
const LONGEST_FRAME = 320;
const TAIL = ',"hash":"';
const HASH = 64;
/** What follows the body: the hash, a quote and a brace. */
const TAIL_LENGTH = TAIL.length + HASH + 2;

/**
 * Reads a line that begins as a writer begins it and has the right hash: the rest is then what was written, and no text is made
 * of it. Null where it is anything else: `readLine` says what it is.
 */
export function scanLine(bytes: Buffer): ScannedLine | null {
  const split = bytes.length - TAIL_LENGTH;
  const tail = bytes.toString("latin1", split);
  if (!tail.startsWith(TAIL) || !tail.endsWith('"}')) return null;
  const found = frame.exec(bytes.toString("latin1", 0, LONGEST_FRAME));
  if (found === null) return null;
  const [seq, writer, prev, type] = found.slice(1) as [string, string, string, string];
  // What these say of damage and of what is gone is looked up by its name.
  if (type === "recovered" || type === "pruned") return null;
  const hash = tail.slice(TAIL.length, -2);
  return bodyHash(bytes, split) === hash ? { seq: Number(seq), writer, prev, hash, type } : null;
}
