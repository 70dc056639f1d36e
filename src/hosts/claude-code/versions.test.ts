import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";
import { findHost } from "../index.js";

function read(version: string, event: string, ...runs: WireRun[]): Reading {
  return interpret({ dialect: `claude-code@${version}`, event, runs });
}

const specific = (hookEventName: string, rest: object): WireRun => ({
  exit: 0,
  stdout: JSON.stringify({ hookSpecificOutput: { hookEventName, ...rest } }),
});

test("the plain name is the newest version", () => {
  expect(findHost("claude-code")?.version).toBe("2.1.325");
});

describe("what changed from 2.1.240 to 2.1.325", () => {
  test.each<[string, string, WireRun[], object, object]>([
    [
      "a broken object is no plain text any more",
      "UserPromptSubmit",
      [{ exit: 0, stdout: "{a}" }],
      { failed: false, toModel: [{ text: "{a}" }] },
      { failed: true, toModel: [] },
    ],
    [
      "exit code 2 blocks even for another event",
      "PreToolUse",
      [{ ...specific("Stop", {}), exit: 2 }],
      { outcome: "proceed", failed: true },
      { outcome: "block" },
    ],
    [
      "onFailure is honoured",
      "PreToolUse",
      [{ exit: 1, onFailure: "block" }],
      { outcome: "proceed" },
      { outcome: "block" },
    ],
    [
      "the top reason is used instead",
      "PreToolUse",
      [
        {
          exit: 0,
          stdout:
            '{"reason":"top","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}',
        },
      ],
      { toModel: [{ text: "Blocked by hook" }] },
      { toModel: [{ text: "top" }] },
    ],
    [
      "contexts are joined",
      "PreToolUse",
      [
        specific("PreToolUse", { additionalContext: "a" }),
        specific("PreToolUse", { additionalContext: "b" }),
      ],
      { toModel: [{ text: "a" }, { text: "b" }] },
      { toModel: [{ text: "a\nb" }] },
    ],
    [
      "the reason of a top-level block is reported next to a context",
      "PreToolUse",
      [
        {
          exit: 0,
          stdout:
            '{"decision":"block","reason":"why","hookSpecificOutput":{"hookEventName":"PreToolUse","additionalContext":"c"}}',
        },
      ],
      {
        outcome: "block",
        toModel: [{ text: "The call was denied" }, { text: "c" }],
        toLog: [{ kind: "reason", text: "why" }],
        problems: [{ code: "host-ignores-field", path: "reason" }],
      },
      { outcome: "block", toModel: [{ text: "why" }, { text: "c" }], problems: [] },
    ],
    [
      "an async prompt hook gives fields and not its whole stdout",
      "UserPromptSubmit",
      [{ exit: 0, async: true, stdout: '{"systemMessage":"m"}' }],
      { toModel: [{ text: '{"systemMessage":"m"}' }] },
      { toModel: [{ text: "m" }] },
    ],
    [
      "there is an event before a switch of models",
      "PreModelSwitch",
      [{ exit: 2 }],
      { outcome: "proceed" },
      { outcome: "block" },
    ],
  ])("%s", (_, event, runs, older, newer) => {
    expect(read("2.1.240", event, ...runs)).toMatchObject(older);
    expect(read("2.1.325", event, ...runs)).toMatchObject(newer);
  });

  test("the reason of a legacy block was always its own", () => {
    const run = { exit: 0, stdout: '{"decision":"block","reason":"old"}' };
    for (const version of ["2.1.240", "2.1.325"])
      expect(read(version, "PreToolUse", run).toModel).toMatchObject([{ text: "old" }]);
  });

  test("2.1.240 reports that PermissionRequest is not run everywhere", () => {
    const [problem] = read("2.1.240", "PermissionRequest", { exit: 0 }).problems;
    expect(problem).toMatchObject({ code: "host-fails-open", found: "print mode (-p)" });
  });

  test("an answer for an event that 2.1.240 does not have is invalid there", () => {
    const run = specific("PostModelSwitch", {});
    expect(read("2.1.240", "PreToolUse", run).problems[0]?.path).toBe(
      "hookSpecificOutput.hookEventName",
    );
  });
});

describe("the same bytes in other hosts do the opposite", () => {
  const deny = { hookEventName: "PreToolUse", permissionDecision: "deny" };
  test.each<[string, string, WireRun, string]>([
    ["a nested denial", "PreToolUse", specific("PreToolUse", deny), "block"],
    [
      "the same with continue: false",
      "PreToolUse",
      { exit: 0, stdout: JSON.stringify({ continue: false, hookSpecificOutput: deny }) },
      "halt",
    ],
    [
      "the same with an unknown key",
      "PreToolUse",
      { exit: 0, stdout: JSON.stringify({ x: 1, hookSpecificOutput: deny }) },
      "block",
    ],
    ["exit code 2 without a word", "PreToolUse", { exit: 2 }, "block"],
    ["exit code 2 with {}", "PreToolUse", { exit: 2, stdout: "{}" }, "block"],
    [
      "exit code 1 with a denial, against the table of inversions",
      "PreToolUse",
      { ...specific("PreToolUse", deny), exit: 1 },
      "block",
    ],
    ["a script that is missing", "PreToolUse", { exit: 127 }, "proceed"],
    ["a plain ok", "PreToolUse", { exit: 0, stdout: "ok" }, "proceed"],
    [
      "a block of the stop",
      "Stop",
      { exit: 0, stdout: '{"decision":"block","reason":"x"}' },
      "block",
    ],
    ["exit code 2 at the stop", "Stop", { exit: 2, stderr: "x" }, "block"],
  ])("%s on %s", (_, event, run, outcome) => {
    expect(read("2.1.325", event, run).outcome).toBe(outcome);
  });

  test("plain text at the start of a session is context", () => {
    expect(read("2.1.325", "SessionStart", { exit: 0, stdout: "x" }).toModel).toMatchObject([
      { text: "x" },
    ]);
  });
});
