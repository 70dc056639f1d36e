import { expect, test } from "vitest";
import { engineAnswer, type Say } from "../decode/index.js";
import type { Ruling } from "../rules/index.js";
import {
  abortAnswer,
  grantAnswer,
  refusalAnswer,
  ruleAnswers,
  stopLimitAnswer,
} from "./own-answers.js";

const says = (name: string, level: Say["level"], by: Say["by"], ...reasons: string[]): object =>
  engineAnswer(name, { level, by, reasons });

test.each<[decision: Ruling["decision"], bySelfProtection: boolean, name: string | null]>([
  ["none", false, null],
  ["none", true, null],
  ["allow", false, "permission rules"],
  ["ask", false, "permission rules"],
  ["deny", false, "permission rules"],
  ["deny", true, "self-protection"],
])("rules that say %s (self-protection: %s) answer as %s", (decision, bySelfProtection, name) => {
  const ruling = { decision, bySelfProtection, why: "it is so", rule: null, considered: [] };
  const expected = name === null ? [] : [says(name, decision as Say["level"], "rule", "it is so")];
  expect(ruleAnswers(ruling)).toEqual(expected);
});

test("a yes of the user's is an answer like any other", () => {
  const reason = "The user has allowed exactly this call in this session.";
  expect(grantAnswer).toEqual(says("the user", "allow", "grant", reason));
});

test("an abort halts, and whoever aborts need not know why", () => {
  expect(abortAnswer).toEqual(says("abort", "halt", "abort"));
});

test("a refusal halts with its reason", () => {
  expect(refusalAnswer("ledger", "no room")).toEqual(says("ledger", "halt", "refusal", "no room"));
});

test("one block too many lets the agent stop, and what is lost is a problem", () => {
  const text =
    "The agent stops: its Stop hooks have kept it going 8 times in a row without other work.";
  expect(stopLimitAnswer(8)).toEqual({
    ...says("stop limit", "allow", "stop-limit", text),
    problems: [
      {
        code: "stop-loop",
        severity: "warning",
        hook: "",
        path: "event",
        found: "9 blocks in a row",
        allowed: ["at most 8 (limits.stopBlocks)"],
        lost: "the block",
      },
    ],
  });
});
