import { block, contextPath, observer, reader } from "./event-parts.js";
import type { CodexRules, EventRules } from "./rules.js";
import { permissionRequest, postToolUse, preToolUse } from "./tool-events.js";
import { shapes } from "./wire.js";

const userPromptSubmit: EventRules = {
  ...reader,
  canonical: "UserPromptSubmit",
  shape: shapes.prompt,
  broken: "hook returned invalid user prompt submit JSON output",
  text: "context",
  context: contextPath,
  forms: [block("UserPromptSubmit", false)],
  stop: { level: "halt", fallback: null, forModel: null },
  exitTwo: "UserPromptSubmit hook exited with code 2 but did not write a blocking reason to stderr",
};

const stopping = (event: string, broken: string): EventRules => ({
  ...reader,
  canonical: event,
  shape: shapes.stop,
  broken,
  text: { error: broken },
  forms: [block(event, true)],
  stop: { level: "halt", fallback: null, forModel: null },
  exitTwo: `${event} hook exited with code 2 but did not write a continuation prompt to stderr`,
  reasons: "each",
});

const starting = (event: string, broken: string): EventRules => ({
  ...reader,
  canonical: event,
  shape: shapes.start,
  broken,
  text: "context",
  context: contextPath,
});

const compacting = (event: string): EventRules => ({
  ...observer,
  canonical: event,
  subject: "trigger",
  shape: shapes.compact,
  broken: `hook returned invalid ${event} hook JSON output`,
  stop: { level: "halt", fallback: `${event} hook stopped execution`, forModel: null },
});

/** While the session shuts down nobody waits for long. */
const hurried = { timeout: { default: 1, most: 3 }, alwaysWaits: true } as const;

/** Codex 0.166, event by event. */
export const codex0166: CodexRules = {
  version: "0.166.0",
  events: {
    SessionStart: {
      ...starting("SessionStart", "hook returned invalid session start JSON output"),
      subject: "source",
      stop: { level: "halt", fallback: null, forModel: null },
    },
    UserPromptSubmit: userPromptSubmit,
    PreModelRequest: { ...observer, showsCode: false },
    PostModelRequest: { ...observer, showsCode: false },
    PreToolUse: preToolUse,
    PermissionRequest: permissionRequest,
    PostToolUse: postToolUse,
    SubagentStart: {
      ...starting("SubagentStart", "hook returned invalid subagent start JSON output"),
      subject: "agent_type",
    },
    SubagentStop: {
      ...stopping("SubagentStop", "hook returned invalid subagent stop hook JSON output"),
      subject: "agent_type",
    },
    Stop: stopping("Stop", "hook returned invalid stop hook JSON output"),
    PreCompact: compacting("PreCompact"),
    PostCompact: compacting("PostCompact"),
    Interrupt: {
      ...reader,
      ...hurried,
      shape: shapes.interrupt,
      broken: "hook returned invalid interrupt hook JSON output",
      text: { error: "Interrupt hook returned non-JSON stdout" },
    },
    SessionEnd: { ...observer, ...hurried, canonical: "SessionEnd", subject: "reason" },
  },
  modelTokens: 2500,
  commandTools: ["Bash", "apply_patch"],
  commandField: "command",
  noCommand: "hook returned updatedInput without string field `command`",
  noObject: "failed to parse function arguments",
  toolAliases: { apply_patch: ["Write", "Edit"], spawn_agent: ["Agent"] },
};
