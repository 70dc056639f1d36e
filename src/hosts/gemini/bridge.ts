import type { HostBridge } from "../bridge.js";
import { groupedEntry, ownPayload } from "../own-names.js";
import { answerForms } from "./answer-forms.js";

/** In the payloads of all events together. */
const sent =
  "session_id transcript_path cwd hook_event_name timestamp tool_name tool_input mcp_context original_request_name tool_response prompt prompt_response stop_hook_active llm_request llm_response source reason trigger notification_type message details".split(
    " ",
  );

export const bridge: HostBridge = {
  payload: ownPayload,
  tools: {
    shell: { name: "run_shell_command", fields: { run_in_background: "is_background" } },
    write: { name: "write_file" },
    edit: { name: "replace", fields: { replace_all: "allow_multiple" } },
    read: { name: "read_file" },
    // The addresses are somewhere in a prompt.
    fetch: { name: "web_fetch", isOpaque: true },
    search: { name: "grep_search", fields: { path: "dir_path", glob: "include_pattern" } },
    find: { name: "glob", fields: { path: "dir_path" } },
  },
  mcp: { prefix: "mcp_", separator: "_" },
  answers: answerForms,
  escapesContext: true,
  start: {
    shell: ["bash", "-c"],
    environment: {
      GEMINI_PROJECT_DIR: "projectDir",
      GEMINI_CWD: "projectDir",
      GEMINI_SESSION_ID: "sessionId",
      CLAUDE_PROJECT_DIR: "projectDir",
    },
  },
  sends: () => sent,
  marks: [{ variables: ["GEMINI_SESSION_ID"] }],
  sample: { transcript_path: "/transcript.json", timestamp: "2026-01-01T00:00:00.000Z" },
  install: {
    path: ".gemini/settings.json",
    frame: {},
    // In milliseconds there.
    entry: ({ seconds, ...hook }) =>
      groupedEntry({ ...hook, seconds: seconds * 1000 }, { name: "snaphook" }),
  },
};
