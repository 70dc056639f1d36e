import { describe, expect, test } from "vitest";
import { specific, problemsOf, type Given, type ReportedProblem } from "./answer.test-support.js";

describe("each problem of a field names the place, what was found, what is allowed, what was meant and what was lost", () => {
  test.each<[string, Given, ReportedProblem[]]>([
    [
      "a misspelled restriction",
      { out: specific({ permissionDecision: " Block", permissionDecisionReason: "r" }) },
      [
        {
          code: "decision-respelled",
          severity: "warning",
          path: "hookSpecificOutput.permissionDecision",
          offset: 52,
          found: '" Block"',
          allowed: ["allow", "deny", "ask", "defer"],
          suggestion: "deny",
        },
      ],
    ],
    [
      "an unknown decision",
      { out: specific({ permissionDecision: "alow" }) },
      [
        {
          code: "decision-unknown",
          severity: "error",
          path: "hookSpecificOutput.permissionDecision",
          offset: 52,
          found: '"alow"',
          allowed: ["allow", "deny", "ask", "defer"],
          suggestion: "allow",
          lost: "the decision",
        },
      ],
    ],
    [
      "a decision of the wrong type",
      { out: { decision: ["block"] }, event: "Stop" },
      [
        {
          code: "decision-unknown",
          severity: "error",
          path: "decision",
          offset: 1,
          found: "[…]",
          allowed: ["block", "approve"],
          lost: "the decision",
        },
      ],
    ],
    [
      "continue written as a string",
      { out: { continue: " False ", stopReason: "s" } },
      [
        {
          code: "decision-respelled",
          severity: "warning",
          path: "continue",
          offset: 1,
          found: '" False "',
          allowed: ["true", "false"],
          suggestion: "false",
        },
      ],
    ],
    [
      "continue with an unknown value",
      { out: { continue: "true" } },
      [
        {
          code: "decision-unknown",
          severity: "error",
          path: "continue",
          offset: 1,
          found: '"true"',
          allowed: ["true", "false"],
          lost: "whether to go on",
        },
      ],
    ],
    [
      "an unknown field",
      { out: { sytemMessage: "x" } },
      [
        {
          code: "field-unknown",
          severity: "info",
          path: "sytemMessage",
          offset: 1,
          found: "sytemMessage",
          suggestion: "systemMessage",
        },
      ],
    ],
    [
      "a text of the wrong type",
      { out: { systemMessage: { a: 1 } } },
      [
        {
          code: "field-wrong-type",
          severity: "warning",
          path: "systemMessage",
          offset: 1,
          found: "an object: {…}",
          allowed: ["a string"],
          lost: "systemMessage",
        },
      ],
    ],
    [
      "suppressOutput of the wrong type",
      { out: { suppressOutput: null } },
      [
        {
          code: "field-wrong-type",
          severity: "warning",
          path: "suppressOutput",
          offset: 1,
          found: "null: null",
          allowed: ["a boolean"],
          lost: "suppressOutput",
        },
      ],
    ],
    [
      "an input of the wrong type",
      { out: specific({ updatedInput: [1] }) },
      [
        {
          code: "field-wrong-type",
          severity: "warning",
          path: "hookSpecificOutput.updatedInput",
          offset: 52,
          found: "an array: […]",
          allowed: ["an object"],
          lost: "updatedInput",
        },
      ],
    ],
    [
      "hookSpecificOutput of the wrong type",
      { out: { hookSpecificOutput: 42 } },
      [
        {
          code: "field-wrong-type",
          severity: "warning",
          path: "hookSpecificOutput",
          offset: 1,
          found: "42",
          allowed: ["an object"],
          lost: "everything in it",
        },
      ],
    ],
    [
      "a field of another event",
      { out: specific({ permissionDecision: "deny" }, "Stop"), event: "Stop" },
      [
        {
          code: "field-not-for-event",
          severity: "warning",
          path: "hookSpecificOutput.permissionDecision",
          offset: 46,
          found: "permissionDecision on Stop",
          allowed: ["PreToolUse", "PermissionRequest"],
          lost: '"deny"',
        },
      ],
    ],
    [
      "a field at the wrong level",
      { out: { additionalContext: "x" } },
      [
        {
          code: "field-misplaced",
          severity: "warning",
          path: "additionalContext",
          offset: 1,
          found: "additionalContext",
          suggestion: "hookSpecificOutput.additionalContext",
          lost: "what it permits, changes or adds",
        },
      ],
    ],
    [
      "a common field inside the specific part",
      { out: specific({ systemMessage: "x" }) },
      [
        {
          code: "field-misplaced",
          severity: "warning",
          path: "hookSpecificOutput.systemMessage",
          offset: 52,
          found: "hookSpecificOutput.systemMessage",
          suggestion: "systemMessage",
          lost: "what it permits, changes or adds",
        },
      ],
    ],
    [
      "a missing event name",
      { out: { hookSpecificOutput: {} } },
      [
        {
          code: "event-name-missing",
          severity: "warning",
          path: "hookSpecificOutput.hookEventName",
          found: "nothing",
          allowed: ["PreToolUse"],
          suggestion: "PreToolUse",
        },
      ],
    ],
    [
      "a missing event name where it is required",
      { out: { hookSpecificOutput: {} }, dialect: "wave/strict" },
      [
        {
          code: "event-name-missing",
          severity: "error",
          path: "hookSpecificOutput.hookEventName",
          found: "nothing",
          allowed: ["PreToolUse"],
          suggestion: "PreToolUse",
          lost: "the whole answer",
        },
        {
          code: "field-missing",
          severity: "error",
          path: "hookSpecificOutput.permissionDecision",
          found: "nothing",
          allowed: ["permissionDecision"],
          lost: "the whole answer",
        },
        {
          code: "strict-fallback",
          severity: "error",
          path: "stdout",
          found: "an invalid answer",
          lost: "the whole answer",
        },
      ],
    ],
    [
      "a wrong event name",
      { out: specific({}, "Stop") },
      [
        {
          code: "event-name-wrong",
          severity: "error",
          path: "hookSpecificOutput.hookEventName",
          offset: 23,
          found: '"Stop"',
          allowed: ["PreToolUse"],
          suggestion: "PreToolUse",
          lost: "what it permits, changes or adds",
        },
      ],
    ],
    [
      "a key that appears twice",
      { out: '{"systemMessage":"a","systemMessage":"b","systemMessage":"c"}' },
      [
        {
          code: "duplicate-key",
          severity: "warning",
          path: "systemMessage",
          offset: 21,
          found: '"a" and "b"',
        },
      ],
    ],
    [
      "a key that appears twice in the input",
      { out: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"a":1,"a":2}}}' },
      [
        {
          code: "duplicate-key",
          severity: "warning",
          path: "hookSpecificOutput.updatedInput.a",
          offset: 74,
          found: "2",
          lost: "updatedInput",
        },
      ],
    ],
    [
      "a reserved key in the input",
      {
        out: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"__proto__":1}}}',
      },
      [
        {
          code: "rewrite-key-dropped",
          severity: "warning",
          path: "hookSpecificOutput.updatedInput.__proto__",
          offset: 52,
          found: "__proto__",
          lost: "the key",
        },
      ],
    ],
    [
      "a number that overflows",
      { out: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"n":1e999}}}' },
      [
        {
          code: "number-out-of-range",
          severity: "error",
          path: "hookSpecificOutput.updatedInput.n",
          offset: 52,
          found: "n",
          lost: "updatedInput",
        },
      ],
    ],
  ])("%s", (_name, given, problems) => {
    expect(problemsOf(given)).toEqual(problems);
  });
});
