import { expect, test } from "vitest";
import { interpret, type WireRun } from "../../interpret/index.js";
import { render, portableOf, type PortableAnswer } from "../index.js";

const read = (dialect: string, event: string, run: WireRun): PortableAnswer =>
  portableOf(interpret({ dialect, event, runs: [run] }), dialect);
const json = (answer: object): WireRun => ({ exit: 0, stdout: JSON.stringify(answer) });

const rows: readonly [
  sentence: string,
  host: string,
  event: string,
  run: WireRun,
  wanted: PortableAnswer,
][] = [
  [
    "what Gemini escapes for its model is for others what the hook wrote",
    "gemini",
    "AfterTool",
    json({ hookSpecificOutput: { additionalContext: "a <b> & c" } }),
    { outcome: "proceed", permission: "none", context: "a <b> & c" },
  ],
  [
    "nothing printed is no opinion",
    "claude-code",
    "PreToolUse",
    { exit: 0 },
    { outcome: "proceed", permission: "none" },
  ],
  [
    "exit code 2 blocks with its stderr",
    "wave",
    "PreToolUse",
    { exit: 2, stderr: "no" },
    { outcome: "block", permission: "deny", reason: "no" },
  ],
  [
    "a reason that both the model and the user get appears once",
    "codex",
    "PreToolUse",
    { exit: 2, stderr: "no" },
    { outcome: "block", permission: "deny", reason: "no" },
  ],
  [
    "a rewrite, its permission and what is reported next to them",
    "claude-code",
    "PreToolUse",
    json({
      systemMessage: "careful",
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "ls" },
        additionalContext: "note",
      },
    }),
    {
      outcome: "proceed",
      permission: "allow",
      input: { command: "ls" },
      context: "note",
      warning: "careful",
    },
  ],
  [
    "a halt keeps its reason to stop apart",
    "gemini",
    "BeforeTool",
    json({ continue: false, stopReason: "enough" }),
    { outcome: "halt", permission: "none", stopReason: "enough" },
  ],
  [
    "feedback for an operation that continues is context",
    "cursor",
    "beforeShellExecution",
    json({ permission: "allow", agent_message: "note" }),
    { outcome: "proceed", permission: "allow", context: "note" },
  ],
  [
    "a failure that is shown is a warning",
    "claude-code",
    "PreToolUse",
    { exit: 1, stderr: "broken" },
    { outcome: "proceed", permission: "none", warning: "broken" },
  ],
  [
    "a failure that blocks is the reason, and no warning as well",
    "wave",
    "PreToolUse",
    { exit: 1, stderr: "broken", onFailure: "block" },
    {
      outcome: "block",
      permission: "deny",
      reason: 'Hook "#0" failed with exit code 1. Its onFailure is "block".',
    },
  ],
  [
    "a reason of which the user sees one line is kept whole",
    "claude-code",
    "PreToolUse",
    { exit: 2, stderr: "no\nbecause" },
    { outcome: "block", permission: "deny", reason: "no\nbecause" },
  ],
  [
    "a new result",
    "copilot",
    "postToolUse",
    json({ modifiedResult: "redacted" }),
    { outcome: "proceed", permission: "none", toolOutput: "redacted" },
  ],
  [
    "a new prompt",
    "copilot",
    "userPromptTransformed",
    json({ modifiedTransformedPrompt: "so" }),
    { outcome: "proceed", permission: "none", prompt: "so" },
  ],
];

test.each(rows)("%s", (_, host, event, run, wanted) => {
  expect(read(host, event, run)).toEqual(wanted);
});

test("a denial in Claude Code's words, which Gemini and Cursor do not read, blocks there as well", () => {
  const hook = json({
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "deny",
      permissionDecisionReason: "no",
    },
  });
  const wanted = read("claude-code", "PreToolUse", hook);
  const blocked = { exit: 2, stdout: "", stderr: "no", losses: [] };
  expect(render("gemini", "BeforeTool", wanted)).toEqual(blocked);
  expect(render("cursor", "preToolUse", wanted)).toEqual(blocked);
});
