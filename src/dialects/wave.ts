import { changeFields } from "./changes.js";
import type { Dialect, TextLanes } from "./dialect.js";
import { common, either, specific } from "./fields.js";

const decides = [
  "UserPromptSubmit",
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
  "Stop",
  "SubagentStop",
  "PreCompact",
] as const;
const decidesPermission = ["PreToolUse", "PermissionRequest"] as const;
/** Where a hook may add context for the model. */
export const takesContext = [
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "SessionStart",
  "SubagentStart",
  "PostCompact",
  "Notification",
  "SessionEnd",
] as const;

/** The exported types of answers follow from these two tables. */
export const waveFields = {
  continue: common("boolean"),
  stopReason: common("text"),
  systemMessage: common("text"),
  suppressOutput: common("boolean"),
  decision: either("decision", decides),
  reason: either("text", decides),
  permissionDecision: specific("decision", decidesPermission),
  permissionDecisionReason: specific("text", decidesPermission),
  ...changeFields,
  additionalContext: specific("text", takesContext),
} as const satisfies Dialect["fields"];

export const waveWords = {
  decision: { block: "deny", approve: "allow" },
  permissionDecision: { allow: "allow", deny: "deny", ask: "ask", defer: "defer" },
  behavior: { allow: "allow", deny: "deny" },
} as const satisfies Dialect["words"];

/** Whatever is not context or a reason for the model is for the user; success is silent. */
const others: TextLanes = {
  stdout: "log",
  exitTwo: "user",
  otherCode: "user",
  noAnswer: "user",
  deny: "user",
  ask: "user",
  allow: "log",
};
const tellsModel: TextLanes = { ...others, exitTwo: "model", deny: "model" };
const decidesForUser: TextLanes = { ...tellsModel, allow: "user" };
const opensContext: TextLanes = { ...others, stdout: "model" };

/** Variables that Wave gives to hooks. */
export const waveEnvironment: Dialect["environment"] = {
  WAVE_PROJECT_DIR: "projectDir",
  CLAUDE_PROJECT_DIR: "projectDir",
  HOOK_EVENT: "event",
  HOOK_TOOL_NAME: "toolName",
  HOOK_SESSION_ID: "sessionId",
};

/** Snaphook's own dialect, and its default. */
export const wave: Dialect = {
  name: "wave",
  version: "spec",
  summary: "Snaphook's own reading: exit codes and JSON, and malformed output may only tighten.",
  capabilities: [
    "exit-codes",
    "json",
    "permissions",
    "rewrite-input",
    "context",
    "halt",
    "tightening",
  ],
  json: "tolerant",
  fields: waveFields,
  words: waveWords,
  required: {},
  hookEventName: "inferred",
  exitTwo: "yields-to-json",
  systemMessage: { to: ["user"], standsForReason: false },
  rewritesPrompt: false,
  lanes: {
    events: {
      UserPromptSubmit: opensContext,
      PreToolUse: decidesForUser,
      PermissionRequest: decidesForUser,
      PostToolUse: tellsModel,
      PostToolUseFailure: tellsModel,
      Stop: tellsModel,
      SubagentStop: tellsModel,
      SessionStart: opensContext,
    },
    others,
  },
  environment: waveEnvironment,
  tellsOperations: false,
};
