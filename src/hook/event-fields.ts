/** What a field of an event holds. With a question mark it may be missing; `any` is whatever the host sends. */
export type EventFieldKind = "text" | "text?" | "flag" | "any";

type EventFieldTable = Readonly<
  Record<string, Readonly<Record<string, readonly [EventFieldKind, string]>>>
>;

/** On every event: what hooks call it, what it holds, and its field in a payload of Snaphook's. */
export const commonFields = {
  sessionId: ["text?", "session_id"],
  cwd: ["text?", "cwd"],
  transcriptPath: ["text?", "transcript_path"],
  permissionMode: ["text?", "permission_mode"],
  agentType: ["text?", "agent_type"],
  agentId: ["text?", "agent_id"],
} as const satisfies EventFieldTable[string];

const toolUse = { toolUseId: ["text?", "tool_use_id"] } as const;
const stop = {
  stopHookActive: ["flag", "stop_hook_active"],
  lastAssistantMessage: ["text?", "last_assistant_message"],
} as const;
const trigger = { trigger: ["text?", "trigger"] } as const;

/** The same of one event. What is required and is not there makes the hook fail. */
export const eventFields = {
  PreToolUse: toolUse,
  PermissionRequest: toolUse,
  PostToolUse: { ...toolUse, output: ["any", "tool_response"] },
  PostToolUseFailure: { ...toolUse, error: ["any", "error"] },
  UserPromptSubmit: { prompt: ["text", "prompt"] },
  SessionStart: { source: ["text?", "source"] },
  SessionEnd: { reason: ["text?", "reason"] },
  Notification: {
    message: ["text?", "message"],
    notificationType: ["text?", "notification_type"],
  },
  SubagentStop: stop,
  Stop: stop,
  PreCompact: trigger,
  PostCompact: trigger,
} as const satisfies EventFieldTable;

/** Events that are about one call of a tool. */
export const toolEvents = [
  "PreToolUse",
  "PermissionRequest",
  "PostToolUse",
  "PostToolUseFailure",
] as const;

export function isToolEvent(event: string): event is (typeof toolEvents)[number] {
  return toolEvents.some((name) => name === event);
}
