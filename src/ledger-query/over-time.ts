import type { RowOutcome } from "../recorded/index.js";
import { outcomeOf, PROBLEM_FAILURE, RUN_FAILED, runKinds } from "./codes.js";
import { hookOfKey, type Columns } from "./columns.js";
import { percentile } from "./hook-stats.js";

/** What happened in one stretch of time. */
export interface TimePart {
  /** Milliseconds since 1970: from, and before. */
  readonly from: number;
  readonly to: number;
  readonly outcomes: Readonly<Partial<Record<RowOutcome, number>>>;
  /** Of hooks: how often they ran and failed, and how long a run took, in milliseconds. */
  readonly runs: number;
  readonly failures: number;
  readonly p50: number | null;
  readonly p95: number | null;
}

/**
 * The chosen events in so many equal stretches, from the first to the last of them; of hooks only the one of that name,
 * where one is given.
 */
export function overTime(
  columns: Columns,
  chosen: Uint8Array,
  parts: number,
  hook: string | null,
): readonly TimePart[] {
  const times = timesOf(columns, chosen);
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const time of times) {
    if (Number.isNaN(time)) continue;
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  if (first > last) return [];
  const width = Math.max(1, Math.ceil((last - first + 1) / parts));
  const partOf = (row: number): number => Math.floor(((times[row] ?? first) - first) / width);
  const outcomes = countOutcomes(columns, chosen, parts, partOf);
  const runs = Array.from({ length: parts }, () => ({
    ms: [] as number[],
    /** Events and hooks: what failed in several ways failed once. */
    failures: new Set<string>(),
  }));
  const nameOf = (key: number): string => hookOfKey(columns.text(key)).name;
  for (const { tables } of columns.blocks)
    for (let index = 0; index < tables.runs.length; index++) {
      const row = tables.runs.at("row", index);
      if (chosen[row] !== 1 || runKinds[tables.runs.at("kind", index)] !== "run") continue;
      const name = nameOf(tables.runs.at("hook", index));
      if (hook !== null && name !== hook) continue;
      const part = runs[partOf(row)];
      part?.ms.push(tables.runs.at("ms", index));
      if ((tables.runs.at("flags", index) & RUN_FAILED) !== 0) part?.failures.add(`${row} ${name}`);
    }
  for (const { tables } of columns.blocks)
    for (let index = 0; index < tables.problems.length; index++) {
      const row = tables.problems.at("row", index);
      const isFailure = (tables.problems.at("flags", index) & PROBLEM_FAILURE) !== 0;
      if (chosen[row] !== 1 || !isFailure) continue;
      const name = nameOf(tables.problems.at("hook", index));
      if (name !== "" && (hook === null || name === hook))
        runs[partOf(row)]?.failures.add(`${row} ${name}`);
    }
  return runs.map(({ ms, failures }, index) => {
    const sorted = ms.toSorted((one, other) => one - other);
    return {
      from: first + index * width,
      to: first + (index + 1) * width,
      outcomes: outcomes[index] ?? {},
      runs: ms.length,
      failures: failures.size,
      p50: percentile(sorted, 0.5),
      p95: percentile(sorted, 0.95),
    };
  });
}

/** The time of each chosen event; not a number for the others. */
function timesOf(columns: Columns, chosen: Uint8Array): Float64Array {
  const times = new Float64Array(columns.rows).fill(Number.NaN);
  for (const { firstRow, tables } of columns.blocks)
    for (let index = 0; index < tables.events.length; index++)
      if (chosen[firstRow + index] === 1) times[firstRow + index] = tables.events.at("time", index);
  return times;
}

function countOutcomes(
  columns: Columns,
  chosen: Uint8Array,
  parts: number,
  partOf: (row: number) => number,
): readonly Partial<Record<RowOutcome, number>>[] {
  const outcomes = new Map<number, RowOutcome>();
  for (const { tables } of columns.blocks)
    for (let index = 0; index < tables.verdicts.length; index++) {
      const row = tables.verdicts.at("row", index);
      if (chosen[row] === 1) outcomes.set(row, outcomeOf(tables.verdicts.at("outcome", index)));
    }
  const counts = Array.from({ length: parts }, (): Partial<Record<RowOutcome, number>> => ({}));
  for (let row = 0; row < chosen.length; row++) {
    const part = chosen[row] === 1 ? counts[partOf(row)] : undefined;
    if (part === undefined) continue;
    const outcome = outcomes.get(row) ?? "unfinished";
    part[outcome] = (part[outcome] ?? 0) + 1;
  }
  return counts;
}
