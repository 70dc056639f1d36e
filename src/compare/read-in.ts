import { interpret, type Reading, type WireRun } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import type { ComparedEvent } from "./targets.js";

/** What one place makes of all the runs of an event; null where it has no such event. */
export function readIn(
  { dialect, event }: ComparedEvent,
  payload: Payload,
  runs: readonly WireRun[],
): Reading | null {
  return event === null ? null : interpret({ dialect, event, payload, runs });
}
