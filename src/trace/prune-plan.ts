import { readLine, type ReadLine } from "./line.js";
import { readPruned, type ChainBase, type PrunedTotals } from "./pruned-record.js";
import { linesIn, TORN } from "./read-ledger.js";
import { ChainCheck, type LedgerFault } from "./verify-ledger.js";

/** What a prune would remove, and what is left of each chain. */
export interface PrunePlan {
  /** The plan is about the file up to here. */
  readonly end: number;
  /** What goes now; `before` is the limit. */
  readonly removed: PrunedTotals;
  /** The same with what earlier prunes removed. */
  readonly total: PrunedTotals;
  readonly kept: number;
  /** Faults in what goes: nobody can look for them afterwards. */
  readonly faults: readonly LedgerFault[];
  /** Of chains that lose records, or lost some before: where the rest begins. */
  readonly chains: readonly ChainBase[];
  /** Where records of settings are that go, though events that stay refer to them. */
  readonly settings: readonly number[];
  /** Whether a line stays that begins here; `writer` is asked for where it is an intact record. */
  keeps(offset: number, writer: () => string): boolean;
}

/** An event that had no verdict so long before the limit never gets one: it does not keep its chain from being cut. */
const LONGEST_EVENT_MS = 3_600_000;

/**
 * Of each chain its first records go, up to the first that is not older than the limit, or to the event that this one
 * belongs to: what is left is whole events. Gives way to others at each megabyte.
 */
export async function planPrune(
  fd: number,
  before: Date,
  onProgress: (bytes: number) => void | Promise<void>,
): Promise<PrunePlan> {
  const chains = new Map<string, ChainPlan>();
  const settings = new Map<string, Place[]>();
  const damaged = new Map<number, LedgerFault>();
  const found: (Place & { readonly fault: LedgerFault })[] = [];
  const check = new ChainCheck();
  const earlier = new Map<string, ChainBase>();
  let end = 0;
  let next = 0;
  for (const { line, offset, bytes, fault } of linesIn(fd, 0, { isFleeting: true })) {
    if (fault === TORN) break;
    end = offset + bytes.length + 1;
    if (offset >= next) {
      next = offset + 1_048_576;
      await onProgress(offset);
    }
    const read = fault ?? readLine(bytes);
    if (typeof read === "string") {
      check.damage(bytes);
      damaged.set(offset, { line, what: read });
      continue;
    }
    const { writer } = read;
    const what = check.record(read);
    if (what !== null) found.push({ writer, offset, fault: { line, what } });
    if (read.type === "pruned")
      for (const base of readPruned(read).chains)
        if (base.seq >= (earlier.get(base.writer)?.seq ?? 0)) earlier.set(base.writer, base);
    if (read.type === "settings") addTo(settings, String(read["revision"]), { writer, offset });
    const known = chains.get(writer);
    const chain = known ?? new ChainPlan(before.getTime());
    if (known === undefined) chains.set(writer, chain);
    chain.take(read, offset, bytes.length + 1);
  }
  for (const chain of chains.values()) chain.finish();
  return toPlan({ before, chains, settings, damaged, found, check, earlier, end });
}

interface Place {
  readonly writer: string;
  readonly offset: number;
}

interface Looked {
  readonly before: Date;
  readonly chains: ReadonlyMap<string, ChainPlan>;
  readonly settings: ReadonlyMap<string, readonly Place[]>;
  readonly damaged: ReadonlyMap<number, LedgerFault>;
  readonly found: readonly (Place & { readonly fault: LedgerFault })[];
  readonly check: ChainCheck;
  readonly earlier: ReadonlyMap<string, ChainBase>;
  readonly end: number;
}

function toPlan(looked: Looked): PrunePlan {
  const { before, chains, settings, damaged, found, check, earlier, end } = looked;
  const all = [...chains.values()];
  const firstKept = all.reduce((least, { keptFrom }) => Math.min(least, keptFrom), Infinity);
  const isGone = ({ writer, offset }: Place): boolean =>
    offset < (chains.get(writer)?.keptFrom ?? 0);
  const needed = new Set(all.flatMap(({ revisions }) => [...revisions]));
  const lost = [...damaged].flatMap(([offset, fault]) => (offset < firstKept ? [fault] : []));
  const sum = (of: (chain: ChainPlan) => number): number =>
    all.reduce((total, chain) => total + of(chain), 0);
  const removed: PrunedTotals = {
    prunes: 1,
    records: sum(({ gone }) => gone.records),
    events: sum(({ gone }) => gone.events),
    bytes: sum(({ gone }) => gone.bytes),
    damaged: lost.length,
    before: before.toISOString(),
  };
  const past = check.pruned;
  const bases = [...chains].flatMap(([writer, chain]): ChainBase[] => {
    const { base } = chain;
    if (base !== null) return chain.isOver ? [] : [{ writer, ...base }];
    const one = earlier.get(writer);
    return one === undefined ? [] : [one];
  });
  return {
    end,
    removed,
    total: {
      prunes: removed.prunes + (past?.prunes ?? 0),
      records: removed.records + (past?.records ?? 0),
      events: removed.events + (past?.events ?? 0),
      bytes: removed.bytes + (past?.bytes ?? 0),
      damaged: removed.damaged + (past?.damaged ?? 0),
      before: removed.before,
    },
    kept: sum(({ kept }) => kept),
    faults: [...lost, ...found.flatMap((place) => (isGone(place) ? [place.fault] : []))].toSorted(
      (one, other) => one.line - other.line,
    ),
    chains: bases,
    settings: [...needed].flatMap((revision) => {
      const places = settings.get(revision) ?? [];
      const last = places.at(-1);
      return last !== undefined && places.every(isGone) ? [last.offset] : [];
    }),
    keeps: (offset, writer) =>
      offset >= firstKept && (damaged.has(offset) || !isGone({ writer: writer(), offset })),
  };
}

/** Which records of one chain go. */
class ChainPlan {
  /** Where the first record is that stays; all that come later in the file stay too. */
  keptFrom = Number.POSITIVE_INFINITY;
  kept = 0;
  readonly gone = { records: 0, events: 0, bytes: 0 };
  /** The last record that goes; null where none does. */
  base: { readonly seq: number; readonly hash: string } | null = null;
  /** Nothing is left of it, and nothing can follow. */
  isOver = false;
  /** The settings that events refer to which stay. */
  readonly revisions = new Set<string>();
  private isCut = false;
  /** Records that are older than the limit, as far as an open event may keep them. */
  private held: Held[] = [];
  private readonly open = new Set<string>();
  private closed = false;

  constructor(private readonly before: number) {}

  take(read: ReadLine, offset: number, bytes: number): void {
    this.closed = read.type === "close";
    const time = Date.parse(String(read["time"]));
    const one: Held = { ...factsOf(read), offset, bytes, time };
    // A time that cannot be read is no reason to remove anything.
    if (!this.isCut && time < this.before) this.hold(one);
    else {
      if (!this.isCut) this.cut();
      this.keep(one);
    }
  }

  finish(): void {
    if (this.isCut) return;
    this.release(this.held.length);
    this.isOver = this.closed;
  }

  private hold(one: Held): void {
    this.held.push(one);
    const { type, eventId } = one;
    if (type === "event") this.open.add(eventId);
    if (type === "verdict") this.open.delete(eventId);
    if (this.open.size === 0) this.release(this.held.length);
    else this.releaseOld(one.time - LONGEST_EVENT_MS);
  }

  private releaseOld(limit: number): void {
    const count = this.held.findIndex(({ time }) => time >= limit);
    for (const { type, eventId } of this.held.slice(0, count))
      if (type === "event") this.open.delete(eventId);
    this.release(count);
  }

  /** The first of those that are held go for sure; none of them where the number is negative. */
  private release(count: number): void {
    for (const { seq, hash, type, bytes } of this.held.splice(0, count)) {
      if (seq >= (this.base?.seq ?? 0)) this.base = { seq, hash };
      this.gone.records++;
      this.gone.bytes += bytes;
      if (type === "event") this.gone.events++;
    }
  }

  /** From here on everything stays, with the events that are open: where none is, nothing is held. */
  private cut(): void {
    this.isCut = true;
    this.release(
      this.held.findIndex(({ type, eventId }) => type === "event" && this.open.has(eventId)),
    );
    for (const one of this.held.splice(0)) this.keep(one);
  }

  private keep({ offset, revision }: Held): void {
    this.keptFrom = Math.min(this.keptFrom, offset);
    this.kept++;
    if (revision !== null) this.revisions.add(revision);
  }
}

interface Held {
  readonly seq: number;
  readonly hash: string;
  readonly type: string;
  readonly eventId: string;
  /** Of the settings that an event refers to. */
  readonly revision: string | null;
  readonly offset: number;
  readonly bytes: number;
  readonly time: number;
}

function factsOf({
  seq,
  hash,
  type,
  eventId,
  settings,
}: ReadLine): Omit<Held, "offset" | "bytes" | "time"> {
  const revision = type === "event" && typeof settings === "string" ? settings : null;
  return { seq, hash, type, eventId: typeof eventId === "string" ? eventId : "", revision };
}

function addTo<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}
