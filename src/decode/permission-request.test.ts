import { describe, expect, test } from "vitest";
import type { Answer } from "./index.js";
import { answer, specific, problemsOf, type Given } from "./answer.test-support.js";

describe("PermissionRequest", () => {
  const decision = (value: unknown): Given => ({
    event: "PermissionRequest",
    out: specific({ decision: value }, "PermissionRequest"),
  });
  test.each<[string, Given, Answer["says"]]>([
    [
      "an object that allows",
      decision({ behavior: "allow" }),
      [{ level: "allow", by: "json", reasons: [] }],
    ],
    [
      "an object that denies, with a message",
      decision({ behavior: "deny", message: "m" }),
      [{ level: "deny", by: "json", reasons: ["m"] }],
    ],
    [
      "an object that asks",
      decision({ behavior: "ASK", message: "m" }),
      [{ level: "ask", by: "json", reasons: ["m"] }],
    ],
    [
      "an empty message",
      decision({ behavior: "deny", message: "" }),
      [{ level: "deny", by: "json", reasons: ['Hook "guard" blocked this and gave no reason.'] }],
    ],
    [
      "a message of the wrong type",
      decision({ behavior: "deny", message: 1 }),
      [{ level: "deny", by: "json", reasons: ['Hook "guard" blocked this and gave no reason.'] }],
    ],
    [
      "a word",
      decision("block"),
      [{ level: "deny", by: "json", reasons: ['Hook "guard" blocked this and gave no reason.'] }],
    ],
    [
      "an object at the top",
      { event: "PermissionRequest", out: { decision: { behavior: "deny", message: "m" } } },
      [{ level: "deny", by: "json", reasons: ["m"] }],
    ],
    ["an unknown behaviour", decision({ behavior: "maybe" }), []],
    ["no behaviour", decision({ message: "m" }), []],
    ["an allow for another input", decision({ behavior: "allow", updatedInput: {} }), []],
    [
      "an allow next to an input that has no place here",
      {
        event: "PermissionRequest",
        out: specific({ permissionDecision: "allow", updatedInput: {} }, "PermissionRequest"),
      },
      [],
    ],
    [
      "two behaviours",
      {
        event: "PermissionRequest",
        out: '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"m","behavior":"allow"}}}',
      },
      [{ level: "deny", by: "json", reasons: ["m"] }],
    ],
  ])("%s", (_name, given, says) => {
    expect(answer(given).says).toEqual(says);
  });

  test("faults in the object are located", () => {
    const prefix = "hookSpecificOutput.decision";
    expect(problemsOf(decision({ behavior: "maybe", message: 1, extra: 2 }))).toMatchObject([
      {
        code: "decision-unknown",
        path: `${prefix}.behavior`,
        offset: 71,
        found: '"maybe"',
        allowed: ["allow", "deny"],
      },
      {
        code: "field-wrong-type",
        path: `${prefix}.message`,
        offset: 90,
        found: "1",
        allowed: ["a string"],
        lost: "the reason",
      },
      {
        code: "field-unknown",
        path: `${prefix}.extra`,
        offset: 102,
        found: "extra",
        allowed: ["behavior", "message"],
      },
    ]);
    expect(problemsOf(decision({}))).toMatchObject([
      {
        code: "decision-unknown",
        path: `${prefix}.behavior`,
        offset: 59,
        found: "nothing",
        allowed: ["allow", "deny"],
        lost: "the decision",
      },
    ]);
    expect(answer(decision({}))).toMatchObject({ failed: true });
  });

  test("a rewrite in the object makes the answer void, and is never silent", () => {
    const given = decision({ behavior: "deny", message: "m", updatedInput: {} });
    expect(answer(given)).toMatchObject({
      failed: true,
      says: [{ level: "deny", by: "json", reasons: ["m"] }],
    });
    expect(problemsOf(given)).toMatchObject([
      { code: "field-unknown", severity: "warning", found: "updatedInput", lost: "the new input" },
    ]);
  });

  test("an object is no decision on another event", () => {
    expect(problemsOf({ event: "Stop", out: { decision: { behavior: "deny" } } })).toMatchObject([
      { code: "decision-unknown", found: "{…}" },
    ]);
  });
});
