import {
  levelOf,
  PROBLEM_FAILURE,
  RUN_ASYNC,
  RUN_FAILED,
  RUN_OBSERVES,
  runKinds,
  VOICE_OBSERVES,
} from "./codes.js";
import { hookKey, hookOfKey, type Columns, type Tables } from "./columns.js";

/** What one hook did. */
export interface HookStats {
  readonly name: string;
  /** The file of its settings; empty for what is no hook: rules, the user. */
  readonly file: string;
  /** It was started so often, and so often not, because nobody has approved it. */
  readonly runs: number;
  readonly skips: number;
  /** Events in which it said deny or halt, ask or defer, allow; whether or not that decided. */
  readonly blocks: number;
  readonly asks: number;
  readonly allows: number;
  /** Runs that only observed, and the events in which it then would have blocked or asked. */
  readonly observed: number;
  readonly wouldBlock: number;
  readonly wouldAsk: number;
  /** Events in which it failed. */
  readonly failures: number;
  /** Milliseconds; null where it never ended. */
  readonly p50: number | null;
  readonly p95: number | null;
  readonly totalMs: number;
}

/** The value below which a share of them is; null where there are none. They must be sorted. */
export function percentile(sorted: ArrayLike<number>, share: number): number | null {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? null;
}

/** Problems that no hook caused. */
const NO_HOOK = hookKey("", "");

/** What is counted once for an event, however often it is said in it. */
const counted = ["blocks", "asks", "allows", "wouldBlock", "wouldAsk", "failures"] as const;
type Counted = (typeof counted)[number];

class HookCount {
  runs = 0;
  skips = 0;
  observed = 0;
  /** How often it ended, and how long each took, as far as they were added. */
  ended = 0;
  times = new Float32Array(0);
  private filled = 0;
  readonly events: Record<Counted, number> = {
    blocks: 0,
    asks: 0,
    allows: 0,
    wouldBlock: 0,
    wouldAsk: 0,
    failures: 0,
  };
  private readonly last: Partial<Record<Counted, number>> = {};

  addTime(ms: number): void {
    if (this.filled === 0) this.times = new Float32Array(this.ended);
    this.times[this.filled++] = ms;
  }

  add(what: Counted, row: number): void {
    if (this.last[what] === row) return;
    this.last[what] = row;
    this.events[what]++;
  }
}

/** Counts by hook. */
export class HookCounts {
  private readonly counts = new Map<number, HookCount>();

  constructor(
    private readonly columns: Columns,
    private readonly chosen: Uint8Array,
  ) {
    for (const { tables } of columns.blocks) {
      this.addRuns(tables.runs);
      this.addVoices(tables.voices);
      this.addProblems(tables.problems);
    }
    for (const { tables } of columns.blocks) this.addTimes(tables.runs);
  }

  list(): HookStats[] {
    return [...this.counts]
      .filter(([key]) => this.columns.text(key) !== NO_HOOK)
      .map(([key, { runs, skips, observed, events, times: taken }]) => {
        const times = taken.toSorted();
        return {
          ...hookOfKey(this.columns.text(key)),
          runs,
          skips,
          observed,
          ...events,
          p50: percentile(times, 0.5),
          p95: percentile(times, 0.95),
          totalMs: Math.round(times.reduce((sum, ms) => sum + ms, 0)),
        };
      })
      .toSorted((one, other) => other.runs - one.runs || (one.name < other.name ? -1 : 1));
  }

  private of(key: number): HookCount {
    let count = this.counts.get(key);
    if (count === undefined) this.counts.set(key, (count = new HookCount()));
    return count;
  }

  private addRuns(runs: Tables["runs"]): void {
    for (let index = 0; index < runs.length; index++) {
      const row = runs.at("row", index);
      if (this.chosen[row] !== 1) continue;
      const hook = this.of(runs.at("hook", index));
      const flags = runs.at("flags", index);
      const kind = runKinds[runs.at("kind", index)];
      // An async hook has a start and, if it ended, a run.
      const isAsync = (flags & RUN_ASYNC) !== 0;
      if (kind === "skip") hook.skips++;
      else if (kind === "start" || !isAsync) {
        hook.runs++;
        if ((flags & RUN_OBSERVES) !== 0) hook.observed++;
      }
      if (kind === "run") hook.ended++;
      if ((flags & RUN_FAILED) !== 0) hook.add("failures", row);
    }
  }

  /** Afterwards, when it is known how many there are: a list that grows would take several times the room. */
  private addTimes(runs: Tables["runs"]): void {
    for (let index = 0; index < runs.length; index++)
      if (this.chosen[runs.at("row", index)] === 1 && runKinds[runs.at("kind", index)] === "run")
        this.of(runs.at("hook", index)).addTime(runs.at("ms", index));
  }

  private addVoices(voices: Tables["voices"]): void {
    for (let index = 0; index < voices.length; index++) {
      const row = voices.at("row", index);
      if (this.chosen[row] !== 1) continue;
      const hook = this.of(voices.at("hook", index));
      const level = levelOf(voices.at("level", index));
      const observes = (voices.at("flags", index) & VOICE_OBSERVES) !== 0;
      if (level === "deny" || level === "halt") hook.add(observes ? "wouldBlock" : "blocks", row);
      else if (level === "ask" || level === "defer") hook.add(observes ? "wouldAsk" : "asks", row);
      else if (level === "allow" && !observes) hook.add("allows", row);
    }
  }

  private addProblems(problems: Tables["problems"]): void {
    for (let index = 0; index < problems.length; index++) {
      const row = problems.at("row", index);
      if (this.chosen[row] !== 1 || (problems.at("flags", index) & PROBLEM_FAILURE) === 0) continue;
      this.of(problems.at("hook", index)).add("failures", row);
    }
  }
}
