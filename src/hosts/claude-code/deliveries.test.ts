import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

function read(event: string, run: WireRun): Reading {
  const payload = { tool_name: "Bash", tool_input: { command: "ls" } };
  return interpret({ dialect: "claude-code", event, payload, runs: [run] });
}

const specific = (hookEventName: string, rest: object): string =>
  JSON.stringify({ hookSpecificOutput: { hookEventName, ...rest } });
const lanes = ({ toModel, toUser, toLog }: Reading) =>
  [toModel, toUser, toLog].map((lane) => lane.map(({ kind, text }) => `${kind}: ${text}`));

describe("who gets which text", () => {
  test.each<[string, string, WireRun, string[], string[], string[]]>([
    [
      "the JSON's reason outranks stderr",
      "PreToolUse",
      { exit: 2, stderr: "err", stdout: '{"decision":"block","reason":"why"}' },
      ["reason: why"],
      ["reason: why"],
      ["error: err"],
    ],
    [
      "stderr that is delivered is not logged as well",
      "PreToolUse",
      { exit: 2, stderr: "err", stdout: specific("PreToolUse", { additionalContext: "ctx" }) },
      ["reason: err", "context: ctx"],
      ["reason: err"],
      [],
    ],
    [
      "stderr next to an answer for another event is lost",
      "PreToolUse",
      { exit: 2, stderr: "err", stdout: specific("Stop", {}) },
      ["reason: blocked (exit 2); its output could not be processed"],
      ["reason: blocked (exit 2); its output could not be processed"],
      ["error: err"],
    ],
    [
      "the reason of a permission is for the log",
      "PreToolUse",
      { exit: 0, stdout: '{"decision":"approve","reason":"why"}' },
      [],
      [],
      ["reason: why"],
    ],
    [
      "a question's reason is for the user",
      "PreToolUse",
      {
        exit: 0,
        stdout: specific("PreToolUse", {
          permissionDecision: "ask",
          permissionDecisionReason: "why",
        }),
      },
      [],
      ["reason: why"],
      [],
    ],
    [
      "plain text before a tool is for the log",
      "PreToolUse",
      { exit: 0, stdout: "hi", stderr: "err" },
      [],
      [],
      ["error: err", "context: hi"],
    ],
    [
      "a blocked prompt drops context and warning",
      "UserPromptSubmit",
      { exit: 0, stdout: '{"decision":"block","reason":"why","systemMessage":"warn"}' },
      [],
      ["reason: why"],
      ["warning: warn"],
    ],
    [
      "a later object next to the background is shown as broken",
      "Stop",
      { exit: 0, stdout: '{"async":true}\n{"decision":"block"}' },
      [],
      ["error: Hook output looks like a JSON object but is not valid JSON"],
      [],
    ],
    [
      "a background hook that timed out says nothing",
      "PostToolUse",
      {
        timedOut: true,
        async: true,
        stdout: specific("PostToolUse", { additionalContext: "ctx" }),
      },
      [],
      [],
      [],
    ],
    [
      "the first message of a session reaches the model",
      "SessionStart",
      { exit: 0, stdout: specific("SessionStart", { initialUserMessage: "go" }) },
      ["context: go"],
      [],
      [],
    ],
  ])("%s (%s)", (_, event, run, model, user, log) => {
    expect(lanes(read(event, run))).toEqual([model, user, log]);
  });

  test("10,000 units pass, one more becomes a preview; a reason is never cut", () => {
    const text = (length: number) =>
      read("SessionStart", { exit: 0, stdout: "x".repeat(length) }).toModel[0]?.text;
    expect(text(10_000)).toHaveLength(10_000);
    expect(text(10_001)).toMatch(/^<persisted-output>\nOutput too large \(9.8KB\)/);
    const reading = read("PreToolUse", { exit: 2, stderr: "x".repeat(30_000) });
    expect(reading.toModel[0]?.text).toHaveLength(30_000);
  });
});

describe("what is reported with them", () => {
  test("context next to exit code 2 is no block that nobody asked for", () => {
    const stdout = specific("Stop", { additionalContext: "ctx" });
    expect(read("Stop", { exit: 2, stdout }).problems).toEqual([]);
  });

  test("an unknown key is for the log, a known one in the wrong place for the user", () => {
    const { problems, diagnosed } = read("Stop", { exit: 0, stdout: '{"zzz":1}' });
    expect([problems[0]?.severity, diagnosed]).toEqual(["info", false]);
    const misplaced = read("Stop", { exit: 0, stdout: '{"additionalContext":"x"}' });
    expect([misplaced.problems[0]?.severity, misplaced.diagnosed]).toEqual(["warning", true]);
  });

  test("a denial behind escapes and noise is seen to be lost", () => {
    const stdout = 'log\n{"decision":"\\u0062lock"}';
    expect(read("PreToolUse", { exit: 0, stdout }).problems.at(-1)).toMatchObject({
      code: "host-deny-lost",
      path: "stdout",
      lost: "deny: the tool runs",
    });
  });

  test("a permission's new input is not held against the tool", () => {
    const stdout = specific("PermissionRequest", {
      decision: { behavior: "allow", updatedInput: { command: 5 } },
    });
    expect(read("PermissionRequest", { exit: 0, stdout })).toMatchObject({
      outcome: "proceed",
      input: { command: 5 },
      problems: [],
    });
  });

  test("a denial that also interrupts is reported to be proven by half", () => {
    const stdout = specific("PermissionRequest", {
      decision: { behavior: "deny", interrupt: true },
    });
    expect(read("PermissionRequest", { exit: 0, stdout })).toMatchObject({
      outcome: "block",
      toModel: [{ text: "Blocked by hook" }],
      problems: [{ code: "host-ignores-field", path: "hookSpecificOutput.decision.interrupt" }],
    });
  });
});
