import type { HookRun } from "../decode/index.js";
import { findDialect } from "../dialects/index.js";
import type { Payload } from "../payload/index.js";
import type { Reading } from "../route/index.js";
import { readEvent } from "./read-event.js";
import { toHookRun, type WireRun } from "./wire-run.js";

/** How much of what hooks print is kept, and how much of one text the model gets. */
export interface Limits {
  /** Bytes kept of each stream of a hook. */
  readonly outputBytes: number;
  /** Characters of one text to the model. */
  readonly modelChars: number;
}

/** The limits that hold where none are given. */
export const defaultLimits: Limits = { outputBytes: 102_400, modelChars: 10_000 };

/** One event, and how every matching hook ended. */
export interface InterpretRequest {
  /** `name` or `name@version`. */
  readonly dialect: string;
  readonly event: string;
  readonly payload?: Payload;
  /** In configuration order. */
  readonly runs: readonly WireRun[];
  /** Indexes of `runs` in the order of completion. Snaphook's own dialects never ask. */
  readonly finish?: readonly number[];
  readonly limits?: Partial<Limits>;
  readonly allowUpdatedPrompt?: boolean;
}

/**
 * The pure stages in one call, in a dialect of Snaphook's own. Throws on a caller's mistake (unknown dialect, a run
 * without an ending), never on a hook's.
 */
export function interpretOwn(request: InterpretRequest): Reading {
  const dialect = findDialect(request.dialect);
  const { runs, limits } = readRuns(request);
  const { event, payload = {}, allowUpdatedPrompt = false } = request;
  const { modelChars } = limits;
  return readEvent(runs, { dialect, event, payload, modelChars, allowUpdatedPrompt });
}

/** The runs and limits of a request, checked. */
export function readRuns(request: InterpretRequest): {
  readonly runs: readonly HookRun[];
  readonly limits: Limits;
} {
  if (typeof request.event !== "string" || request.event === "")
    throw new TypeError("event must be the name of an event");
  if (!Array.isArray(request.runs)) throw new TypeError("runs must be an array");
  const limits = readLimits(request.limits);
  const runs = request.runs.map((run: WireRun, index) => toHookRun(run, index, limits.outputBytes));
  return { runs, limits };
}

/** A limit that is no number of at least 1 would cut everything, denials included: the default is used. */
function readLimits(given: Partial<Limits> = {}): Limits {
  const read = (name: keyof Limits): number => {
    const limit = given[name];
    return limit !== undefined && limit >= 1 ? Math.floor(limit) : defaultLimits[name];
  };
  return { outputBytes: read("outputBytes"), modelChars: read("modelChars") };
}
