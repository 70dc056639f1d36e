import type { EventRule } from "./client.js";
import { guard, quiet, shown, toBoth, toNobody, toUser } from "./quiet.js";
import { texts } from "./texts.js";

const compaction: Partial<EventRule> = { subject: "trigger", warning: "dropped" };

const form: EventRule = {
  ...guard,
  subject: "mcp_server_name",
  exitTwo: "the request is declined",
  ruling: {
    path: ["action"],
    words: { accept: "allow", decline: "deny", cancel: "deny" },
    reason: null,
  },
  jsonNeedsZero: true,
  specific: { action: ["accept", "decline", "cancel"], content: "object" },
};

/** The events of a session and of what surrounds it. */
export const sessionEvents: Readonly<Record<string, EventRule>> = {
  SessionStart: {
    ...shown,
    canonical: "SessionStart",
    subject: "source",
    text: "context for the model",
    unblocked: "the session starts",
    stdout: "model",
    context: "model",
    specific: {
      additionalContext: "text",
      initialUserMessage: "text",
      sessionTitle: "text",
      watchPaths: "texts",
      reloadSkills: "boolean",
    },
  },
  Setup: {
    ...shown,
    subject: "trigger",
    unblocked: "the setup continues",
    specific: { additionalContext: "text" },
    inert: ["additionalContext"],
    warning: "dropped",
  },
  InstructionsLoaded: {
    ...quiet,
    subject: "load_reason",
    unblocked: "the instructions are loaded",
    warning: "dropped",
  },
  PreCompact: {
    ...guard,
    ...compaction,
    canonical: "PreCompact",
    exitTwo:
      "the compaction is skipped; stderr goes to the user, and to the model on the next turn",
    text: "additional instructions of the compaction",
    unblocked: "the context is compacted",
    stdout: "model",
    denial: toBoth,
  },
  PostCompact: {
    ...shown,
    ...compaction,
    canonical: "PostCompact",
    unblocked: "the context is compacted already",
    error: "whole",
  },
  PreModelSwitch: {
    ...guard,
    subject: "to_model",
    exitTwo: "the switch is refused",
    unblocked: "the model is switched",
    decision: {},
    ruling: {
      path: ["permissionDecision"],
      words: { allow: "allow", deny: "deny", ask: "ask" },
      reason: ["permissionDecisionReason"],
    },
    decidesPermission: true,
    specific: { permissionDecision: ["allow", "deny", "ask"], permissionDecisionReason: "text" },
    denial: toUser,
    several: "last-reason",
  },
  PostModelSwitch: {
    ...quiet,
    subject: "to_model",
    unblocked: "the model is switched already",
    context: "model",
    specific: { additionalContext: "text" },
  },
  Notification: {
    ...quiet,
    canonical: "Notification",
    subject: "notification_type",
    unblocked: "the notification is shown",
    specific: { additionalContext: "text" },
    inert: ["additionalContext"],
  },
  ConfigChange: {
    ...guard,
    subject: "source",
    exitTwo:
      "the change is not applied, and nobody is informed; policy settings are applied all the same",
    unblocked: "the changed settings apply",
    exempt: { field: "source", value: "policy_settings" },
    denial: toNobody,
    warning: "dropped",
  },
  CwdChanged: {
    ...shown,
    unblocked: "the folder is changed already",
    specific: { watchPaths: "texts" },
  },
  DirectoryAdded: { ...quiet, subject: "source", unblocked: "the folder is added already" },
  FileChanged: {
    ...shown,
    subject: "file_path",
    unblocked: "the file is changed already",
    specific: { watchPaths: "texts" },
  },
  WorktreeCreate: {
    ...guard,
    exitTwo: "the worktree is not created, as with every code but 0",
    text: "its last line that is not empty is the path",
    unblocked: "the worktree is created",
    failureBlocks: true,
    decision: {},
    stdout: "path",
    specific: { worktreePath: "text" },
    denial: toUser,
  },
  WorktreeRemove: { ...quiet, unblocked: "the worktree is removed" },
  Elicitation: { ...form, unblocked: "the request continues" },
  ElicitationResult: {
    ...form,
    decision: {},
    unblocked: "the answer goes to the server",
  },
  MessageDisplay: {
    ...quiet,
    exitTwo: "the message is shown as it is",
    unblocked: "the message is shown as it is",
    specific: { displayContent: "text" },
    warning: "dropped",
  },
  SessionEnd: {
    ...shown,
    canonical: "SessionEnd",
    subject: "reason",
    unblocked: "the session ends",
    jsonNeedsZero: true,
    warning: "dropped",
    error: "whole",
    timeout: texts.cancelled,
  },
};
