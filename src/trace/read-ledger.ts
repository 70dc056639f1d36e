import { closeSync, openSync, readSync } from "node:fs";
import { readLine, type ReadLine } from "./line.js";

/** A record as it was written, with the number of its line, from 1. Integers past 2^53 are BigInt. */
export interface LedgerLine {
  readonly line: number;
  readonly type: string;
  readonly seq: number;
  readonly time: string;
  readonly pid: number;
  readonly writer: string;
  readonly prev: string;
  readonly hash: string;
  readonly [field: string]: unknown;
}

/** A line that is no intact record. Line 0 is the file itself: it could not be read. */
export interface LedgerDamage {
  readonly type: "damage";
  readonly line: number;
  /** In a few words, what is wrong. */
  readonly what: string;
  readonly bytes: number;
}

/** What one line of a ledger says. */
export type LedgerEntry = LedgerLine | LedgerDamage;

/** Whether an entry stands for a line that could not be read. No record has the type `damage`. */
export function isDamage(entry: LedgerEntry): entry is LedgerDamage {
  return entry.type === "damage";
}

/**
 * Reads a ledger line by line. Never throws: what cannot be read is an entry of type `damage`. From a byte within the
 * file it begins with the next whole line, and counts lines from there.
 */
export function* readLedger(file: string, from = 0): Generator<LedgerEntry, void> {
  for (const { line, bytes, fault } of linesOf(file, from)) {
    const read = fault ?? readLine(bytes);
    if (typeof read === "string") yield { type: "damage", line, what: read, bytes: bytes.length };
    else yield toEntry(line, read);
  }
}

function toEntry(line: number, read: ReadLine): LedgerLine {
  return { line, ...read } as unknown as LedgerLine;
}

/** One line as it is in the file; `fault` where it cannot be a record whatever it says. */
export interface RawLine {
  readonly line: number;
  readonly bytes: Buffer;
  readonly fault: string | null;
}

const CHUNK = 262_144;
/** Four times the longest line there can be: what is longer was not written by a ledger, and is not kept. */
const LONGEST_KEPT = 1_048_576;

/** The lines of a file, without those that are empty: writers that recover at the same moment leave some. */
export function* linesOf(file: string, from = 0): Generator<RawLine, void> {
  let fd: number;
  try {
    fd = openSync(file, "r");
  } catch (error) {
    yield unreadable(error);
    return;
  }
  try {
    yield* splitLines(fd, from);
  } catch (error) {
    yield unreadable(error);
  } finally {
    closeSync(fd);
  }
}

function* splitLines(fd: number, from: number): Generator<RawLine, void> {
  // A pipe has no positions.
  let position = from > 0 ? from - 1 : null;
  let isPartial = from > 0;
  let rest: Buffer = Buffer.alloc(0);
  let skipped = 0;
  let line = 0;
  const finish = (bytes: Buffer, fault: string | null): RawLine => {
    const long = skipped > 0 ? "longer than any record" : fault;
    skipped = 0;
    return { line, bytes, fault: long };
  };
  for (;;) {
    // A buffer of its own each time: what was yielded stays as it was.
    const chunk = Buffer.allocUnsafe(CHUNK);
    const read = readSync(fd, chunk, 0, CHUNK, position);
    if (read === 0) break;
    if (position !== null) position += read;
    let data =
      rest.length === 0 ? chunk.subarray(0, read) : Buffer.concat([rest, chunk.subarray(0, read)]);
    for (let end = data.indexOf(10); end >= 0; end = data.indexOf(10)) {
      const bytes = data.subarray(0, end);
      data = data.subarray(end + 1);
      if (isPartial) {
        isPartial = false;
        skipped = 0;
        continue;
      }
      line++;
      if (bytes.length > 0 || skipped > 0) yield finish(bytes, null);
    }
    rest = data;
    if (rest.length > LONGEST_KEPT) {
      skipped += rest.length;
      rest = Buffer.alloc(0);
    }
  }
  line++;
  if (isPartial) return;
  if (rest.length > 0 || skipped > 0) yield finish(rest, "torn: it has no line end");
}

function unreadable(error: unknown): RawLine {
  const reason = error instanceof Error ? error.message : String(error);
  return { line: 0, bytes: Buffer.alloc(0), fault: `unreadable: ${reason}` };
}
