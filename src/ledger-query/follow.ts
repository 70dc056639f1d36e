import { lstatSync } from "node:fs";
import { toRow, type EventRow } from "../recorded/index.js";
import { LOOK_MS, readLine, defaultRedactor, TORN, type RawLine } from "../trace/index.js";
import { EventAssembler, type AssembledEvent } from "./event-assembler.js";
import { fitsEvent, type EventFilter } from "./event-filter.js";
import { LedgerFile } from "./ledger-file.js";
import { Remembered } from "./remembered.js";
import { recordHolds } from "./text-search.js";

/** What comes up while a ledger is followed. */
export type Followed =
  | { readonly type: "event"; readonly row: EventRow }
  | { readonly type: "damage"; readonly what: string }
  /** Another file is at the path: the ledger was moved away, or pruned. */
  | { readonly type: "replaced" };

const EVERY_MS = 200;
/** An event without a verdict is given out as unfinished after so long, and again when it has ended. */
const PATIENCE_MS = 3000;
/** So much of what is there already is read, to know the events that are under way. */
const BEFORE_BYTES = 262_144;
/** So many lines are known again in another file. */
const MOST_LINES = 8192;
const HASH_BYTES = 66;

/**
 * Gives out the events that are written from now on, each when it has its verdict, and again when the user has answered.
 * Where another file is put at the path it continues there, with what it has not given out yet; where none is there yet,
 * it waits for one. Ends with the signal. From now on: what is written before it is first asked is given out too. Throws
 * `UnreadableLedger`.
 */
export function followLedger(
  path: string,
  filter: EventFilter,
  signal: AbortSignal,
): AsyncGenerator<Followed, void> {
  return follow(new Follower(path, filter), signal);
}

async function* follow(follower: Follower, signal: AbortSignal): AsyncGenerator<Followed, void> {
  try {
    while (!signal.aborted) {
      yield* follower.look();
      await pause(signal);
    }
  } finally {
    follower.close();
  }
}

/** A file that is read on; one that is no longer at the path only for a while. */
interface Tail {
  readonly file: LedgerFile;
  at: number;
  readonly until: { time: number };
}

class Follower {
  private readonly assembler = new EventAssembler();
  private readonly seen = new Remembered<string, true>(MOST_LINES);
  private tails: Tail[] = [];

  constructor(
    private readonly path: string,
    private readonly filter: EventFilter,
  ) {
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return;
    const file = new LedgerFile(path);
    const tail = {
      file,
      at: Math.max(0, file.size - BEFORE_BYTES),
      until: { time: Number.POSITIVE_INFINITY },
    };
    this.tails = [tail];
    // What was there before is not given out.
    Array.from(this.read(tail));
    this.assembler.overdue(Number.POSITIVE_INFINITY);
  }

  *look(): Generator<Followed, void> {
    for (const tail of this.tails) yield* this.read(tail);
    for (const found of this.assembler.overdue(Date.now() - PATIENCE_MS)) yield* this.give(found);
    if (this.isReplaced()) yield* this.openNext();
    const now = Date.now();
    for (const { file, until } of this.tails) if (until.time < now) file.close();
    this.tails = this.tails.filter(({ until }) => until.time >= now);
  }

  close(): void {
    for (const { file } of this.tails) file.close();
  }

  private *read(tail: Tail): Generator<Followed, void> {
    if (tail.file.size < tail.at) tail.at = 0;
    for (const raw of tail.file.lines(tail.at)) {
      if (raw.fault === TORN) break;
      tail.at = raw.offset + raw.bytes.length + 1;
      const hash = hashOf(raw);
      if (this.seen.has(hash)) continue;
      this.seen.set(hash, true);
      const read = raw.fault ?? readLine(raw.bytes);
      if (typeof read === "string") {
        yield { type: "damage", what: read };
        continue;
      }
      const found = this.assembler.take(defaultRedactor(read) as never, Date.now());
      if (found !== null) yield* this.give(found);
    }
  }

  private *give({ event, lines }: AssembledEvent): Generator<Followed, void> {
    const row = toRow(event);
    const { text } = this.filter;
    if (!fitsEvent(this.filter, row, event)) return;
    if (text !== undefined && text !== "" && !lines.some((line) => recordHolds(line, text))) return;
    yield { type: "event", row };
  }

  private isReplaced(): boolean {
    const stats = lstatSync(this.path, { throwIfNoEntry: false });
    return (
      stats !== undefined &&
      !this.tails.some(({ file }) => file.identity === `${stats.dev}:${stats.ino}`)
    );
  }

  /** Who writes to the old file notices within a moment: until then that one is read too. */
  private *openNext(): Generator<Followed, void> {
    let file: LedgerFile;
    try {
      file = new LedgerFile(this.path);
    } catch {
      return;
    }
    const isFirst = this.tails.length === 0;
    for (const { until } of this.tails) until.time = Math.min(until.time, Date.now() + 3 * LOOK_MS);
    const next = { file, at: this.firstSeen(file), until: { time: Number.POSITIVE_INFINITY } };
    this.tails.push(next);
    if (!isFirst) yield { type: "replaced" };
    yield* this.read(next);
  }

  /** A pruned ledger begins with what is older than anything that was seen. In one that was begun anew nothing was. */
  private firstSeen(file: LedgerFile): number {
    for (const raw of file.lines(0)) if (this.seen.has(hashOf(raw))) return raw.offset;
    return 0;
  }
}

/** The hash that a line ends with; of one that is damaged, whatever it ends with. */
function hashOf({ bytes }: RawLine): string {
  return bytes.toString("latin1", Math.max(0, bytes.length - HASH_BYTES));
}

async function pause(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, EVERY_MS);
    signal.addEventListener("abort", end, { once: true });
  });
}
