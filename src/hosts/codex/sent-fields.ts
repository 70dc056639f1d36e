const session = ["session_id", "transcript_path", "cwd", "hook_event_name"];
const turn = [...session, "turn_id", "model", "permission_mode", "agent_id", "agent_type"];
const call = [...turn, "tool_name", "tool_input"];
const stop = [...turn, "stop_hook_active", "last_assistant_message"];

const sent: Readonly<Record<string, readonly string[]>> = {
  SessionStart: [...session, "model", "permission_mode", "source"],
  SessionEnd: [...session, "reason"],
  UserPromptSubmit: [...turn, "prompt"],
  PreToolUse: [...call, "tool_use_id"],
  PermissionRequest: call,
  PostToolUse: [...call, "tool_use_id", "tool_response"],
  PreCompact: [...turn, "trigger"],
  PostCompact: [...turn, "trigger"],
  SubagentStart: turn,
  SubagentStop: [...stop, "agent_transcript_path"],
  Stop: stop,
  Interrupt: turn,
  PreModelRequest: turn,
  PostModelRequest: [...turn, "status", "error", "token_usage"],
};

/** Every field that Codex sends on an event, also those that are not always there. */
export function sentFields(event: string): readonly string[] | undefined {
  return Object.hasOwn(sent, event) ? sent[event] : undefined;
}
