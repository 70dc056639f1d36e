import { describe, expect, test } from "vitest";
import type { Answer } from "./index.js";
import { answer, specific, type Given } from "./answer.test-support.js";

describe("which reason a decision has", () => {
  test.each<[string, Given, Answer["says"]]>([
    [
      "its own",
      { out: { decision: "block", reason: "own" }, event: "Stop", err: "err" },
      [{ level: "deny", by: "json", reasons: ["own"] }],
    ],
    [
      "that of each of two decisions, once",
      {
        out: {
          decision: "block",
          reason: "a",
          ...specific({ permissionDecision: "deny", permissionDecisionReason: "b" }),
        },
      },
      [{ level: "deny", by: "json", reasons: ["b", "a"] }],
    ],
    [
      "another reason of the answer",
      { out: { reason: "other", ...specific({ permissionDecision: "deny" }) }, err: "err" },
      [{ level: "deny", by: "json", reasons: ["other"] }],
    ],
    [
      "stderr",
      { out: specific({ permissionDecision: "deny" }), err: " err " },
      [{ level: "deny", by: "json", reasons: ["err"] }],
    ],
    [
      "stderr, for an ask",
      { out: specific({ permissionDecision: "ask" }), err: "err" },
      [{ level: "ask", by: "json", reasons: ["err"] }],
    ],
    [
      "a default that names the hook",
      { out: specific({ permissionDecision: "deny", permissionDecisionReason: " " }) },
      [{ level: "deny", by: "json", reasons: ['Hook "guard" blocked this and gave no reason.'] }],
    ],
    [
      "a default for an ask",
      { out: specific({ permissionDecision: "ask" }) },
      [
        {
          level: "ask",
          by: "json",
          reasons: ['Hook "guard" wants you to decide and gave no reason.'],
        },
      ],
    ],
    [
      "a default for a halt, whatever stderr says",
      { out: { continue: false }, err: "err" },
      [
        {
          level: "halt",
          by: "json",
          reasons: ['Hook "guard" stopped the agent and gave no reason.'],
        },
      ],
    ],
    [
      "none, for an allow",
      { out: specific({ permissionDecision: "allow" }), err: "err" },
      [{ level: "allow", by: "json", reasons: [] }],
    ],
    [
      "none, for a defer",
      { out: specific({ permissionDecision: "defer" }), err: "err" },
      [{ level: "defer", by: "json", reasons: [] }],
    ],
    [
      "stderr of exit code 2",
      { exit: 2, err: "err\n" },
      [{ level: "deny", by: "exit-code", reasons: ["err"] }],
    ],
    [
      "a default with the code",
      { exit: 2 },
      [
        {
          level: "deny",
          by: "exit-code",
          reasons: ['Hook "guard" blocked this with exit code 2 and gave no reason.'],
        },
      ],
    ],
    [
      "systemMessage in gosu",
      {
        dialect: "gosu",
        out: { systemMessage: "sm", ...specific({ permissionDecision: "deny" }) },
        err: "err",
      },
      [{ level: "deny", by: "json", reasons: ["sm"] }],
    ],
    [
      "stderr before systemMessage where exit code 2 blocks in gosu",
      { dialect: "gosu", out: { systemMessage: "sm" }, exit: 2, err: "err" },
      [{ level: "deny", by: "exit-code", reasons: ["err"] }],
    ],
    [
      "systemMessage where exit code 2 says nothing in gosu",
      { dialect: "gosu", out: { systemMessage: "sm" }, exit: 2 },
      [{ level: "deny", by: "exit-code", reasons: ["sm"] }],
    ],
    [
      "stderr of exit code 2 that outranks an ask in gosu",
      { dialect: "gosu", out: specific({ permissionDecision: "ask" }), exit: 2, err: "err" },
      [
        { level: "deny", by: "exit-code", reasons: ["err"] },
        {
          level: "ask",
          by: "json",
          reasons: ['Hook "guard" wants you to decide and gave no reason.'],
        },
      ],
    ],
    [
      "the failure, with what it leads to",
      { ending: { type: "timed-out" }, onFailure: "block" },
      [
        {
          level: "deny",
          by: "failure",
          reasons: ['Hook "guard" gave no answer in time. Its onFailure is "block".'],
        },
      ],
    ],
    [
      "stderr of a failing code",
      { exit: 1, err: "boom", onFailure: "ask" },
      [
        {
          level: "ask",
          by: "failure",
          reasons: ['Hook "guard" failed with exit code 1. Its onFailure is "ask".'],
        },
      ],
    ],
    [
      "that the answer cannot be read",
      { out: "{", onFailure: "block" },
      [
        {
          level: "deny",
          by: "failure",
          reasons: ['Hook "guard" gave an answer that cannot be read. Its onFailure is "block".'],
        },
      ],
    ],
    [
      "all levels, strictest first",
      {
        out: {
          continue: false,
          stopReason: "s",
          decision: "approve",
          reason: "a",
          ...specific({ permissionDecision: "deny", permissionDecisionReason: "d" }),
        },
      },
      [
        { level: "halt", by: "json", reasons: ["s"] },
        { level: "deny", by: "json", reasons: ["d"] },
        { level: "allow", by: "json", reasons: ["a"] },
      ],
    ],
  ])("%s", (_name, given, says) => {
    expect(answer(given).says).toEqual(says);
  });

  test("a systemMessage that became the reason is not delivered again, but for an ask it is", () => {
    const out = (decision: string): object => ({
      systemMessage: "sm",
      ...specific({ permissionDecision: decision }),
    });
    expect(answer({ dialect: "gosu", out: out("deny") }).warning).toBeNull();
    expect(answer({ dialect: "gosu", out: out("ask") })).toMatchObject({
      warning: "sm",
      says: [{ reasons: ["sm"] }],
    });
    expect(answer({ out: out("deny") }).warning).toBe("sm");
  });

  test("a stderr that served as a reason is not logged as well, any other is", () => {
    expect(answer({ exit: 2, err: "err" }).asides).toEqual([]);
    expect(answer({ exit: 1, err: "err" }).asides).toEqual([]);
    expect(
      answer({ out: { decision: "block", reason: "own" }, event: "Stop", err: "err" }).asides,
    ).toEqual(["err"]);
    expect(answer({ out: { reason: "loose" }, err: "err" }).asides).toEqual(["err", "loose"]);
  });
});
