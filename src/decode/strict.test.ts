import { describe, expect, test } from "vitest";
import type { Answer } from "./index.js";
import { answer, specific, problemsOf, type Given } from "./answer.test-support.js";

describe("the strict reading", () => {
  const strict = (given: Given): Answer => answer({ dialect: "wave/strict", ...given });
  test.each<[string, Given]>([
    ["continue false without stopReason", { out: { continue: false } }],
    ["a block without a reason", { out: { decision: "block" }, event: "Stop" }],
    ["a respelled decision", { out: { decision: "BLOCK", reason: "r" }, event: "Stop" }],
    ["continue as a string", { out: { continue: "false", stopReason: "s" } }],
    ["noise", { out: 'hi\n{"decision":"block","reason":"r"}', event: "Stop" }],
    [
      "depth",
      { out: `{"continue":false,"stopReason":"s","x":${"[".repeat(70)}${"]".repeat(70)}}` },
    ],
    ["a cut output", { out: { continue: false, stopReason: "s" }, cut: true }],
    [
      "a specific field of the wrong type",
      { out: specific({ additionalContext: 1 }, "PostToolUse"), event: "PostToolUse" },
    ],
    ["a specific part without its decision", { out: specific({ updatedInput: {} }) }],
    ["a value that it does not know", { out: specific({ permissionDecision: "defer" }) }],
  ])("rejects %s as a whole", (_name, given) => {
    expect(strict(given)).toMatchObject({ failed: true, says: [], warning: null, context: null });
  });

  test("takes a common field of the wrong type for what it is: one field", () => {
    expect(strict({ out: { systemMessage: 1, continue: false, stopReason: "s" } })).toMatchObject({
      failed: false,
      says: [{ level: "halt" }],
    });
  });

  test("says which field is missing", () => {
    expect(problemsOf({ dialect: "wave/strict", out: specific({}) })[0]).toEqual({
      code: "field-missing",
      severity: "error",
      path: "hookSpecificOutput.permissionDecision",
      found: "nothing",
      allowed: ["permissionDecision"],
      lost: "the whole answer",
    });
  });

  test("says which reason is missing", () => {
    expect(problemsOf({ dialect: "wave/strict", out: { continue: false } })[0]).toEqual({
      code: "reason-missing",
      severity: "error",
      path: "stopReason",
      found: "nothing",
      allowed: ["a string that is not empty"],
      lost: "the whole answer",
    });
    expect(
      problemsOf({ dialect: "wave/strict", event: "Stop", out: { decision: "block" } })[0],
    ).toMatchObject({ path: "reason" });
  });

  test("wants no reason for a permission", () => {
    expect(strict({ out: specific({ permissionDecision: "deny" }) })).toMatchObject({
      failed: false,
      says: [{ level: "deny" }],
    });
  });
});

describe("hooks of type json", () => {
  test("are read like printed answers", () => {
    expect(answer({ json: { decision: "block", reason: "r" }, event: "Stop" })).toMatchObject({
      failed: false,
      says: [{ level: "deny", reasons: ["r"] }],
    });
  });

  test.each([null, 1, "x", [{ decision: "block" }]])("%j is no answer", (json) => {
    const given = { json: json as never, event: "Stop" };
    expect(answer(given)).toMatchObject({ failed: true, says: [] });
    expect(problemsOf(given)).toMatchObject([
      { code: "output-malformed", path: "json", allowed: ["an object"] },
    ]);
  });

  test("too deep an answer may only tighten", () => {
    const cycle: Record<string, unknown> = { decision: "approve" };
    cycle["self"] = cycle;
    expect(answer({ json: cycle as never })).toMatchObject({ failed: true, says: [] });
    expect(problemsOf({ json: cycle as never })[0]).toMatchObject({
      code: "output-too-deep",
      path: "json",
    });
  });

  test("big integers stay exact", () => {
    const json = specific({ updatedInput: { id: 12345678901234567890n } }) as never;
    expect(answer({ json }).changes).toEqual({ input: { id: 12345678901234567890n } });
  });
});
