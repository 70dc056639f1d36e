import type { EventRule } from "./client.js";
import { guard, quiet, toBoth, toModel } from "./quiet.js";

const feedback: EventRule = {
  ...guard,
  subject: "tool_name",
  exitTwo: "stderr goes to the model in addition to the result",
  unblocked: "the model reads the result alone",
  context: "model",
  denial: toBoth,
};

/** The events around one call of a tool. */
export const toolEvents: Readonly<Record<string, EventRule>> = {
  PreToolUse: {
    ...guard,
    canonical: "PreToolUse",
    subject: "tool_name",
    exitTwo: "the call is denied; stderr goes to the model",
    unblocked: "the tool runs",
    decision: { block: "deny", approve: "allow" },
    ruling: {
      path: ["permissionDecision"],
      words: { allow: "allow", deny: "deny", ask: "ask", defer: "defer" },
      reason: ["permissionDecisionReason"],
    },
    halts: true,
    haltLeaves: "the tool still runs, and only then the turn stops",
    decidesPermission: true,
    context: "model",
    joinsContext: true,
    specific: {
      permissionDecision: ["allow", "deny", "ask", "defer"],
      permissionDecisionReason: "text",
      updatedInput: "object",
      additionalContext: "text",
    },
    checksInput: true,
    denial: { model: true, user: "first-line" },
    stopReason: toBoth,
    several: "last-reason",
    caveats: [
      {
        path: ["permissionDecision"],
        value: "defer",
        lost: "with a terminal it is ignored, and the tool runs by the usual rules",
      },
    ],
  },
  PermissionRequest: {
    ...quiet,
    canonical: "PermissionRequest",
    subject: "tool_name",
    unblocked: "the user is asked as if the hook had said nothing",
    heedsOnFailure: true,
    ruling: {
      path: ["decision", "behavior"],
      words: { allow: "allow", deny: "deny" },
      reason: ["decision", "message"],
    },
    silence: "ask",
    decidesPermission: true,
    specific: { decision: "ruling" },
    denial: toModel,
    warning: "dropped",
    error: "first-line",
    several: "first-decides",
    caveats: [
      {
        path: ["decision", "interrupt"],
        value: true,
        lost: "the call is denied; it is not proven that the turn ends as well",
      },
    ],
  },
  PermissionDenied: {
    ...quiet,
    subject: "tool_name",
    unblocked: "the call stays denied",
    specific: { retry: "boolean" },
  },
  PostToolUse: {
    ...feedback,
    canonical: "PostToolUse",
    halts: true,
    stopReason: toBoth,
    specific: {
      additionalContext: "text",
      updatedToolOutput: "any",
      updatedMCPToolOutput: "any",
      classifierContext: "text",
    },
  },
  PostToolUseFailure: {
    ...feedback,
    canonical: "PostToolUseFailure",
    specific: { additionalContext: "text" },
  },
  PostToolBatch: {
    ...feedback,
    subject: null,
    exitTwo: "the turn stops",
    unblocked: "the turn continues",
    blocked: "halt",
    halts: true,
    stopReason: toBoth,
    specific: { additionalContext: "text" },
  },
};
