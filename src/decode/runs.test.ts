import { describe, expect, test } from "vitest";
import { specific, problemsOf, type Given, type ReportedProblem } from "./answer.test-support.js";

describe("each problem of a decision or a run names the place, what was found, what is allowed, what was meant and what was lost", () => {
  test.each<[string, Given, ReportedProblem[]]>([
    [
      "two decisions that disagree",
      {
        out: {
          decision: "approve",
          ...specific({ permissionDecision: "deny", permissionDecisionReason: "r" }),
        },
      },
      [
        {
          code: "decision-conflict",
          severity: "warning",
          path: "decision",
          found: "deny and allow",
        },
      ],
    ],
    [
      "a block without a reason",
      { out: { decision: "block" }, event: "Stop" },
      [
        {
          code: "reason-missing",
          severity: "warning",
          path: "reason",
          found: "nothing",
          allowed: ["a string that is not empty"],
          lost: "the reason",
        },
      ],
    ],
    [
      "reasons without a decision",
      { out: { reason: "a", ...specific({ permissionDecisionReason: "b" }) } },
      [
        {
          code: "reason-unused",
          severity: "info",
          path: "reason",
          found: "a · b",
          lost: "the text",
        },
      ],
    ],
    [
      "a prompt that may not be rewritten",
      { out: specific({ updatedPrompt: "x" }, "UserPromptSubmit"), event: "UserPromptSubmit" },
      [
        {
          code: "field-turned-off",
          severity: "warning",
          path: "hookSpecificOutput.updatedPrompt",
          found: '"x"',
          suggestion: '"allowUpdatedPrompt": true',
          lost: "the new prompt",
        },
      ],
    ],
    [
      "an overridden exit code 2",
      { out: specific({ permissionDecision: "ask", permissionDecisionReason: "r" }), exit: 2 },
      [
        {
          code: "exit-code-overridden",
          severity: "warning",
          path: "exit",
          found: "2, but ask",
          lost: "the block",
        },
      ],
    ],
    [
      "an exit code 2 overridden by continue",
      { out: { continue: true }, exit: 2 },
      [
        {
          code: "exit-code-overridden",
          severity: "warning",
          path: "exit",
          found: "2, but continue: true",
          lost: "the block",
        },
      ],
    ],
    [
      "another code next to a stated decision",
      { out: specific({ permissionDecision: "deny", permissionDecisionReason: "r" }), exit: 1 },
      [
        {
          code: "exit-code-ignored",
          severity: "info",
          path: "exit",
          found: "1",
          allowed: ["0", "2"],
        },
      ],
    ],
    [
      "an error code",
      { exit: 127 },
      [
        {
          code: "exit-code-failure",
          severity: "warning",
          path: "exit",
          found: "127",
          allowed: ["0", "2"],
        },
      ],
    ],
    [
      "a timeout with an answer that is void",
      {
        out: {
          continue: true,
          ...specific({ permissionDecision: "allow", updatedInput: {}, additionalContext: "c" }),
        },
        ending: { type: "timed-out" },
        timeout: 5,
      },
      [
        {
          code: "run-timed-out",
          severity: "error",
          path: "exit",
          found: 'Hook "guard" gave no answer within 5 s.',
        },
        {
          code: "answer-void",
          severity: "warning",
          path: "stdout",
          found: "allow, continue, updatedInput, additionalContext",
          lost: "allow, continue, updatedInput, additionalContext",
        },
      ],
    ],
    [
      "a void tool output",
      { out: specific({ updatedToolOutput: 1 }, "PostToolUse"), event: "PostToolUse", exit: 1 },
      [
        {
          code: "exit-code-failure",
          severity: "warning",
          path: "exit",
          found: "1",
          allowed: ["0", "2"],
        },
        {
          code: "answer-void",
          severity: "warning",
          path: "stdout",
          found: "updatedToolOutput",
          lost: "updatedToolOutput",
        },
      ],
    ],
    [
      "a void prompt",
      {
        out: specific({ updatedPrompt: "x" }, "UserPromptSubmit"),
        event: "UserPromptSubmit",
        dialect: "gosu",
        exit: 1,
      },
      [
        {
          code: "exit-code-failure",
          severity: "warning",
          path: "exit",
          found: "1",
          allowed: ["0", "2"],
        },
        {
          code: "answer-void",
          severity: "warning",
          path: "stdout",
          found: "updatedPrompt",
          lost: "updatedPrompt",
        },
      ],
    ],
    [
      "a signal",
      { ending: { type: "signalled", signal: "SIGSEGV" } },
      [
        {
          code: "run-signalled",
          severity: "error",
          path: "exit",
          found: 'Hook "guard" was killed by SIGSEGV.',
        },
      ],
    ],
    [
      "no start",
      { ending: { type: "not-started", error: "ENOENT" } },
      [
        {
          code: "run-not-started",
          severity: "error",
          path: "exit",
          found: 'Hook "guard" could not be started (ENOENT).',
        },
      ],
    ],
    [
      "an abort",
      { ending: { type: "cancelled" } },
      [
        {
          code: "run-cancelled",
          severity: "warning",
          path: "exit",
          found: 'Aborted while hook "guard" was running.',
        },
      ],
    ],
  ])("%s", (_name, given, problems) => {
    expect(problemsOf(given)).toEqual(problems);
  });
});
