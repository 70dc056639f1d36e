import { describe, expect, test } from "vitest";
import { interpret, type InterpretRequest } from "../../interpret/index.js";

type Run = InterpretRequest["runs"][number];

const problemsOf = (event: string, ...runs: readonly Run[]): string[] =>
  interpret({ dialect: "codex", event, payload: { tool_name: "Bash" }, runs }).problems.map(
    ({ code, severity, path, lost }) =>
      [code, severity, path, ...(lost === undefined ? [] : [lost])].join(" "),
  );
const json = (value: unknown, more: Partial<Run> = {}): Run => ({
  exit: 0,
  stdout: JSON.stringify(value),
  ...more,
});
const verdict = "hookSpecificOutput.permissionDecision";
const deny = {
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "deny",
    permissionDecisionReason: "no",
  },
};
const denyLost = `host-deny-lost error ${verdict} the block`;
const unknownEvent = "host-ignores-field warning event the hook: Codex has no such event";
const voided = (path: string): string => `host-output-void error ${path} the whole answer`;

describe("what blocks elsewhere and not on Codex is a Problem", () => {
  test.each<[string, string, Run, string[]]>([
    ["a proper deny", "PreToolUse", json(deny), []],
    [
      "deny and continue:false",
      "PreToolUse",
      json({ ...deny, continue: false }),
      [denyLost, "host-deny-lost error continue the stop", voided("continue")],
    ],
    [
      "deny and an unknown key",
      "PreToolUse",
      json({ ...deny, extra: 1 }),
      [denyLost, voided("extra")],
    ],
    [
      "exit code 2, nothing on stderr",
      "PreToolUse",
      { exit: 2 },
      [
        "host-deny-lost error exit the block (exit code 2 here: blocks, stderr to the model; with blank stderr: failure, continues)",
      ],
    ],
    [
      "a deny on stderr",
      "PreToolUse",
      { exit: 0, stderr: JSON.stringify(deny) },
      ["host-deny-lost error stderr the block"],
    ],
    [
      "a deny on stderr among other lines, with a crash",
      "PreToolUse",
      { exit: 1, stderr: 'log\n{"decision":"block"' },
      ["host-deny-lost error stderr the block", "host-fails-open warning exit"],
    ],
    [
      "exit code 2, stderr and {} on stdout",
      "PreToolUse",
      { exit: 2, stderr: "no", stdout: "{}" },
      ["host-ignores-field warning stdout"],
    ],
    [
      "exit code 1 and a deny",
      "PreToolUse",
      json(deny, { exit: 1 }),
      [denyLost, "host-fails-open warning exit", "host-ignores-field warning stdout"],
    ],
    ["exit code 127", "PreToolUse", { exit: 127 }, ["host-fails-open warning exit"]],
    ["text", "PreToolUse", { exit: 0, stdout: "ok" }, ["host-ignores-field info stdout"]],
    [
      "a bare allow",
      "PreToolUse",
      json({
        hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
      }),
      [voided(verdict)],
    ],
    [
      "a question",
      "PreToolUse",
      json({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "ask" } }),
      [`host-deny-lost error ${verdict} the question to the user`, voided(verdict)],
    ],
    [
      "a deny without a reason",
      "PreToolUse",
      json({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } }),
      [denyLost, voided("hookSpecificOutput.permissionDecisionReason")],
    ],
    [
      "a deny without hookEventName",
      "PreToolUse",
      json({ hookSpecificOutput: { permissionDecision: "deny" } }),
      [denyLost, voided("hookSpecificOutput.hookEventName")],
    ],
    [
      "an older block behind a newer allow",
      "PreToolUse",
      json({
        decision: "block",
        reason: "r",
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "allow",
          updatedInput: { command: "x" },
        },
      }),
      ["host-deny-lost error decision the block", "host-ignores-field warning reason"],
    ],
    [
      "a deny after a log line",
      "PreToolUse",
      { exit: 0, stdout: `log\n${JSON.stringify(deny)}` },
      [denyLost, "host-ignores-field info stdout"],
    ],
    [
      "a deny that is cut off",
      "PreToolUse",
      { exit: 0, stdout: JSON.stringify(deny).slice(0, -5) },
      ["host-deny-lost error stdout the block", voided("stdout")],
    ],
    [
      "a deny of another host's",
      "PreToolUse",
      json({ permission: "deny" }),
      ["host-deny-lost error permission the block", voided("permission")],
    ],
    [
      "a deny that a second key hides",
      "PermissionRequest",
      {
        exit: 0,
        stdout:
          '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","behavior":"allow"}}}',
      },
      ["host-deny-lost error stdout the block"],
    ],
    [
      "a deny inside a rewritten input, which is none",
      "PreToolUse",
      json({
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "allow",
          updatedInput: { command: '{"decision":"deny"}' },
        },
      }),
      [],
    ],
    [
      "a deny by a hook that was killed",
      "PreToolUse",
      { signal: "SIGTERM", stdout: JSON.stringify(deny) },
      [denyLost, "host-fails-open warning exit", "host-ignores-field warning stdout"],
    ],
    [
      "a deny of an async hook",
      "PreToolUse",
      json(deny, { async: true }),
      [
        `${denyLost} (Codex does not wait for an async hook)`,
        "host-ignores-field warning hookSpecificOutput.permissionDecisionReason",
      ],
    ],
    [
      "a question where the user is asked anyway",
      "PermissionRequest",
      json({ hookSpecificOutput: { hookEventName: "X", decision: { behavior: "ask" } } }),
      [voided("hookSpecificOutput.hookEventName")],
    ],
    [
      "a stop after a tool: the turn continues",
      "PostToolUse",
      json({ continue: false }),
      ["host-deny-lost error continue the stop"],
    ],
    [
      "a stop at a subagent's start",
      "SubagentStart",
      json({ continue: false, stopReason: "s" }),
      ["host-deny-lost error continue the stop", "host-ignores-field warning stopReason"],
    ],
    [
      "a stop before a model's request",
      "PreModelRequest",
      json({ continue: false }),
      ["host-deny-lost error continue the stop", "host-ignores-field warning stdout"],
    ],
    [
      "exit code 2 before a model's request",
      "PreModelRequest",
      { exit: 2, stderr: "no" },
      [
        "host-deny-lost error exit the block (exit code 2 here: failure, continues; stderr to the user)",
      ],
    ],
    [
      "a failure where nothing can be stopped",
      "SessionEnd",
      { exit: 1 },
      ["host-fails-open info exit"],
    ],
    [
      "a deny in a context",
      "UserPromptSubmit",
      { exit: 0, stdout: 'log {"decision":"block","reason":"x"}' },
      ["host-deny-lost error decision the block"],
    ],
    ["a context", "UserPromptSubmit", { exit: 0, stdout: "context" }, []],
    [
      "a context of a hook that blocks",
      "UserPromptSubmit",
      { exit: 2, stderr: "no", stdout: "context" },
      ["host-ignores-field info stdout"],
    ],
    [
      "a context of a hook that failed",
      "UserPromptSubmit",
      { exit: 1, stdout: "context" },
      ["host-fails-open warning exit", "host-ignores-field info stdout"],
    ],
    ["text at a stop", "Stop", { exit: 0, stdout: "fine" }, [voided("stdout")]],
    ["a block at a stop", "Stop", json({ decision: "block", reason: "r" }), []],
    [
      "a block next to a stop",
      "Stop",
      json({ continue: false, decision: "block", reason: "r" }),
      ["host-ignores-field warning decision", "host-ignores-field warning reason"],
    ],
    [
      "stopReason and suppressOutput without a stop",
      "Stop",
      json({ continue: true, stopReason: "s", suppressOutput: true }),
      ["host-ignores-field warning stopReason", "host-ignores-field warning suppressOutput"],
    ],
    [
      "a block of an event that Codex does not have",
      "Notification",
      { exit: 2 },
      [unknownEvent, "host-deny-lost error event the hook"],
    ],
    [
      "a deny on stderr of an event that Codex does not have",
      "Notification",
      { exit: 0, stderr: JSON.stringify(deny) },
      [unknownEvent, "host-deny-lost error event the hook"],
    ],
    ["nothing at all", "PreToolUse", { exit: 0 }, []],
  ])("%s", (_, event, run, expected) => {
    expect(problemsOf(event, run)).toEqual(expected);
  });
});

test("an ask that another hook's grant runs over is lost", () => {
  const grant = {
    hookSpecificOutput: { hookEventName: "PermissionRequest", decision: { behavior: "allow" } },
  };
  expect(problemsOf("PermissionRequest", json({ permissionDecision: "ask" }), json(grant))).toEqual(
    [
      "host-deny-lost error permissionDecision the question to the user",
      voided("permissionDecision"),
    ],
  );
});

test("an answer that did not count is reported with the reason", () => {
  const run = json(deny, { async: true });
  const { provenance } = interpret({ dialect: "codex", event: "PreToolUse", runs: [run] });
  expect(provenance.voices).toEqual([
    {
      hook: "#0",
      level: "deny",
      by: "json",
      won: false,
      why: "Codex does not wait for an async hook",
    },
  ]);
});
