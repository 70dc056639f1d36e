import type { Outcome } from "../../decide/index.js";
import type { ChangeName } from "../../dialects/index.js";
import type { HostEvent } from "../host.js";
import type { CursorType } from "./fields.js";

/** One event of Cursor: what an answer may hold there, and what follows. */
export interface CursorEvent extends HostEvent {
  readonly schema: Readonly<Record<string, CursorType>>;
  /** A permission event: what is malformed denies. */
  readonly guards: boolean;
  readonly asks: boolean;
  /** What `continue: false` does. */
  readonly stops: Outcome | null;
  /** A `followup_message` keeps the agent going; Claude's `decision: "block"` with a reason is read as one. */
  readonly follows: boolean;
  /** What exit code 2 stands for; a failure of a hook with `failClosed` stands for the same. */
  readonly onExitTwo: "deny" | "stop" | "nothing";
}

const observer = {
  canonical: null,
  subject: null,
  exitTwo: "nothing",
  text: "invalid, and ignored",
  fields: [],
  schema: {},
  guards: false,
  asks: false,
  stops: null,
  follows: false,
  onExitTwo: "nothing",
} as const satisfies CursorEvent;

const messages = { user_message: "text", agent_message: "text" } as const;

const guard = {
  ...observer,
  exitTwo: "denies; the reason is stdout, else stderr",
  text: "denies: it is no JSON",
  schema: { permission: "verdict", ...messages },
  guards: true,
  onExitTwo: "deny",
} as const satisfies CursorEvent;

const gate = {
  ...observer,
  exitTwo: "stops; the reason is stdout, else stderr",
  schema: { continue: "flag", user_message: "text" },
  onExitTwo: "stop",
} as const satisfies CursorEvent;

const follower = {
  ...observer,
  exitTwo: "nothing: the agent stops",
  schema: { followup_message: "text" },
  follows: true,
} as const satisfies CursorEvent;

const withContext = { additional_context: "text" } as const;

const rows: Readonly<Record<string, CursorEvent>> = {
  preToolUse: {
    ...guard,
    canonical: "PreToolUse",
    subject: "tool_name",
    schema: { ...guard.schema, updated_input: "object", ...withContext },
  },
  beforeShellExecution: { ...guard, subject: "command", asks: true },
  beforeMCPExecution: { ...guard, subject: "tool_name", asks: true },
  beforeReadFile: { ...guard, schema: { ...guard.schema, permission: "hardVerdict" } },
  beforeTabFileRead: { ...guard, schema: { ...guard.schema, permission: "hardVerdict" } },
  subagentStart: { ...guard, canonical: "SubagentStart", subject: "subagent_type" },
  beforeSubmitPrompt: { ...gate, canonical: "UserPromptSubmit", stops: "block" },
  sessionStart: {
    ...gate,
    canonical: "SessionStart",
    schema: { ...gate.schema, env: "variables", ...withContext },
    stops: "halt",
  },
  stop: { ...follower, canonical: "Stop" },
  subagentStop: { ...follower, canonical: "SubagentStop", subject: "subagent_type" },
  postToolUse: {
    ...observer,
    canonical: "PostToolUse",
    subject: "tool_name",
    schema: { ...withContext, updated_mcp_tool_output: "anything" },
  },
  postToolUseFailure: {
    ...observer,
    canonical: "PostToolUseFailure",
    subject: "tool_name",
    schema: withContext,
  },
  preCompact: { ...observer, canonical: "PreCompact", schema: { user_message: "text" } },
  sessionEnd: { ...observer, canonical: "SessionEnd" },
  workspaceOpen: { ...observer, schema: { pluginPaths: "paths" } },
  afterShellExecution: { ...observer, subject: "command" },
  afterMCPExecution: { ...observer, subject: "tool_name" },
  afterFileEdit: observer,
  afterTabFileEdit: observer,
  afterAgentResponse: observer,
  afterAgentThought: observer,
};

/** The field that rewrites each thing; of several hooks the last counts. */
export const rewriteFields: Readonly<Partial<Record<ChangeName, string>>> = {
  input: "updated_input",
  toolOutput: "updated_mcp_tool_output",
};

/** Names that Cursor takes from Claude Code's answers. */
function fieldsOf({ schema, follows }: CursorEvent): readonly string[] {
  return [
    ...Object.keys(schema),
    ...("additional_context" in schema ? ["additionalContext"] : []),
    ...(follows ? ["decision", "reason"] : []),
  ];
}

/** Every event of the hook engine of @cursor/sdk 1.0.32. */
export const events: Readonly<Record<string, CursorEvent>> = Object.fromEntries(
  Object.entries(rows).map(([name, row]) => [name, { ...row, fields: fieldsOf(row) }]),
);
