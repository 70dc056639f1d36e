import { describe, expect, test } from "vitest";
import type { Answer } from "./index.js";
import { answer, specific, type Given } from "./answer.test-support.js";

describe("failures", () => {
  test.each<[string, Given, Partial<Answer>]>([
    [
      "an error code shows stderr",
      { exit: 1, err: "boom" },
      { failed: true, error: { text: "boom", lane: "otherCode" } },
    ],
    [
      "an error code without stderr shows a default",
      { exit: 3 },
      {
        failed: true,
        error: {
          text: 'Hook "guard" failed with exit code 3 and said nothing.',
          lane: "otherCode",
        },
      },
    ],
    [
      "a timeout is reported",
      { ending: { type: "timed-out" } },
      { failed: true, error: { text: 'Hook "guard" gave no answer in time.', lane: "noAnswer" } },
    ],
    [
      "malformed output has no text of its own",
      { out: "{" },
      { failed: true, error: null, says: [], asides: ["{"] },
    ],
    [
      "an abort halts",
      { ending: { type: "cancelled" } },
      {
        failed: true,
        error: null,
        says: [
          { level: "halt", by: "abort", reasons: ['Aborted while hook "guard" was running.'] },
        ],
      },
    ],
    [
      "an allow among noise does not excuse an error code",
      { out: 'hi\n{"decision":"approve"}', exit: 1, err: "boom" },
      { error: { text: "boom", lane: "otherCode" }, says: [] },
    ],
    [
      "nor does continue among noise",
      { out: 'hi\n{"continue":true}', exit: 1, err: "boom" },
      { error: { text: "boom", lane: "otherCode" } },
    ],
    [
      "a deny among noise is an answer",
      { out: 'hi\n{"decision":"block","reason":"r"}', exit: 1, err: "boom" },
      { error: null, failed: true, asides: ["boom"] },
    ],
    [
      "continue is an answer",
      { out: { continue: true, ...specific({ additionalContext: "c" }) }, exit: 1, err: "boom" },
      { failed: false, error: null, context: "c", asides: ["boom"] },
    ],
    [
      "exit code 2 with malformed output blocks and has failed",
      { out: "{", exit: 2, err: "no", onFailure: "ask" },
      { failed: true, says: [{ level: "deny", by: "exit-code", reasons: ["no"] }] },
    ],
    [
      "onFailure does nothing where nothing can be blocked",
      { exit: 1, event: "SessionEnd", onFailure: "block" },
      { failed: true, says: [] },
    ],
    [
      "onFailure ask does not soften a deny",
      { out: 'hi\n{"decision":"block","reason":"r"}', onFailure: "ask" },
      { says: [{ level: "deny", by: "json", reasons: ["r"] }] },
    ],
    [
      "onFailure block is stricter than an ask",
      {
        out: `hi\n${JSON.stringify(specific({ permissionDecision: "ask", permissionDecisionReason: "r" }))}`,
        onFailure: "block",
      },
      {
        says: [
          {
            level: "deny",
            by: "failure",
            reasons: ['Hook "guard" gave an answer that cannot be read. Its onFailure is "block".'],
          },
          { level: "ask", by: "json", reasons: ["r"] },
        ],
      },
    ],
    [
      "exit code 2 where nothing can be blocked is a notice",
      { exit: 2, err: "note", event: "SessionEnd" },
      { failed: false, says: [], notice: "note" },
    ],
    [
      "a notice without words names the code",
      { exit: 2, event: "SessionEnd" },
      { notice: 'Hook "guard" ended with exit code 2 and gave no reason.' },
    ],
  ])("%s", (_name, given, expected) => {
    expect(answer(given)).toMatchObject(expected);
  });
});

test("an abort keeps the reason of a halt that the hook stated", () => {
  const out = { continue: false, stopReason: "enough" };
  expect(answer({ out, ending: { type: "cancelled" } }).says).toEqual([
    { level: "halt", by: "abort", reasons: ['Aborted while hook "guard" was running.', "enough"] },
  ]);
});

test("merge is the hook's own setting", () => {
  expect(answer({ out: specific({ updatedInput: {} }), merge: true })).toMatchObject({
    changes: { input: {} },
    merges: true,
  });
});

test("exit code 2 does not override a stated halt in gosu", () => {
  expect(
    answer({ dialect: "gosu", out: { continue: false, stopReason: "s" }, exit: 2, err: "err" }),
  ).toMatchObject({
    says: [{ level: "halt", reasons: ["s"] }],
    asides: ["err"],
  });
});
