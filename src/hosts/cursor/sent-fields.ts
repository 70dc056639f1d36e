/** In every payload. */
const common =
  "conversation_id generation_id model hook_event_name cursor_version workspace_roots user_email transcript_path session_id cwd";

/** What an event's payload has in addition. */
const own: Readonly<Record<string, string>> = {
  beforeShellExecution: "command sandbox",
  afterShellExecution: "command output duration sandbox",
  beforeMCPExecution: "tool_name tool_input url command",
  afterMCPExecution: "tool_name tool_input result_json duration",
  beforeReadFile: "file_path content attachments",
  beforeTabFileRead: "file_path content",
  afterFileEdit: "file_path edits",
  afterTabFileEdit: "file_path edits",
  beforeSubmitPrompt: "prompt attachments",
  afterAgentResponse: "text",
  afterAgentThought: "text duration_ms",
  stop: "status loop_count",
  sessionStart: "is_background_agent composer_mode",
  sessionEnd: "reason duration_ms is_background_agent final_status error_message",
  preToolUse: "tool_name tool_input tool_use_id agent_message",
  postToolUse: "tool_name tool_input tool_output tool_use_id duration",
  postToolUseFailure:
    "tool_name tool_input tool_use_id error_message failure_type duration is_interrupt",
  subagentStart:
    "subagent_id subagent_type task parent_conversation_id tool_call_id subagent_model is_parallel_worker git_branch",
  subagentStop:
    "subagent_id subagent_type status task description summary result duration duration_ms message_count tool_call_count loop_count modified_files agent_transcript_path error_message git_branch",
  preCompact:
    "trigger context_usage_percent context_tokens context_window_size message_count messages_to_compact is_first_compaction",
};

/** Every field that Cursor sends on an event, also those that are not always there. */
export function sentFields(event: string): readonly string[] | undefined {
  const more = Object.hasOwn(own, event) ? own[event] : undefined;
  return more === undefined ? undefined : `${common} ${more}`.split(" ");
}
