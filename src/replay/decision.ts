import { strictnessOf } from "../hook-tests/index.js";
import type { Reading } from "../interpret/index.js";

/** What came of an event, as far as it is compared. */
export interface Decision extends Pick<Reading, "outcome" | "permission" | "input" | "prompt"> {
  readonly toModel: readonly string[];
  readonly toUser: readonly string[];
}

/** A larger number leaves less to the agent: who allows takes the user's question away. */
const permissions: Readonly<Record<Reading["permission"], number>> = {
  allow: 0,
  none: 1,
  ask: 2,
  defer: 2,
  deny: 3,
};

/** Negative where the second is less strict than the first. */
export function compareStrictness(before: Decision, after: Decision): number {
  return (
    strictnessOf(after.outcome) - strictnessOf(before.outcome) ||
    permissions[after.permission] - permissions[before.permission]
  );
}
