import { describe, expect, test } from "vitest";
import { render, type PortableAnswer } from "../index.js";

const specific = (event: string, fields: object): object => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});
const nothing: PortableAnswer = { outcome: "proceed", permission: "none" };
const block: PortableAnswer = { outcome: "block", permission: "deny", reason: "no" };
const bare: PortableAnswer = { outcome: "block", permission: "deny" };
const ask: PortableAnswer = { outcome: "ask", permission: "ask", reason: "sure?" };
const defer: PortableAnswer = { outcome: "defer", permission: "defer" };
const allow: PortableAnswer = { outcome: "proceed", permission: "allow" };
const halt: PortableAnswer = { outcome: "halt", permission: "none", stopReason: "enough" };
const rewrite: PortableAnswer = { ...allow, input: { command: "ls" } };
const noReason = "A hook stopped this and gave no reason.";

const lost = (key: string, what: string): string => `host-ignores-field ${key}: ${what}`;
const letGo = (what: string): string => `host-deny-lost outcome: ${what}`;
const blocksInstead = (what: string): string =>
  lost("outcome", `${what}: the operation is blocked`);
const noGrant = lost("permission", "the permission: the host's own rules decide");

class Both {
  constructor(
    readonly stdout: object,
    readonly stderr: string,
  ) {}
}

/** What is printed: on stdout an object, or on stderr a text, which then comes with exit code 2; null: nothing; a pair: both. */
type Row = readonly [
  sentence: string,
  event: string,
  wanted: PortableAnswer,
  printed: object | string | null | Both,
  ...losses: readonly string[],
];

const examples: Readonly<Record<string, readonly Row[]>> = {
  wave: [
    ["a block is exit code 2", "PreToolUse", block, "no"],
    [
      "a question is JSON, and a block for who reads exit codes only",
      "PreToolUse",
      ask,
      new Both(
        specific("PreToolUse", { permissionDecision: "ask", permissionDecisionReason: "sure?" }),
        "sure?",
      ),
    ],
    [
      "so is a deferral",
      "PreToolUse",
      defer,
      new Both(
        specific("PreToolUse", { permissionDecision: "defer" }),
        "A hook stopped this and gave no reason.",
      ),
    ],
    ["a halt is JSON", "Stop", halt, { continue: false, stopReason: "enough" }],
    [
      "where nothing can be blocked, the agent stops instead",
      "SubagentStart",
      block,
      new Both({ continue: false, stopReason: "no" }, "no"),
      lost("outcome", "block: the agent stops"),
    ],
    [
      "a prompt is written and told as lost: a setting must allow it",
      "UserPromptSubmit",
      { ...nothing, prompt: "so" },
      specific("UserPromptSubmit", { updatedPrompt: "so" }),
      lost("prompt", "the new prompt"),
    ],
    [
      "who permits another input does not permit this one",
      "PermissionRequest",
      rewrite,
      null,
      lost("outcome", "proceed: the user is asked"),
      noGrant,
      lost("input", "the new input"),
    ],
  ],
  "claude-code": [
    ["a block is exit code 2", "PreToolUse", block, "no"],
    [
      "a block without a reason is JSON",
      "PreToolUse",
      bare,
      specific("PreToolUse", { permissionDecision: "deny" }),
    ],
    [
      "a halt also denies: by itself it lets the tool run",
      "PreToolUse",
      halt,
      {
        ...specific("PreToolUse", {
          permissionDecision: "deny",
          permissionDecisionReason: "enough",
        }),
        continue: false,
        stopReason: "enough",
      },
    ],
    [
      "a rewrite with its permission",
      "PreToolUse",
      rewrite,
      specific("PreToolUse", { permissionDecision: "allow", updatedInput: { command: "ls" } }),
    ],
    [
      "exit code 2 does not decide a permission request",
      "PermissionRequest",
      block,
      specific("PermissionRequest", { decision: { behavior: "deny", message: "no" } }),
    ],
    ["to ask there is to say nothing", "PermissionRequest", { ...ask, reason: "" }, null],
    [
      "context keeps a turn going, so it is not given to one that may end",
      "Stop",
      { ...nothing, context: "note" },
      null,
      lost("context", "the context"),
    ],
    [
      "a turn that goes on may have it",
      "Stop",
      { ...block, context: "note" },
      { ...specific("Stop", { additionalContext: "note" }), decision: "block", reason: "no" },
    ],
    [
      "a prompt cannot be asked about: it is blocked",
      "UserPromptSubmit",
      ask,
      "sure?",
      blocksInstead("ask"),
    ],
    [
      "a session cannot be kept from starting; the user is told why it should",
      "SessionStart",
      block,
      "no",
      letGo("block: the operation goes on"),
    ],
    [
      "what is printed there is a path, so nothing is",
      "WorktreeCreate",
      { ...nothing, warning: "careful" },
      null,
      lost("outcome", "proceed: the operation is blocked"),
      lost("warning", "the warning"),
    ],
  ],
  codex: [
    ["a block is exit code 2", "PreToolUse", block, "no"],
    [
      "a block needs a reason",
      "PreToolUse",
      bare,
      specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: noReason }),
    ],
    ["there is no question: it blocks", "PreToolUse", ask, "sure?", blocksInstead("ask")],
    [
      "there is no halt before a tool: it blocks",
      "PreToolUse",
      halt,
      "enough",
      blocksInstead("halt"),
    ],
    ["there is no grant", "PreToolUse", allow, null, noGrant],
    [
      "a rewrite needs an allow that grants nothing",
      "PreToolUse",
      { ...rewrite, permission: "none" },
      specific("PreToolUse", { permissionDecision: "allow", updatedInput: { command: "ls" } }),
    ],
    [
      "the one grant is here",
      "PermissionRequest",
      allow,
      specific("PermissionRequest", { decision: { behavior: "allow" } }),
    ],
    [
      "but not for another input",
      "PermissionRequest",
      rewrite,
      null,
      lost("outcome", "proceed: the user is asked"),
      noGrant,
      lost("input", "the new input"),
    ],
    [
      "a block takes the place of the result",
      "PostToolUse",
      block,
      "no",
      lost("toolOutput", "the tool's own output: the reason stands in its place"),
    ],
    [
      "compaction is not blocked: the agent stops",
      "PreCompact",
      block,
      { continue: false, stopReason: "no" },
      lost("outcome", "block: the agent stops"),
    ],
    [
      "a subagent cannot be kept from starting; its model is told why it should",
      "SubagentStart",
      block,
      specific("SubagentStart", { additionalContext: "no" }),
      letGo("block: the operation goes on"),
    ],
  ],
  gemini: [
    ["a block is exit code 2", "BeforeTool", block, "no"],
    [
      "a reason that is JSON would let it run: it stands in JSON",
      "BeforeTool",
      { ...block, reason: '{"ok":1}' },
      { decision: "deny", reason: '{"ok":1}' },
    ],
    ["a block without a reason is JSON", "BeforeTool", bare, { decision: "deny" }],
    [
      "a question is asked, and nobody is told why",
      "BeforeTool",
      ask,
      { decision: "ask", reason: "sure?" },
      lost("reason", "the reason"),
    ],
    [
      "a deferral becomes a question",
      "BeforeTool",
      defer,
      { decision: "ask" },
      lost("outcome", "defer: the user is asked"),
    ],
    [
      "a rewrite without a grant",
      "BeforeTool",
      rewrite,
      { hookSpecificOutput: { tool_input: { command: "ls" } } },
      noGrant,
    ],
    [
      "no context before a tool",
      "BeforeTool",
      { ...nothing, context: "note" },
      null,
      lost("context", "the context"),
    ],
    [
      "context after it",
      "AfterTool",
      { ...nothing, context: "note" },
      { hookSpecificOutput: { additionalContext: "note" } },
    ],
    [
      "nothing stops a compression",
      "PreCompress",
      block,
      "no",
      letGo("block: the operation goes on"),
      lost("reason", "the reason"),
    ],
  ],
  cursor: [
    ["a block is exit code 2", "preToolUse", block, "no"],
    [
      "a question is not put before a tool: it blocks",
      "preToolUse",
      ask,
      "sure?",
      blocksInstead("ask"),
    ],
    [
      "before a command it is",
      "beforeShellExecution",
      ask,
      { permission: "ask", user_message: "sure?" },
    ],
    [
      "a warning takes the user's message, the reason goes to the model",
      "preToolUse",
      { ...block, warning: "careful" },
      { permission: "deny", agent_message: "no", user_message: "careful" },
    ],
    [
      "of three texts for two messages the context is given up",
      "preToolUse",
      { ...block, warning: "careful", context: "note" },
      { permission: "deny", agent_message: "no", user_message: "careful" },
      lost("context", "the context"),
    ],
    [
      "a command cannot be rewritten, so it is not allowed either",
      "beforeShellExecution",
      rewrite,
      null,
      noGrant,
      lost("input", "the new input"),
    ],
    ["exit code 2 does not keep the agent going", "stop", block, { followup_message: "no" }],
    [
      "an agent that is to stop is let stop",
      "stop",
      halt,
      null,
      letGo("halt: the operation goes on"),
      lost("stopReason", "the reason to stop"),
    ],
    ["a session is stopped", "sessionStart", halt, "enough"],
    [
      "a result stands, with the reason beside it",
      "postToolUse",
      block,
      { additional_context: "no" },
      letGo("block: the operation goes on"),
    ],
  ],
  copilot: [
    [
      "exit code 2 would not tell the model why",
      "preToolUse",
      block,
      { permissionDecision: "deny", permissionDecisionReason: "no" },
    ],
    ["a grant", "PreToolUse", allow, { permissionDecision: "allow" }],
    [
      "a rewrite with its permission",
      "preToolUse",
      rewrite,
      { permissionDecision: "allow", modifiedArgs: { command: "ls" } },
    ],
    [
      "exit code 2 takes no reason from stderr there",
      "permissionRequest",
      block,
      { behavior: "deny", message: "no" },
    ],
    [
      "the one halt is here",
      "permissionRequest",
      halt,
      { behavior: "deny", interrupt: true, message: "enough" },
    ],
    [
      "exit code 2 does not keep the agent going",
      "agentStop",
      block,
      { decision: "block", reason: "no" },
    ],
    ["to go on it needs a reason", "agentStop", bare, { decision: "block", reason: noReason }],
    [
      "a result that is no text is given as its JSON",
      "postToolUse",
      { ...nothing, toolOutput: { a: 1 } },
      { modifiedResult: { textResultForLlm: '{"a":1}' } },
      lost("toolOutput", "part of the new output"),
    ],
    [
      "a prompt is blocked by its own field",
      "userPromptSubmitted",
      block,
      { decision: "block", reason: "no" },
    ],
  ],
};

describe.each(Object.entries(examples))("%s", (host, rows) => {
  test.each(rows)("%s", (...row) => {
    const [, event, wanted, printed, ...losses] = row as unknown as Row;
    const answer = render(host, event, wanted);
    const [said, stderr] =
      printed instanceof Both
        ? [printed.stdout, printed.stderr]
        : typeof printed === "string"
          ? [null, printed]
          : [printed, ""];
    expect({
      ...answer,
      stdout: answer.stdout === "" ? null : (JSON.parse(answer.stdout) as unknown),
      losses: answer.losses.map((loss) => `${loss.code} ${loss.path}: ${loss.lost}`),
    }).toEqual({
      exit: stderr === "" ? 0 : 2,
      stdout: said,
      stderr,
      losses,
    });
  });
});
