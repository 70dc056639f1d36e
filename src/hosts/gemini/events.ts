import type { HostEvent } from "../host.js";

/**
 * How answers of several hooks become one:
 * - strictest: halt, block, ask, else allow; reasons and contexts of all hooks are joined;
 * - later: every field of a later hook replaces the same field of an earlier one, decisions included;
 * - tools: only `toolConfig` is united, all else is dropped;
 * - spread: as `later`, and nobody asks what the fields say.
 */
export type GeminiMerge = "strictest" | "later" | "tools" | "spread";

/** One event of Gemini CLI: what an answer can do there, and who sees it. */
export interface GeminiEvent extends HostEvent {
  readonly merge: GeminiMerge;
  /** `continue: false` ends the agent's work. */
  readonly halts: boolean;
  /** Who gets the reason of a block; null where nothing can be blocked. */
  readonly blocks: "model" | "user" | null;
  readonly asks: boolean;
  readonly rewrites: boolean;
  readonly context: boolean;
}

const common = ["systemMessage", "suppressOutput"];
const stop = ["continue", "stopReason"];
const verdict = ["decision", "reason"];

const advisory = {
  canonical: null,
  subject: null,
  exitTwo: "nothing",
  text: "shown to the user",
  fields: common,
  merge: "spread",
  halts: false,
  blocks: null,
  asks: false,
  rewrites: false,
  context: false,
} as const satisfies GeminiEvent;

const controlling = {
  ...advisory,
  exitTwo: "blocks where stdout or stderr holds text; with neither, or with JSON, it does nothing",
  fields: [...common, ...stop, ...verdict],
  halts: true,
} as const;

/** Every event of Gemini CLI 0.61. */
export const events: Readonly<Record<string, GeminiEvent>> = {
  BeforeTool: {
    ...controlling,
    canonical: "PreToolUse",
    subject: "tool_name",
    fields: [...controlling.fields, "hookSpecificOutput.tool_input"],
    merge: "strictest",
    blocks: "model",
    asks: true,
    rewrites: true,
  },
  AfterTool: {
    ...controlling,
    canonical: "PostToolUse",
    subject: "tool_name",
    fields: [
      ...controlling.fields,
      "hookSpecificOutput.additionalContext",
      "hookSpecificOutput.tailToolCallRequest",
    ],
    merge: "strictest",
    blocks: "model",
    context: true,
  },
  BeforeAgent: {
    ...controlling,
    canonical: "UserPromptSubmit",
    fields: [...controlling.fields, "hookSpecificOutput.additionalContext"],
    merge: "strictest",
    blocks: "user",
    context: true,
  },
  AfterAgent: {
    ...controlling,
    canonical: "Stop",
    fields: [...controlling.fields, "hookSpecificOutput.clearContext"],
    merge: "strictest",
    blocks: "model",
  },
  BeforeModel: {
    ...controlling,
    fields: [
      ...controlling.fields,
      "hookSpecificOutput.llm_request",
      "hookSpecificOutput.llm_response",
    ],
    merge: "later",
    blocks: "user",
  },
  AfterModel: {
    ...controlling,
    fields: [...controlling.fields, "hookSpecificOutput.llm_response"],
    merge: "later",
    blocks: "user",
  },
  BeforeToolSelection: {
    ...advisory,
    fields: [...common, "hookSpecificOutput.toolConfig"],
    merge: "tools",
  },
  SessionStart: {
    ...advisory,
    canonical: "SessionStart",
    subject: "source",
    fields: [...common, "hookSpecificOutput.additionalContext"],
    merge: "strictest",
    context: true,
  },
  SessionEnd: { ...advisory, canonical: "SessionEnd", subject: "reason" },
  PreCompress: { ...advisory, canonical: "PreCompact", subject: "trigger" },
  Notification: { ...advisory, canonical: "Notification" },
};
