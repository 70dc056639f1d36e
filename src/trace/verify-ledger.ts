import { NO_HASH, readLine, type ReadLine } from "./line.js";
import { readPruned, type ChainBase, type PrunedTotals } from "./pruned-record.js";
import { linesOf } from "./read-ledger.js";
import { scanLine, type ScannedLine } from "./scan-line.js";

/** One thing that shows that a ledger is not as it was written. Line 0 is the file itself. */
export interface LedgerFault {
  readonly line: number;
  readonly what: string;
}

/** What checking a ledger gave. */
export interface Verification {
  /** Whether there are no faults. A chain without its end is none: its writer may still be at work. */
  readonly ok: boolean;
  /** How many lines are intact records. */
  readonly records: number;
  readonly faults: readonly LedgerFault[];
  /** How many writers have no close record: at work, stopped, or their tail was cut off. */
  readonly unfinished: number;
  /** What is not there any more by the ledger's own record of it; absent where nothing was pruned. */
  readonly pruned?: PrunedTotals;
}

/**
 * Checks each line's hash and each writer's chain. Never throws; a file that cannot be read is a fault. `onProgress` gets
 * how many bytes were checked, about every megabyte.
 */
export function verifyLedger(file: string, onProgress?: (bytes: number) => void): Verification {
  const faults: LedgerFault[] = [];
  const check = new ChainCheck();
  let records = 0;
  let reported = 0;
  for (const { line, offset, bytes, fault } of linesOf(file)) {
    if (onProgress !== undefined && offset - reported >= PROGRESS_BYTES) {
      reported = offset;
      onProgress(offset);
    }
    const read = fault ?? scanLine(bytes) ?? readLine(bytes);
    if (typeof read === "string") {
      check.damage(bytes);
      faults.push({ line, what: read });
      continue;
    }
    records++;
    const what = check.record(read);
    if (what !== null) faults.push({ line, what });
  }
  const { pruned } = check;
  const unfinished = check.unfinished();
  return { ok: faults.length === 0, records, faults, unfinished, ...(pruned && { pruned }) };
}

const PROGRESS_BYTES = 1_048_576;

interface ChainState {
  next: number;
  /** The hash of the record before `next`. */
  last: string;
  /** Its first records were pruned. */
  readonly isCut: boolean;
  closed: boolean;
  /** Numbers of records that are in a damaged line. */
  readonly damaged: Set<number>;
  /** Numbers that were jumped over; one that comes later is out of order, not doubled. */
  readonly missing: Set<number>;
  /** How many damaged lines of unknown origin there were when the last record came. */
  strays: number;
}

/** What is left of the frame of a damaged line. Quotes inside a record are escaped, so no text can pose as one. */
const frame = /"seq":(\d{1,15}),"time":"[^"]{0,40}","pid":\d{1,10},"writer":"([0-9a-f]{16})"/g;
/** Past this many, single numbers of a gap are not remembered. */
const MOST_MISSING = 10_000;

/**
 * Follows each writer's chain. A damaged line explains why a number is missing, which then is one fault and
 * not two: the number in its frame, if that one is due; otherwise any number, but only one.
 */
export class ChainCheck {
  private readonly states = new Map<string, ChainState>();
  /** Where chains begin whose first records were pruned. */
  private readonly bases = new Map<string, ChainBase>();
  /** The latest account of what was pruned. */
  pruned: PrunedTotals | undefined;
  /** Damaged lines of unknown origin, by their length; null once something is explained by one. */
  private readonly strays: (number | null)[] = [];

  damage(bytes: Buffer): void {
    let known = false;
    for (const [, seq, writer] of bytes.toString("latin1").matchAll(frame)) {
      const state = this.states.get(writer ?? "");
      if (state === undefined || Number(seq) !== due(state)) continue;
      state.damaged.add(Number(seq));
      known = true;
    }
    if (!known) this.strays.push(bytes.length);
  }

  /** What is wrong with the place of an intact record, or null. */
  record(read: ScannedLine | ReadLine): string | null {
    // Of these two types nobody reads the frame only.
    if (read.type === "recovered") this.explainTorn((read as ReadLine)["damaged"]);
    if (read.type === "pruned") this.takePruned(read as ReadLine);
    const known = this.states.get(read.writer);
    const state = known ?? begin(this.bases.get(read.writer));
    this.states.set(read.writer, state);
    const what = this.place(read, state, known === undefined);
    state.strays = this.strays.length;
    if (read.seq < state.next) return what;
    state.next = read.seq + 1;
    state.last = read.hash;
    state.closed = read.type === "close";
    return what;
  }

  unfinished(): number {
    return [...this.states.values()].filter((state) => !state.closed).length;
  }

  /** Of several accounts of one chain the one that goes furthest holds: a later prune is written before an earlier one. */
  private takePruned(read: ReadLine): void {
    const { total, chains } = readPruned(read);
    if (total.records >= (this.pruned?.records ?? 0)) this.pruned = total;
    for (const base of chains)
      if (base.seq >= (this.bases.get(base.writer)?.seq ?? 0)) this.bases.set(base.writer, base);
  }

  private place(read: ScannedLine, state: ChainState, first: boolean): string | null {
    if (read.seq < state.next)
      return state.missing.delete(read.seq)
        ? `out of order: record ${read.seq} after ${state.next - 1}`
        : `doubled: record ${read.seq} was here before`;
    const gone = this.unexplained(read, state);
    const { isCut } = state;
    if (first && !isCut && gone > 0)
      return `a chain without its header: it begins with record ${read.seq}`;
    if (gone > 0) return `${gone} missing before it: record ${read.seq} after ${state.next - 1}`;
    if (state.closed) return "written after the chain was closed";
    if (read.seq === 0 && read.type !== "open") return "a chain without its header";
    if (read.seq === state.next && read.prev !== state.last)
      return "its prev is not the hash of the record before";
    return null;
  }

  /** How many numbers are missing before a record beyond those that damaged lines account for. */
  private unexplained(read: ScannedLine, state: ChainState): number {
    let gone = 0;
    for (let seq = state.next; seq < read.seq; seq++) {
      if (seq - state.next >= MOST_MISSING) return gone + read.seq - seq;
      if (state.damaged.has(seq)) continue;
      gone++;
      state.missing.add(seq);
    }
    for (let index = state.strays; index < this.strays.length && gone > 0; index++) {
      if (this.strays[index] === null) continue;
      this.strays[index] = null;
      gone--;
    }
    return gone;
  }

  /** A line that was torn by a writer's end took no number of a chain that continues. */
  private explainTorn(bytes: unknown): void {
    const index = this.strays.findLastIndex((length) => length === bytes);
    if (index >= 0) this.strays[index] = null;
  }
}

function begin(base: ChainBase | undefined): ChainState {
  return {
    next: base === undefined ? 0 : base.seq + 1,
    last: base?.hash ?? NO_HASH,
    isCut: base !== undefined,
    closed: false,
    damaged: new Set(),
    missing: new Set(),
    strays: 0,
  };
}

/** The number that a chain's next line should have, damaged or not. */
function due(state: ChainState): number {
  let seq = state.next;
  while (state.damaged.has(seq)) seq++;
  return seq;
}
