import { describe, expect, test } from "vitest";
import {
  bash,
  deny,
  facts,
  own,
  permission,
  print,
  read,
  rewriteTo,
  type Row,
} from "./answers.test-support.js";

describe("several hooks", () => {
  test.each<Row>([
    [
      "the model gets the first reason, the user all",
      "PreToolUse",
      [print(deny), { exit: 2, stderr: "two" }],
      ["block", "deny", ["no"], ["no", "two"], false],
    ],
    [
      "contexts come before the reason of an earlier hook",
      "PreToolUse",
      [print(deny), print(own("PreToolUse", { additionalContext: "c" }))],
      ["block", "deny", ["c", "no"], ["no", "c"], false],
    ],
    [
      "a failure next to a grant does not take it back",
      "PermissionRequest",
      [print(permission({ behavior: "allow" })), { exit: 1 }],
      ["proceed", "allow", [], ["hook exited with code 1"], true],
    ],
    [
      "a stop and a block replace one result together",
      "PostToolUse",
      [print({ continue: false, stopReason: "s" }), { exit: 2, stderr: "b" }],
      ["block", "none", ["s\n\nb"], ["s", "b"], false],
    ],
    [
      "a stop next to a block ends the turn",
      "UserPromptSubmit",
      [{ exit: 2, stderr: "b" }, print({ continue: false, stopReason: "s" })],
      ["halt", "none", [], ["b", "s"], false],
    ],
  ])("%s", (_, event, runs, expected) => {
    expect(facts(event, ...runs)).toEqual(expected);
  });
});

describe("an async hook speaks to the model and nobody else, and does not decide", () => {
  test.each<Row>([
    [
      "nobody is notified of its exit code 2",
      "UserPromptSubmit",
      [{ exit: 2, stderr: "b", async: true }],
      ["proceed", "none", [], [], false],
    ],
    [
      "its context counts although its decision has no reason",
      "UserPromptSubmit",
      [
        print(
          { decision: "block", ...own("UserPromptSubmit", { additionalContext: "c" }) },
          { async: true },
        ),
      ],
      ["proceed", "none", ["c"], [], false],
    ],
    [
      "it grants nothing",
      "PermissionRequest",
      [print(permission({ behavior: "allow" }), { async: true })],
      ["ask", "none", [], [], false],
    ],
    [
      "it stops nothing",
      "PreCompact",
      [print({ continue: false, systemMessage: "m" }, { async: true })],
      ["proceed", "none", [], [], false],
    ],
    [
      "where Codex waits for it, its failure is shown",
      "SessionEnd",
      [{ exit: 1, stderr: "b", async: true }],
      ["proceed", "none", [], ["b"], true],
    ],
  ])("%s", (_, event, runs, expected) => {
    expect(facts(event, ...runs)).toEqual(expected);
  });
});

test("what an async hook says to the user is kept for the log, and named", () => {
  const reading = read("UserPromptSubmit", [print({ systemMessage: "m" }, { async: true })]);
  expect(reading.toLog).toEqual([{ kind: "warning", text: "m", hook: "#0" }]);
  expect(reading.problems).toMatchObject([
    { code: "host-ignores-field", path: "systemMessage", found: "m" },
  ]);
});

describe("a rewritten input", () => {
  const mcp = { payload: { tool_name: "mcp__a__b" } };
  test("of a command tool is its command and nothing else", () => {
    const reading = read("PreToolUse", [print(rewriteTo({ command: "x", cwd: "/" }))]);
    expect(reading.input).toEqual({ command: "x" });
    expect(reading.problems).toEqual([
      {
        code: "host-ignores-field",
        severity: "warning",
        hook: "#0",
        path: "hookSpecificOutput.updatedInput.cwd",
        found: "cwd",
      },
    ]);
  });
  test("of another tool is taken whole, without keys that reach a prototype", () => {
    const stdout = JSON.stringify(rewriteTo({ a: { b: 1 } })).replace('"b"', '"__proto__":{},"b"');
    const reading = read("PreToolUse", [{ exit: 0, stdout }], mcp);
    expect(reading.input).toEqual({ a: { b: 1 } });
  });
  test.each([
    [{ command: 5 }, bash, "hook returned updatedInput without string field `command`"],
    ["x", bash, "hook returned updatedInput without string field `command`"],
    [
      [1],
      { tool_name: "apply_patch" },
      "hook returned updatedInput without string field `command`",
    ],
    ["x", mcp.payload, "failed to parse function arguments"],
  ])("%j makes the call of %j fail", (updatedInput, payload, text) => {
    const reading = read("PreToolUse", [print(rewriteTo(updatedInput))], { payload });
    expect([reading.outcome, reading.input, reading.toModel]).toEqual([
      "block",
      null,
      [{ kind: "error", text, hook: "#0" }],
    ]);
    expect(reading.problems.map(({ code }) => code)).toEqual(["host-blocks-unasked"]);
  });
  test("of the hook that ends last counts, and that is a Problem", () => {
    const runs = ["one", "two", "three"].map((command) => print(rewriteTo({ command })));
    const reading = read("PreToolUse", runs, { finish: [2, 0, 1] });
    expect(reading.input).toEqual({ command: "two" });
    expect(reading.provenance.rewrites).toEqual([
      { hook: "#2", what: "input", applied: false, why: "#1 ended later" },
      { hook: "#0", what: "input", applied: false, why: "#1 ended later" },
      { hook: "#1", what: "input", applied: true, why: "its hook ended last" },
    ]);
    expect(reading.problems).toEqual([
      {
        code: "host-order-decides",
        severity: "warning",
        hook: "#1",
        path: "hookSpecificOutput.updatedInput",
        found: '{"command":"two"}',
        lost: "the rewrite of #2, #0",
      },
    ]);
  });
  test("that two hooks agree on is no Problem", () => {
    const runs = [print(rewriteTo({ command: "x" })), print(rewriteTo({ command: "x" }))];
    expect(read("PreToolUse", runs).problems).toEqual([]);
  });
  test("does not count where another hook blocks", () => {
    const reading = read("PreToolUse", [print(rewriteTo({ command: "x" })), print(deny)]);
    expect([reading.outcome, reading.input, reading.provenance]).toEqual([
      "block",
      null,
      {
        voices: [
          {
            hook: "#0",
            level: "allow",
            by: "json",
            won: false,
            why: "allow grants nothing here: it only carries a rewrite",
          },
          {
            hook: "#1",
            level: "deny",
            by: "json",
            won: true,
            why: "deny is the strictest that was said",
          },
        ],
        rewrites: [{ hook: "#0", what: "input", applied: false, why: "the call is blocked" }],
      },
    ]);
  });
});

test("a replaced result is the tool's output", () => {
  const reading = read("PostToolUse", [print({ decision: "block", reason: "b" })]);
  expect(reading.toolOutput).toBe("b");
  expect(reading.provenance.rewrites).toEqual([
    { hook: "#0", what: "output", applied: true, why: "a block makes its reason the result" },
  ]);
});

test("context of more than 2,500 tokens loses its middle on the way to the model", () => {
  const text = `${"ä".repeat(2500)}${"b".repeat(5004)}`;
  const reading = read("SessionStart", [{ exit: 0, stdout: text }]);
  expect(reading.toModel.map(({ text: shown }) => shown)).toEqual([
    `${"ä".repeat(2500)}…1 tokens truncated…${"b".repeat(5000)}`,
  ]);
  expect(reading.toUser.map(({ text: shown }) => shown)).toEqual([text]);
  expect(reading.toLog.map(({ text: shown }) => shown)).toEqual([text]);
  expect(reading.problems.map(({ code }) => code)).toEqual(["text-cut"]);
});

test("what nobody gets is in the log", () => {
  const reading = read("PreToolUse", [
    { exit: 0, stdout: "ran\n", stderr: "debug" },
    { exit: 3, stdout: "{}", stderr: "oops" },
  ]);
  expect(reading.toLog).toEqual([
    { kind: "context", text: "ran", hook: "#0" },
    { kind: "warning", text: "debug", hook: "#0" },
    { kind: "context", text: "{}", hook: "#1" },
    { kind: "error", text: "oops", hook: "#1" },
  ]);
});
