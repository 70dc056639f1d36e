import type { Level } from "../dialects/index.js";
import type { Outcome } from "../decide/index.js";
import type { Reading } from "../route/index.js";
import { payloadFacts, shortInput } from "./payload-facts.js";
import type { RecordedEvent } from "./recorded-event.js";

/**
 * What came of an event, for a list: `unfinished` where no verdict is on record (the host was stopped, or still waits),
 * `unknown` where its record cannot be read.
 */
export type RowOutcome = Outcome | "unfinished" | "unknown";

/** An event in one row. Texts are as they were written: whoever shows them makes them safe. */
export interface EventRow {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly session: string;
  readonly event: string;
  readonly tool: string;
  /** The input of the call, in a few words. */
  readonly input: string;
  readonly project: string;
  readonly outcome: RowOutcome;
  /** Who decided: names of hooks, or what else it was. */
  readonly decidedBy: readonly string[];
  /** What the user said, where they were asked. */
  readonly answer: "allow" | "deny" | null;
  /** How long the agent waited for hooks; null where it waited for none. */
  readonly ms: number | null;
  /** A hook failed. */
  readonly failed: boolean;
  /** Codes of Problems, each once. */
  readonly problems: readonly string[];
  /** What hooks would have said that only observe. */
  readonly observed: readonly Observed[];
  /** What is wrong with its line in the ledger; null where nothing is. */
  readonly damage: string | null;
}

/** What a hook would have said that only observes. */
export interface Observed {
  readonly hook: string;
  readonly level: Level;
}

/** Hooks run at once, or one after the other: the agent waited for the longest at least, for all of them at most. */
export function waitedFor(times: readonly number[], betweenRecords: number): number {
  const longest = Math.max(0, ...times);
  const sum = times.reduce((total, ms) => total + ms, 0);
  return Math.min(Math.max(longest, betweenRecords), sum);
}

/** What a reading says for a row. */
export function readingFacts(
  reading: Reading,
): Pick<EventRow, "outcome" | "decidedBy" | "failed" | "problems" | "observed"> {
  const { voices } = reading.provenance;
  return {
    outcome: reading.outcome,
    decidedBy: [...new Set(voices.flatMap(({ won, hook }) => (won ? [hook] : [])))],
    failed: reading.failed,
    problems: [...new Set(reading.problems.map(({ code }) => code))],
    observed: voices.flatMap(({ observes, hook, level }) =>
      observes === true ? [{ hook, level }] : [],
    ),
  };
}

const undecided = { decidedBy: [], failed: false, problems: [], observed: [] } as const;

/** The row of an event that is known in full. */
export function toRow(event: RecordedEvent): EventRow {
  const { reading, ended, hooks, payload, answer } = event;
  const times = hooks.flatMap(({ ms, async }) => (ms === undefined || async === true ? [] : [ms]));
  return {
    id: event.eventId,
    time: event.time,
    ...payloadFacts(payload),
    event: event.event,
    input: shortInput(payload),
    ...(reading === null
      ? { ...undecided, outcome: ended === null ? ("unfinished" as const) : ("unknown" as const) }
      : readingFacts(reading)),
    answer: answer?.decision ?? null,
    ms:
      ended === null || times.length === 0
        ? null
        : waitedFor(times, Date.parse(ended) - Date.parse(event.time)),
    damage: null,
  };
}
