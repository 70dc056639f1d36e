import type { HostEvent } from "../host.js";
import type { ContextRule } from "./context.js";

/**
 * How the answers of several hooks become one:
 * - union: the texts of all are joined and a top-level block or stop of any counts; every other field under
 *   `hookSpecificOutput` is the last hook's, a `permissionDecision` too;
 * - permission: a deny counts over an allow, and where nobody decides an empty decision is left, which denies;
 * - spread: a field of a later hook replaces the same field of an earlier one.
 */
export type QwenMerge = "union" | "permission" | "spread";

/** What an answer decides on an event; `deciders` in decide.ts says how. */
export type Decides = "tool" | "permission" | "prompt" | "result" | "batch" | "stop" | "todo";

/** One event of Qwen Code: what an answer can do there, and who sees it. */
export interface QwenEvent extends HostEvent {
  readonly merge: QwenMerge;
  readonly decides: Decides | null;
  /** Null where `additionalContext` does not reach the model. */
  readonly context: ContextRule | null;
  /** Plain text on stdout with exit code 0 is context. */
  readonly promotesText: boolean;
  /** The user is shown `systemMessage`; elsewhere it goes to the debug log. */
  readonly showsMessage: boolean;
}

const stop = ["continue", "stopReason"];
const verdict = ["decision", "reason"];
const context = "hookSpecificOutput.additionalContext";
const whole = { longest: Infinity };

const silent = {
  canonical: null,
  subject: null,
  exitTwo: "nothing",
  text: "dropped",
  fields: [],
  merge: "spread",
  decides: null,
  context: null,
  promotesText: false,
  showsMessage: false,
} as const satisfies QwenEvent;

const informed = { ...silent, fields: [context], context: whole } as const;

const blocksWithStderr = "blocks where stderr holds text; with none, or with JSON, it does nothing";

const prompted = {
  ...informed,
  exitTwo: blocksWithStderr,
  text: "context for the model, unless it begins with {",
  fields: [...stop, ...verdict, context],
  merge: "union",
  decides: "prompt",
  promotesText: true,
} as const;

const stopping = {
  ...silent,
  exitTwo: `${blocksWithStderr}; the agent continues with it`,
  fields: [...stop, ...verdict],
  merge: "union",
  decides: "stop",
} as const;

const todo = {
  ...silent,
  exitTwo: "blocks only together with the answer of another hook",
  fields: verdict,
  merge: "union",
  decides: "todo",
} as const;

/** Every event of Qwen Code 0.24. */
export const events: Readonly<Record<string, QwenEvent>> = {
  PreToolUse: {
    ...silent,
    canonical: "PreToolUse",
    subject: "tool_name",
    exitTwo: `${blocksWithStderr}; an allow of another hook overrides it`,
    fields: [
      ...stop,
      ...verdict,
      "hookSpecificOutput.permissionDecision",
      "hookSpecificOutput.permissionDecisionReason",
    ],
    merge: "union",
    decides: "tool",
  },
  PermissionRequest: {
    ...silent,
    canonical: "PermissionRequest",
    subject: "tool_name",
    fields: [
      "hookSpecificOutput.decision.behavior",
      "hookSpecificOutput.decision.message",
      "hookSpecificOutput.decision.updatedInput",
    ],
    merge: "permission",
    decides: "permission",
  },
  PermissionDenied: { ...silent, subject: "tool_name" },
  PostToolUse: {
    ...informed,
    canonical: "PostToolUse",
    subject: "tool_name",
    fields: [...stop, "reason", context],
    merge: "union",
    decides: "result",
  },
  PostToolUseFailure: {
    ...informed,
    canonical: "PostToolUseFailure",
    subject: "tool_name",
    merge: "union",
  },
  PostToolBatch: {
    ...informed,
    exitTwo: blocksWithStderr,
    fields: [...stop, ...verdict, context],
    merge: "union",
    decides: "batch",
  },
  UserPromptSubmit: { ...prompted, canonical: "UserPromptSubmit" },
  UserPromptExpansion: {
    ...prompted,
    subject: "command_name",
    context: { longest: 10_000, ampersands: true },
  },
  Stop: {
    ...stopping,
    canonical: "Stop",
    text: "shown to the user",
    fields: [...stopping.fields, "systemMessage"],
    showsMessage: true,
  },
  StopFailure: { ...silent, subject: "error" },
  SubagentStart: { ...informed, canonical: "SubagentStart", subject: "agent_type" },
  SubagentStop: { ...stopping, canonical: "SubagentStop", subject: "agent_type" },
  SessionStart: {
    ...informed,
    canonical: "SessionStart",
    subject: "source",
    text: prompted.text,
    promotesText: true,
  },
  SessionEnd: { ...silent, canonical: "SessionEnd", subject: "reason" },
  SessionDelete: silent,
  PreCompact: {
    ...informed,
    canonical: "PreCompact",
    subject: "trigger",
    context: { longest: 4000 },
  },
  PostCompact: { ...silent, canonical: "PostCompact", subject: "trigger" },
  Notification: { ...silent, canonical: "Notification", subject: "notification_type" },
  MessageDisplay: silent,
  InstructionsLoaded: { ...silent, subject: "file_path" },
  TodoCreated: todo,
  TodoCompleted: todo,
};
