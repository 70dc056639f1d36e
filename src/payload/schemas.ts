/** Payload schemas. They need zod, so `snaphook/core` never loads this file; it is entered by itself. */
import { z } from "zod";

const common = {
  session_id: z.string().describe("Identifies the session"),
  cwd: z.string().describe("The agent's working directory, absolute"),
  transcript_path: z
    .string()
    .optional()
    .describe("A file of what was said so far, one JSON line for each turn"),
  permission_mode: z.string().optional().describe("The agent's permission mode"),
  agent_type: z.string().optional().describe("Inside a subagent: what kind it is"),
  agent_id: z.string().optional().describe("Inside a subagent: identifies it"),
};

const call = {
  tool_name: z.string().describe("The tool that the model asked for"),
  tool_input: z.record(z.string(), z.unknown()).describe("The tool's input, as the model wrote it"),
  tool_use_id: z.string().optional().describe("Identifies the call"),
};

const stopHookActive = z
  .boolean()
  .describe("True where the agent is already continuing because of a Stop hook");

const lastAssistantMessage = z.string().optional().describe("What the model said last");

const trigger = z.enum(["manual", "auto"]).describe("Who asked for the compaction");

/** Other fields are kept: hosts add their own, and hooks may read them. */
function payload<Name extends string, Shape extends z.ZodRawShape>(event: Name, shape: Shape) {
  return z.looseObject({ ...common, hook_event_name: z.literal(event), ...shape });
}

export const payloadSchemas = {
  SessionStart: payload("SessionStart", {
    source: z.enum(["startup", "resume", "clear", "compact"]).describe("What began the session"),
  }),
  UserPromptSubmit: payload("UserPromptSubmit", {
    prompt: z.string().describe("What the user wrote"),
  }),
  PreToolUse: payload("PreToolUse", call),
  PermissionRequest: payload("PermissionRequest", call),
  PostToolUse: payload("PostToolUse", {
    ...call,
    tool_response: z.unknown().describe("What the tool gave back"),
  }),
  PostToolUseFailure: payload("PostToolUseFailure", {
    ...call,
    error: z.string().describe("What went wrong"),
  }),
  Notification: payload("Notification", {
    message: z.string().describe("The message to the user"),
    notification_type: z.string().optional().describe("What kind of notification it is"),
  }),
  SubagentStart: payload("SubagentStart", {
    agent_type: z.string().describe("What kind of subagent it is"),
    agent_id: z.string().optional().describe("Identifies the subagent"),
  }),
  SubagentStop: payload("SubagentStop", {
    agent_type: z.string().optional().describe("What kind of subagent it is"),
    agent_id: z.string().optional().describe("Identifies the subagent"),
    stop_hook_active: stopHookActive,
    last_assistant_message: lastAssistantMessage,
  }),
  Stop: payload("Stop", {
    stop_hook_active: stopHookActive,
    last_assistant_message: lastAssistantMessage,
  }),
  PreCompact: payload("PreCompact", { trigger }),
  PostCompact: payload("PostCompact", { trigger }),
  SessionEnd: payload("SessionEnd", { reason: z.string().describe("What ended the session") }),
} as const;

/** The JSON Schema of a payload, as a host writes it. */
export function toJsonSchema(schema: z.ZodType): object {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, { io: "input" });
  return json;
}
