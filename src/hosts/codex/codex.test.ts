import { describe, expect, test } from "vitest";
import { codex } from "./index.js";
import {
  deny,
  facts,
  own,
  permission,
  print,
  rewriteTo,
  type Row,
  type Run,
} from "./answers.test-support.js";

describe("one hook", () => {
  test.each<Row>([
    [
      "stopReason alone voids a tool's answer",
      "PreToolUse",
      [print({ ...deny, stopReason: "x" })],
      ["proceed", "none", [], ["PreToolUse hook returned unsupported stopReason"], true],
    ],
    [
      "continue:false comes before every other fault",
      "PreToolUse",
      [print({ ...deny, continue: false, stopReason: "x", suppressOutput: true })],
      ["proceed", "none", [], ["PreToolUse hook returned unsupported continue:false"], true],
    ],
    [
      "a reason without a decision in the newer form voids",
      "PreToolUse",
      [print(own("PreToolUse", { permissionDecisionReason: "x" }))],
      [
        "proceed",
        "none",
        [],
        ["PreToolUse hook returned permissionDecisionReason without permissionDecision"],
        true,
      ],
    ],
    [
      "a message for the user survives a void answer",
      "PreToolUse",
      [print({ systemMessage: "hi", decision: "approve" })],
      [
        "proceed",
        "none",
        [],
        ["hi", "PreToolUse hook returned unsupported decision:approve"],
        true,
      ],
    ],
    [
      "null is an absent field, but not for a flag",
      "PreToolUse",
      [print({ ...deny, continue: null })],
      ["proceed", "none", [], ["hook returned invalid pre-tool-use JSON output"], true],
    ],
    [
      "null fields say nothing",
      "PreToolUse",
      [print({ ...deny, decision: null, reason: null, stopReason: null, systemMessage: null })],
      ["block", "deny", ["no"], ["no"], false],
    ],
    [
      "reasons of a denied tool are trimmed",
      "PreToolUse",
      [print({ decision: "block", reason: "  why \n" })],
      ["block", "deny", ["why"], ["why"], false],
    ],
    [
      "reasons of a replaced result are not",
      "PostToolUse",
      [print({ decision: "block", reason: "  why \n" })],
      ["block", "none", ["  why \n"], ["  why \n"], false],
    ],
    [
      "JSON behind a byte order mark is text",
      "PreToolUse",
      [{ exit: 0, stdout: `\uFEFF${JSON.stringify(deny)}` }],
      ["proceed", "none", [], [], false],
    ],
    [
      "JSON before a log line is broken",
      "PreToolUse",
      [{ exit: 0, stdout: `${JSON.stringify(deny)}\nbye` }],
      ["proceed", "none", [], ["hook returned invalid pre-tool-use JSON output"], true],
    ],
    [
      "half of a surrogate pair breaks the JSON",
      "PreToolUse",
      [{ exit: 0, stdout: '{"decision":"block","reason":"\\ud800"}' }],
      ["proceed", "none", [], ["hook returned invalid pre-tool-use JSON output"], true],
    ],
    [
      "a number past a double breaks the JSON",
      "PreToolUse",
      [
        {
          exit: 0,
          stdout: JSON.stringify(rewriteTo({ command: "x", n: 7 })).replace("7", "1e999"),
        },
      ],
      ["proceed", "none", [], ["hook returned invalid pre-tool-use JSON output"], true],
    ],
    [
      "depth 128 breaks the JSON",
      "PreToolUse",
      [
        {
          exit: 0,
          stdout: `{"decision":"block","reason":"x","hookSpecificOutput":{"hookEventName":"Stop","updatedInput":${"[".repeat(126)}${"]".repeat(126)}}}`,
        },
      ],
      ["proceed", "none", [], ["hook returned invalid pre-tool-use JSON output"], true],
    ],
    [
      "a permission is denied with a default text",
      "PermissionRequest",
      [print(permission({ behavior: "deny", message: "  " }))],
      [
        "block",
        "deny",
        ["PermissionRequest hook denied approval"],
        ["PermissionRequest hook denied approval"],
        false,
      ],
    ],
    [
      "an interrupting denial is none: the user is asked",
      "PermissionRequest",
      [print(permission({ behavior: "deny", message: "m", interrupt: true }))],
      ["ask", "none", [], ["PermissionRequest hook returned unsupported interrupt:true"], true],
    ],
    [
      "a permission may not rewrite",
      "PermissionRequest",
      [print(permission({ behavior: "allow", updatedInput: {} }))],
      ["ask", "none", [], ["PermissionRequest hook returned unsupported updatedInput"], true],
    ],
    [
      "a permission needs its behavior",
      "PermissionRequest",
      [print(permission({ message: "m" }))],
      ["ask", "none", [], ["hook returned invalid permission-request JSON output"], true],
    ],
    [
      "exit code 2 without a reason asks the user",
      "PermissionRequest",
      [{ exit: 2 }],
      [
        "ask",
        "none",
        [],
        ["PermissionRequest hook exited with code 2 but did not write a denial reason to stderr"],
        true,
      ],
    ],
    [
      "exit code 2 replaces a result",
      "PostToolUse",
      [{ exit: 2, stderr: " bad\n" }],
      ["block", "none", ["bad"], ["bad"], false],
    ],
    [
      "the result of an MCP tool cannot be replaced",
      "PostToolUse",
      [print(own("PostToolUse", { updatedMCPToolOutput: 1, additionalContext: "c" }))],
      ["proceed", "none", [], ["PostToolUse hook returned unsupported updatedMCPToolOutput"], true],
    ],
    [
      "a stop after a tool counts next to suppressOutput, its context does not",
      "PostToolUse",
      [
        print({
          continue: false,
          stopReason: "s",
          suppressOutput: true,
          ...own("PostToolUse", { additionalContext: "c" }),
        }),
      ],
      ["block", "none", ["s"], ["s"], false],
    ],
    [
      "a stopped prompt keeps its context for later",
      "UserPromptSubmit",
      [
        print({
          continue: false,
          stopReason: "s",
          ...own("UserPromptSubmit", { additionalContext: "c" }),
        }),
      ],
      ["halt", "none", ["c"], ["c", "s"], false],
    ],
    [
      "a JSON string is plain text",
      "UserPromptSubmit",
      [{ exit: 0, stdout: '"quoted"' }],
      ["proceed", "none", ['"quoted"'], ['"quoted"'], false],
    ],
    [
      "empty context is a message all the same",
      "SessionStart",
      [print(own("SessionStart", { additionalContext: "" }))],
      ["proceed", "none", [""], [""], false],
    ],
    [
      "a session's start may stop the first turn without a word",
      "SessionStart",
      [print({ continue: false })],
      ["halt", "none", [], [], false],
    ],
    [
      "a session's start cannot be blocked",
      "SessionStart",
      [print({ decision: "block", reason: "x" })],
      ["proceed", "none", [], ["hook returned invalid session start JSON output"], true],
    ],
    [
      "broken JSON at a subagent's start",
      "SubagentStart",
      [{ exit: 0, stdout: "{" }],
      ["proceed", "none", [], ["hook returned invalid subagent start JSON output"], true],
    ],
    [
      "a subagent that must go on",
      "SubagentStop",
      [print({ decision: "block", reason: " more " })],
      ["block", "none", ["more"], ["more"], false],
    ],
    [
      "a subagent's stop with exit code 2 and nothing on stderr",
      "SubagentStop",
      [{ exit: 2 }],
      [
        "proceed",
        "none",
        [],
        ["SubagentStop hook exited with code 2 but did not write a continuation prompt to stderr"],
        true,
      ],
    ],
    [
      "compaction stopped afterwards",
      "PostCompact",
      [print({ continue: false })],
      ["halt", "none", [], ["PostCompact hook stopped execution"], false],
    ],
    [
      "compaction with exit code 2 fails with its stderr",
      "PreCompact",
      [{ exit: 2, stderr: "no\n" }],
      ["proceed", "none", [], ["no"], true],
    ],
    [
      "an interrupt's hook may not print text",
      "Interrupt",
      [{ exit: 0, stdout: "bye" }],
      ["proceed", "none", [], ["Interrupt hook returned non-JSON stdout"], true],
    ],
    [
      "the end of a session without stderr shows the code",
      "SessionEnd",
      [{ exit: 7 }],
      ["proceed", "none", [], ["hook exited with code 7"], true],
    ],
    [
      "an event that Codex does not have",
      "Notification",
      [{ exit: 2, stderr: "no" }],
      ["proceed", "none", [], [], false],
    ],
  ])("%s", (_, event, runs, expected) => {
    expect(facts(event, ...runs)).toEqual(expected);
  });
});

describe("every other ending fails open", () => {
  const killed = "hook exited without a status code";
  const ended = "hook process terminated without an exit code";
  test.each<[string, Run, string]>([
    ["PreToolUse", { signal: "SIGKILL" }, killed],
    ["Stop", { signal: "SIGKILL" }, killed],
    ["PreCompact", { signal: "SIGKILL" }, ended],
    ["SessionEnd", { signal: "SIGKILL" }, ended],
    ["PreModelRequest", { cancelled: true }, ended],
    ["PreToolUse", { spawnError: "ENOENT" }, "ENOENT"],
    ["PreToolUse", { timedOut: true }, "hook timed out after 600s"],
    ["PreToolUse", { timedOut: true, timeout: 0 }, "hook timed out after 1s"],
    ["SessionEnd", { timedOut: true }, "hook timed out after 1s"],
    ["Interrupt", { timedOut: true, timeout: 60 }, "hook timed out after 3s"],
    ["UserPromptSubmit", { exit: 255, stdout: "context" }, "hook exited with code 255"],
    ["PreToolUse", { changed: "a.sh", exit: 1 }, "hook exited with code 1"],
  ])("%s: %j shows %j", (event, run, text) => {
    expect(facts(event, { ...run, stderr: "" })).toEqual(["proceed", "none", [], [text], true]);
  });
});

test("the matrix says of each event what its rules say", () => {
  expect(codex.events["PreToolUse"]).toEqual({
    canonical: "PreToolUse",
    subject: "tool_name",
    exitTwo: "blocks, stderr to the model; with blank stderr: failure, continues",
    text: "ignored",
    fields: [
      "systemMessage",
      "hookSpecificOutput.permissionDecision",
      "hookSpecificOutput.permissionDecisionReason",
      "decision",
      "reason",
      "hookSpecificOutput.additionalContext",
      "hookSpecificOutput.updatedInput",
    ],
  });
  expect(
    Object.entries(codex.events).map(([name, { subject, exitTwo, text, fields }]) =>
      [name, subject, exitTwo, text, fields.length].join(" | "),
    ),
  ).toMatchInlineSnapshot(`
    [
      "SessionStart | source | failure, continues; stderr is dropped | context, unless it begins with { or [ | 4",
      "UserPromptSubmit |  | blocks, stderr to the user; with blank stderr: failure, continues | context, unless it begins with { or [ | 6",
      "PreModelRequest |  | failure, continues; stderr to the user | ignored | 0",
      "PostModelRequest |  | failure, continues; stderr to the user | ignored | 0",
      "PreToolUse | tool_name | blocks, stderr to the model; with blank stderr: failure, continues | ignored | 7",
      "PermissionRequest | tool_name | blocks, stderr to the model; with blank stderr: failure, continues | ignored | 3",
      "PostToolUse | tool_name | stderr replaces the result; with blank stderr: failure, continues | ignored | 6",
      "SubagentStart | agent_type | failure, continues; stderr is dropped | context, unless it begins with { or [ | 2",
      "SubagentStop | agent_type | blocks, stderr to the model; with blank stderr: failure, continues | failure, continues | 5",
      "Stop |  | blocks, stderr to the model; with blank stderr: failure, continues | failure, continues | 5",
      "PreCompact | trigger | failure, continues; stderr to the user | ignored | 3",
      "PostCompact | trigger | failure, continues; stderr to the user | ignored | 3",
      "Interrupt |  | failure, continues; stderr is dropped | failure, continues | 1",
      "SessionEnd | reason | failure, continues; stderr to the user | ignored | 0",
    ]
  `);
});
