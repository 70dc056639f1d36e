import { expect, test } from "vitest";
import { compareRuns } from "../compare/index.js";
import { emptyHook, payloadOf, runOf, sampleOf, type Draft, type HookDraft } from "./draft.js";
import { examples } from "./examples.js";
import { findingsOf } from "./findings.js";
import { lanesOf } from "./who-reads.js";

function drafted(event: string, ...hooks: readonly Partial<HookDraft>[]): Draft {
  const typed = hooks.map((hook) => ({ ...emptyHook, ...hook }));
  return { event, tool: "", payload: null, hooks: typed };
}

function hostsOf(draft: Draft) {
  return compareRuns(draft.event, sampleOf(draft), draft.hooks.map(runOf)).hosts;
}

function lanesIn(host: string, draft: Draft) {
  const found = hostsOf(draft).find((one) => one.host === host);
  return found?.reading && lanesOf(found.reading, draft.hooks, found.log !== null);
}

const none = { user: [], model: [], log: [], nobody: [] };
const deny = { stdout: '{"decision":"deny","reason":"no rm"}' };

test.each<[string, string, Draft, object]>([
  ["a reason that the model reads", "gemini", drafted("PreToolUse", deny), { model: ["no rm"] }],
  [
    "a reason that nobody reads is named",
    "cursor",
    drafted("PreToolUse", deny),
    { nobody: ["reason: no rm"] },
  ],
  [
    "with several hooks it says whose it is",
    "cursor",
    drafted("PreToolUse", {}, deny),
    { nobody: ["reason of hook 2: no rm"] },
  ],
  [
    "text that only the log has",
    "claude-code",
    drafted("PreToolUse", { stdout: "checked" }),
    { log: ["checked"] },
  ],
  [
    "a reason that is in the log with the whole answer is named",
    "claude-code",
    drafted("PreToolUse", { stdout: JSON.stringify({ decision: "deny", reason: 'no "rm"' }) }),
    {
      user: ["Hook JSON output validation failed: decision"],
      log: ['reason: no "rm"'],
    },
  ],
  [
    "what a host without a log records is read by nobody",
    "codex",
    drafted("PreToolUse", { stdout: "checked" }),
    { nobody: ["stdout: checked"] },
  ],
  [
    "a line before the answer is read by nobody, the answer by the model",
    "snaphook",
    drafted("PreToolUse", { stdout: `checking\n${deny.stdout}` }),
    { model: ["no rm"], nobody: ["stdout: checking"] },
  ],
  [
    "a rewritten input is no text for anybody",
    "claude-code",
    drafted("PreToolUse", {
      stdout:
        '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow","updatedInput":{"command":"ls","message":"hi"}}}',
    }),
    {},
  ],
])("who reads what: %s", (_what, host, draft, expected) => {
  expect(lanesIn(host, draft)).toEqual({ ...none, ...expected });
});

test("the same problem at the same place is one finding of several hosts, the worst first", () => {
  const draft = drafted("PreToolUse", { exit: 0 }, deny);
  const findings = findingsOf(draft, hostsOf(draft));
  const [lost] = findings.filter(({ code }) => code === "host-deny-lost");
  expect(lost).toMatchObject({
    severity: "error",
    title: "The hook tried to block, but this host does not",
    path: "decision",
    hosts: ["Claude Code", "OpenAI Codex CLI", "Cursor", "Copilot CLI"],
    isForeign: true,
    hook: 1,
    place: { field: "stdout", from: 1, to: 18 },
  });
  expect(lost?.fix).not.toBe("");
  const severities = findings.map(({ severity }) => severity);
  const order = ["error", "warning", "info"];
  expect(severities).toEqual(
    severities.toSorted((one, other) => order.indexOf(one) - order.indexOf(other)),
  );
});

test.each<[string, Partial<Draft>, unknown]>([
  ["the sample of the event", {}, { command: "rm -rf build" }],
  ["the sample of the tool", { tool: "Read" }, { file_path: "README.md" }],
  ["nothing for a tool that nobody knows", { tool: "toString" }, {}],
  ["what was typed", { payload: '{"tool_input":1}' }, 1],
  ["no payload that is no object", { payload: "[1]" }, undefined],
  ["no payload that is no JSON", { payload: "{" }, undefined],
])("the payload is %s", (_what, part, input) => {
  expect(payloadOf({ ...drafted("PreToolUse", {}), ...part })?.["tool_input"]).toEqual(input);
});

test("every example shows that hosts differ, or how they agree", () => {
  for (const [name, draft] of Object.entries(examples)) {
    const effects = new Set(hostsOf(draft).map(({ effect }) => effect));
    expect([name, effects.size > 0 && !effects.has("no such event")]).toEqual([name, true]);
  }
});
