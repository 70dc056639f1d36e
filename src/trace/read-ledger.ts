import { closeSync, openSync, readSync } from "node:fs";
import { readLine, type ReadLine } from "./line.js";
import { messageOf } from "./trouble.js";

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
  /** Where in the file it begins. */
  readonly offset: number;
  readonly bytes: Buffer;
  readonly fault: string | null;
}

/** What is wrong with a line that has no end: its writer was stopped there, or still writes. */
export const TORN = "torn: it has no line end";

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
    // A pipe has no positions.
    yield* linesIn(fd, from === 0 ? null : from);
  } catch (error) {
    yield unreadable(error);
  } finally {
    closeSync(fd);
  }
}

/**
 * The same of a file that is open, from a byte up to another; from null it is read where the descriptor is. Throws where it
 * cannot be read. With `isFleeting` a line is good until the next one is asked for: the memory is used again.
 */
export function* linesIn(
  fd: number,
  from: number | null,
  { to = Number.POSITIVE_INFINITY, isFleeting = false }: { to?: number; isFleeting?: boolean } = {},
): Generator<RawLine, void> {
  let isPartial = from !== null && from > 0;
  let at = isPartial ? (from ?? 0) - 1 : 0;
  let offset = at;
  let skipped = 0;
  let line = isPartial ? -1 : 0;
  let buffer = Buffer.alloc(0);
  let rest: Buffer = buffer;
  const finish = (bytes: Buffer, fault: string | null): RawLine => {
    line++;
    const found = { line, offset, bytes, fault: skipped > 0 ? "longer than any record" : fault };
    offset += skipped + bytes.length + 1;
    skipped = 0;
    return found;
  };
  for (;;) {
    if (rest.length > LONGEST_KEPT) {
      skipped += rest.length;
      rest = rest.subarray(0, 0);
    }
    // Where what was yielded has to stay as it was, each chunk is a buffer of its own.
    const room = rest.length + CHUNK;
    const next =
      isFleeting && buffer.length >= room
        ? buffer
        : Buffer.allocUnsafe(isFleeting ? 2 * room : room);
    rest.copy(next);
    buffer = next;
    rest = buffer.subarray(0, rest.length);
    const wanted = Math.min(CHUNK, to - at);
    const read =
      wanted > 0 ? readSync(fd, buffer, rest.length, wanted, from === null ? null : at) : 0;
    if (read === 0) break;
    at += read;
    const end = rest.length + read;
    let begin = 0;
    for (let stop = buffer.indexOf(10, rest.length); stop >= 0 && stop < end;) {
      const found = finish(buffer.subarray(begin, stop), null);
      if (!isPartial && (stop > begin || found.fault !== null)) yield found;
      isPartial = false;
      begin = stop + 1;
      stop = buffer.indexOf(10, begin);
    }
    rest = buffer.subarray(begin, end);
  }
  if (!isPartial && (rest.length > 0 || skipped > 0)) yield finish(rest, TORN);
}

function unreadable(error: unknown): RawLine {
  return { line: 0, offset: 0, bytes: Buffer.alloc(0), fault: `unreadable: ${messageOf(error)}` };
}
