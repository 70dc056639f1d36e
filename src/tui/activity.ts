import type { SessionEvent } from "../session/index.js";
import type { Fired } from "../engine/index.js";
import { executionsOf } from "../agent/index.js";
import type { Payload } from "../payload/index.js";
import { payloadFacts, shortInput, waitedFor } from "../recorded/index.js";

/** A hook that runs at this moment. */
export interface RunningHook {
  /** Of the event and the hook: the same hook may run for two calls at once. */
  readonly key: string;
  readonly hook: string;
  readonly event: string;
  readonly since: number;
}

/** What came of an event, without its payload and what its hooks have printed: that may be megabytes. */
export interface Traced extends Pick<Fired, "event" | "dialect" | "reading"> {
  readonly tool: string;
  /** The input of the call, in a few words. */
  readonly input: string;
  /** How long hooks took; null where none ran. */
  readonly ms: number | null;
}

/** What the session does and has done, apart from its conversation. */
export interface Activity {
  readonly running: readonly RunningHook[];
  /** The last events, the oldest first. */
  readonly traced: readonly Traced[];
  readonly hooksRun: number;
  readonly hooksFailed: number;
  /** Ids of hooks, and layers of whole files, that did not run because nobody has approved them. */
  readonly unapproved: readonly string[];
  readonly isBusy: boolean;
  /** Counts the turns. */
  readonly turn: number;
}

export const idle: Activity = {
  running: [],
  traced: [],
  hooksRun: 0,
  hooksFailed: 0,
  unapproved: [],
  isBusy: false,
  turn: 0,
};

const MOST_TRACED = 50;

export function followSession(state: Activity, event: SessionEvent, now: number): Activity {
  switch (event.type) {
    case "progress": {
      const { progress } = event;
      const key = `${progress.eventId} ${progress.hook.id}`;
      const others = state.running.filter((one) => one.key !== key);
      if (progress.type === "run-end") return { ...state, running: others };
      const { name, event: on } = progress.hook;
      return { ...state, running: [...others, { key, hook: name, event: on, since: now }] };
    }
    case "fired": {
      const executions = executionsOf(event.fired, now);
      return {
        ...state,
        traced: [...state.traced, tracedOf(event.fired, event.payload ?? {})].slice(-MOST_TRACED),
        hooksRun: state.hooksRun + executions.length,
        hooksFailed: state.hooksFailed + executions.filter(({ failed }) => failed).length,
        unapproved: unapprovedAfter(state.unapproved, event.fired),
      };
    }
    case "busy":
      return { ...state, isBusy: event.busy, turn: state.turn + (event.busy ? 1 : 0) };
    // All that is not approved is in `fired` as well.
    default:
      return state;
  }
}

function tracedOf({ event, dialect, reading, hooks }: Fired, payload: Payload): Traced {
  const times = hooks.flatMap(({ ms, async }) => (ms === undefined || async === true ? [] : [ms]));
  return {
    event,
    dialect,
    reading,
    tool: payloadFacts(payload).tool,
    input: shortInput(payload),
    ms: times.length === 0 ? null : waitedFor(times, 0),
  };
}

/** Of hooks that this event is not about, what was known before holds. A whole file is in every event. */
function unapprovedAfter(before: readonly string[], { hooks }: Fired): readonly string[] {
  const finished = new Set(hooks.filter(({ ran }) => ran).map(({ id }) => id));
  const now = hooks.filter(({ skipped }) => skipped === "trust").map(({ id }) => id);
  const still = before.filter((id) => id.includes(":") && !finished.has(id));
  return [...new Set([...still, ...now])];
}
