import type { Shape } from "./shape.js";

/** Names that `hookEventName` may hold, on any event: Codex does not compare it with the event that runs. */
const eventNames = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PreCompact",
  "PostCompact",
  "SessionStart",
  "UserPromptSubmit",
  "SubagentStart",
  "SubagentStop",
  "Stop",
  "Interrupt",
];

const named: Shape = { hookEventName: { type: "word", words: eventNames, required: true } };

const universal: Shape = {
  continue: { type: "flag" },
  stopReason: { type: "text" },
  suppressOutput: { type: "flag" },
  systemMessage: { type: "text" },
};

const blockable: Shape = {
  ...universal,
  decision: { type: "word", words: ["block"] },
  reason: { type: "text" },
};

const withContext: Shape = { ...named, additionalContext: { type: "text" } };

/** The answers of Codex 0.166, key by key. */
export const shapes = {
  preToolUse: {
    ...universal,
    decision: { type: "word", words: ["approve", "block"] },
    reason: { type: "text" },
    hookSpecificOutput: {
      type: "object",
      shape: {
        ...withContext,
        permissionDecision: { type: "word", words: ["allow", "deny", "ask"] },
        permissionDecisionReason: { type: "text" },
        updatedInput: { type: "any" },
      },
    },
  },
  permissionRequest: {
    ...universal,
    hookSpecificOutput: {
      type: "object",
      shape: {
        ...named,
        decision: {
          type: "object",
          shape: {
            behavior: { type: "word", words: ["allow", "deny"], required: true },
            message: { type: "text" },
            updatedInput: { type: "any" },
            updatedPermissions: { type: "any" },
            interrupt: { type: "flag" },
          },
        },
      },
    },
  },
  postToolUse: {
    ...blockable,
    hookSpecificOutput: {
      type: "object",
      shape: { ...withContext, updatedMCPToolOutput: { type: "any" } },
    },
  },
  prompt: { ...blockable, hookSpecificOutput: { type: "object", shape: withContext } },
  start: { ...universal, hookSpecificOutput: { type: "object", shape: withContext } },
  stop: blockable,
  compact: universal,
  interrupt: { systemMessage: { type: "text" } },
} as const satisfies Readonly<Record<string, Shape>>;
