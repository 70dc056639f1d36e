import type { Payload } from "./payload.js";

/** The fields of an event in addition to the common ones, as an agent at work would send them. */
const own: Readonly<Record<string, Payload>> = {
  SessionStart: { source: "startup" },
  UserPromptSubmit: { prompt: "deploy it" },
  PreToolUse: { tool_name: "Bash", tool_input: { command: "rm -rf build" }, tool_use_id: "call-1" },
  PermissionRequest: {
    tool_name: "Bash",
    tool_input: { command: "rm -rf build" },
    tool_use_id: "call-1",
  },
  PostToolUse: {
    tool_name: "Bash",
    tool_input: { command: "rm -rf build" },
    tool_response: { stdout: "", exit_code: 0 },
    tool_use_id: "call-1",
  },
  PostToolUseFailure: {
    tool_name: "Bash",
    tool_input: { command: "rm -rf build" },
    error: "exit status 1",
    tool_use_id: "call-1",
  },
  Notification: { message: "waiting for input", notification_type: "idle" },
  SubagentStart: { agent_type: "reviewer", agent_id: "agent-1" },
  SubagentStop: { agent_type: "reviewer", agent_id: "agent-1", stop_hook_active: false },
  Stop: { stop_hook_active: false },
  PreCompact: { trigger: "auto" },
  PostCompact: { trigger: "auto" },
  SessionEnd: { reason: "exit" },
};

/** What each of Snaphook's tools is given, as an agent at work would do it. */
const inputs: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  Bash: { command: "rm -rf build", description: "Remove the build folder" },
  Write: { file_path: "notes.md", content: "hello\n" },
  Edit: { file_path: "README.md", old_string: "hello", new_string: "goodbye" },
  Read: { file_path: "README.md" },
  WebFetch: { url: "http://localhost/", prompt: "What does it say?" },
  Grep: { pattern: "TODO", path: "." },
  Glob: { pattern: "**/*.ts" },
  Task: { description: "Review it", prompt: "Review the change", subagent_type: "reviewer" },
};

/** A tool's input for samples; an empty one for a tool that nobody knows. */
export function sampleInput(tool: string): Readonly<Record<string, unknown>> {
  return (Object.hasOwn(inputs, tool) ? inputs[tool] : undefined) ?? {};
}

/** A complete payload of the event, for tests and for `explain`; `fields` replace the sample's. */
export function samplePayload(event: string, fields: Payload = {}): Payload {
  return {
    session_id: "session-1",
    cwd: "/project",
    hook_event_name: event,
    ...(Object.hasOwn(own, event) ? own[event] : {}),
    ...fields,
  };
}
