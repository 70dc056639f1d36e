import { engineAnswer, type Answer } from "../decode/index.js";
import { problemList } from "../problem/index.js";
import type { Ruling } from "../rules/index.js";

/** What the permission rules say, as one more answer. */
export function ruleAnswers({ decision, why, bySelfProtection }: Ruling): readonly Answer[] {
  if (decision === "none") return [];
  const name = bySelfProtection ? "self-protection" : "permission rules";
  return [engineAnswer(name, { level: decision, by: "rule", reasons: [why] })];
}

/** The user has said yes to exactly this call: that answers an `ask` of anyone, and a deny of nobody. */
export const grantAnswer: Answer = engineAnswer("the user", {
  level: "allow",
  by: "grant",
  reasons: ["The user has allowed exactly this call in this session."],
});

/** Stop hooks have kept the agent going as often as they may. */
export function stopLimitAnswer(most: number): Answer {
  const list = problemList("");
  list.report("stop-loop", {
    path: "event",
    found: `${most + 1} blocks in a row`,
    allowed: [`at most ${most} (limits.stopBlocks)`],
    lost: "the block",
  });
  const text = `The agent stops: its Stop hooks have kept it going ${most} times in a row without other work.`;
  const say = { level: "allow", by: "stop-limit", reasons: [text] } as const;
  return engineAnswer("stop limit", say, list.problems);
}

/** The event was aborted before any hook could answer. Whoever aborts knows it. */
export const abortAnswer: Answer = engineAnswer("abort", {
  level: "halt",
  by: "abort",
  reasons: [],
});

/** Nothing may continue, whatever hooks would say. */
export function refusalAnswer(by: string, reason: string): Answer {
  return engineAnswer(by, { level: "halt", by: "refusal", reasons: [reason] });
}
