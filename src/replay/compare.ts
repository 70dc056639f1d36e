import { isDeepStrictEqual } from "node:util";
import { keptOf } from "../trace/index.js";
import { compareStrictness, type Decision } from "./decision.js";

/**
 * How a decision differs from the one on record. `loosened`: less is denied or asked, the question to the user is skipped, or a
 * rewrite is gone. `rewritten`: the call would be another one. `reworded`: only texts differ.
 */
export type DecisionChange = "loosened" | "tightened" | "rewritten" | "reworded" | "same";

export function compareDecisions(before: Decision, after: Decision): DecisionChange {
  const strictness = compareStrictness(before, after);
  if (strictness < 0) return "loosened";
  if (strictness > 0) return "tightened";
  const rewrites = (["input", "prompt"] as const).map((name) => ({
    isGone: before[name] !== null && after[name] === null,
    isSame: isSameValue(before[name], after[name]),
  }));
  if (rewrites.some(({ isGone }) => isGone)) return "loosened";
  if (rewrites.some(({ isSame }) => !isSame)) return "rewritten";
  const areSame = (["toModel", "toUser"] as const).every((lane) =>
    isSameValue(before[lane], after[lane]),
  );
  return areSame ? "same" : "reworded";
}

/** What was not kept whole cannot be compared. */
function isSameValue(before: unknown, after: unknown): boolean {
  return keptOf(before) !== "whole" || isDeepStrictEqual(before, after);
}
