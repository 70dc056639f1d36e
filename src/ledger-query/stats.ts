import type { RowOutcome } from "../recorded/index.js";
import { answerCodes, outcomeCodes } from "./codes.js";
import type { Columns } from "./columns.js";
import { HookCounts, type HookStats } from "./hook-stats.js";

/** How many events ended how. */
export interface OutcomeCounts {
  readonly events: number;
  readonly outcomes: Readonly<Record<RowOutcome, number>>;
  /** How long agents waited for hooks. */
  readonly waitedMs: number;
}

/** What happened, in numbers. */
export interface Stats extends OutcomeCounts {
  readonly first: string | null;
  readonly last: string | null;
  readonly sessions: number;
  readonly runs: number;
  readonly failures: number;
  /** What the user answered where they were asked. */
  readonly answers: { readonly allow: number; readonly deny: number };
  readonly hooks: readonly HookStats[];
  readonly byEvent: readonly (OutcomeCounts & { readonly event: string })[];
  /** By the day that `dayOf` gives. */
  readonly byDay: readonly (OutcomeCounts & { readonly day: string })[];
  readonly problems: readonly { readonly code: string; readonly count: number }[];
}

/** Counts the chosen events. */
export function countStats(
  columns: Columns,
  chosen: Uint8Array,
  dayOf: (time: number) => string,
): Stats {
  const rows = new RowCounts(columns, chosen, dayOf);
  const hooks = new HookCounts(columns, chosen);
  const listed = hooks.list();
  return {
    ...rows.whole.result(),
    first: isoOf(rows.first),
    last: isoOf(rows.last),
    sessions: rows.sessions.size,
    runs: listed.reduce((sum, { runs }) => sum + runs, 0),
    failures: listed.reduce((sum, { failures }) => sum + failures, 0),
    answers: answersOf(columns, chosen),
    hooks: listed,
    byEvent: [...rows.events]
      .map(([event, count]) => ({ event: columns.text(event), ...count.result() }))
      .toSorted((one, other) => other.events - one.events),
    byDay: [...rows.days]
      .map(([day, count]) => ({ day, ...count.result() }))
      .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
    problems: problemsOf(columns, chosen),
  };
}

const UNFINISHED = outcomeCodes.length;

class Count {
  events = 0;
  waited = 0;
  private readonly outcomes = new Float64Array(outcomeCodes.length + 1);

  add(outcome: number, waited: number): void {
    this.events++;
    this.outcomes[outcome] = (this.outcomes[outcome] ?? 0) + 1;
    if (waited > 0) this.waited += waited;
  }

  result(): OutcomeCounts {
    const outcomes = Object.fromEntries(
      [...outcomeCodes, "unfinished"].map((name, code) => [name, this.outcomes[code] ?? 0]),
    ) as OutcomeCounts["outcomes"];
    return { events: this.events, outcomes, waitedMs: Math.round(this.waited) };
  }
}

/** A day in milliseconds, or less where clocks change: times are looked up once an hour. */
const HOUR = 3_600_000;

class RowCounts {
  readonly whole = new Count();
  readonly events = new Map<number, Count>();
  readonly days = new Map<string, Count>();
  readonly sessions = new Set<number>();
  first = Number.POSITIVE_INFINITY;
  last = Number.NEGATIVE_INFINITY;

  constructor(columns: Columns, chosen: Uint8Array, dayOf: (time: number) => string) {
    const outcome = new Uint8Array(columns.rows).fill(UNFINISHED);
    const waited = new Float32Array(columns.rows);
    for (const { tables } of columns.blocks)
      for (let index = 0; index < tables.verdicts.length; index++) {
        const row = tables.verdicts.at("row", index);
        outcome[row] = tables.verdicts.at("outcome", index);
        waited[row] = tables.verdicts.at("waited", index);
      }
    const days = new Map<number, string>();
    for (const { firstRow, tables } of columns.blocks)
      for (let index = 0; index < tables.events.length; index++) {
        const row = firstRow + index;
        if (chosen[row] !== 1) continue;
        const time = tables.events.at("time", index);
        this.first = Math.min(this.first, time);
        this.last = Math.max(this.last, time);
        this.sessions.add(tables.events.at("session", index));
        const hour = Math.floor(time / HOUR);
        const day = days.get(hour) ?? dayOf(time);
        days.set(hour, day);
        const [code, ms] = [outcome[row] ?? UNFINISHED, waited[row] ?? 0];
        this.whole.add(code, ms);
        countOf(this.events, tables.events.at("event", index)).add(code, ms);
        countOf(this.days, day).add(code, ms);
      }
    this.sessions.delete(0);
  }
}

function countOf<Key>(counts: Map<Key, Count>, key: Key): Count {
  let count = counts.get(key);
  if (count === undefined) counts.set(key, (count = new Count()));
  return count;
}

function answersOf(columns: Columns, chosen: Uint8Array): Stats["answers"] {
  const counts = { allow: 0, deny: 0 };
  for (const { tables } of columns.blocks)
    for (let index = 0; index < tables.late.length; index++) {
      const answer = answerCodes[tables.late.at("answer", index)] ?? "";
      if (answer !== "" && chosen[tables.late.at("row", index)] === 1) counts[answer]++;
    }
  return counts;
}

function problemsOf(columns: Columns, chosen: Uint8Array): Stats["problems"] {
  const counts = new Map<number, number>();
  for (const { tables } of columns.blocks)
    for (let index = 0; index < tables.problems.length; index++) {
      if (chosen[tables.problems.at("row", index)] !== 1) continue;
      const code = tables.problems.at("code", index);
      counts.set(code, (counts.get(code) ?? 0) + 1);
    }
  return [...counts]
    .map(([code, count]) => ({ code: columns.text(code), count }))
    .toSorted((one, other) => other.count - one.count || (one.code < other.code ? -1 : 1));
}

function isoOf(time: number): string | null {
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}
