/** In every payload, or in that of every event of a turn. */
const common = [
  "session_id",
  "transcript_path",
  "cwd",
  "hook_event_name",
  "prompt_id",
  "permission_mode",
  "effort",
  "agent_id",
  "agent_type",
  "scratchpad_dir",
];

const call = ["tool_name", "tool_input", "tool_use_id", "mcp_server"];
const task = ["task_id", "task_subject", "task_description", "teammate_name", "team_name"];
const stop = ["stop_hook_active", "last_assistant_message", "background_tasks", "session_crons"];
const modelSwitch = [
  "from_model",
  "to_model",
  "requested_model",
  "source",
  "context_tokens",
  "prompt_cache_warm",
  "cache_ttl",
  "estimated_cache_write_usd",
  "pricing",
];
const elicitation = [
  "mcp_server_name",
  "message",
  "mode",
  "url",
  "elicitation_id",
  "requested_schema",
];

/** What an event's payload has in addition. */
const own: Readonly<Record<string, readonly string[]>> = {
  SessionStart: [
    "source",
    "model",
    "session_title",
    "seconds_since_last_response",
    "context_tokens",
    "prompt_cache_likely_expired",
    "estimated_cache_write_usd",
  ],
  Setup: ["trigger"],
  InstructionsLoaded: [
    "file_path",
    "memory_type",
    "load_reason",
    "globs",
    "trigger_file_path",
    "parent_file_path",
  ],
  UserPromptSubmit: ["prompt", "source", "session_title"],
  UserPromptExpansion: [
    "expansion_type",
    "command_name",
    "command_args",
    "command_source",
    "prompt",
  ],
  PreToolUse: call,
  PermissionRequest: [...call, "permission_suggestions"],
  PermissionDenied: [...call, "reason"],
  PostToolUse: [...call, "tool_response", "duration_ms"],
  PostToolUseFailure: [...call, "error", "is_interrupt", "duration_ms"],
  PostToolBatch: ["tool_calls"],
  Stop: stop,
  StopFailure: ["error", "error_details", "last_assistant_message"],
  SubagentStart: [],
  SubagentStop: [...stop, "agent_transcript_path"],
  TaskCreated: task,
  TaskCompleted: task,
  TeammateIdle: ["teammate_name", "team_name"],
  PreCompact: ["trigger", "custom_instructions"],
  PostCompact: ["trigger", "compact_summary"],
  PreModelSwitch: modelSwitch,
  PostModelSwitch: modelSwitch,
  Notification: ["message", "title", "notification_type"],
  ConfigChange: ["source", "file_path"],
  CwdChanged: ["old_cwd", "new_cwd"],
  DirectoryAdded: ["directory", "source"],
  FileChanged: ["file_path", "event"],
  WorktreeCreate: ["name"],
  WorktreeRemove: ["worktree_path"],
  Elicitation: elicitation,
  ElicitationResult: [...elicitation, "action", "content"],
  MessageDisplay: ["turn_id", "message_id", "index", "final", "delta"],
  SessionEnd: ["reason"],
};

/** Every field that the client sends on an event, also those that are not always there. */
export function sentFields(event: string): readonly string[] | undefined {
  const more = Object.hasOwn(own, event) ? own[event] : undefined;
  return more === undefined ? undefined : [...common, ...more];
}
