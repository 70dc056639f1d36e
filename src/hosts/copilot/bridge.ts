import type { HostBridge, PayloadForm } from "../bridge.js";
import { usualMcp } from "../own-names.js";
import { answerForms } from "./answer-forms.js";

const camelCase: PayloadForm = {
  fields: {
    hook_event_name: "hookEventName",
    session_id: "sessionId",
    transcript_path: "transcriptPath",
    tool_name: "toolName",
    tool_input: "toolArgs",
    tool_use_id: "toolUseId",
    tool_response: "toolResult",
    agent_type: "agentName",
    agent_id: "agentId",
    custom_instructions: "customInstructions",
  },
  inputMayBeText: true,
  isUnnamed: true,
};
const permissionRequest: PayloadForm = {
  fields: { ...camelCase.fields, hook_event_name: "hookName", tool_input: "toolInput" },
};
const pascalCase: PayloadForm = { fields: { tool_response: "tool_result" } };

/** An event in camelCase has a payload in camelCase, and a permission request under both of its names. */
function payload(event: string): PayloadForm {
  if (event.toLowerCase() === "permissionrequest") return permissionRequest;
  return /^[a-z]/.test(event) ? camelCase : pascalCase;
}

export const bridge: HostBridge = {
  payload,
  tools: {
    shell: { name: "bash" },
    read: { name: "view", fields: { file_path: "path" } },
    write: { name: "create", fields: { file_path: "path", content: "file_text" } },
    edit: {
      name: "edit",
      fields: { file_path: "path", old_string: "old_str", new_string: "new_str" },
    },
    search: { name: "grep" },
    find: { name: "glob" },
    fetch: { name: "web_fetch" },
    // What it is given is not documented.
    task: { name: "task", isOpaque: true },
  },
  mcp: usualMcp,
  answers: answerForms,
  start: {
    shell: ["bash", "-c"],
    environment: { COPILOT_PROJECT_DIR: "projectDir", CLAUDE_PROJECT_DIR: "projectDir" },
  },
  marks: [{ fields: ["sessionId"] }, { variables: ["COPILOT_PROJECT_DIR"] }],
  sample: { timestamp: 1_700_000_000_000 },
  install: {
    path: ".github/hooks/snaphook.json",
    frame: { version: 1 },
    entry: ({ command, matcher, seconds }) => ({
      type: "command",
      ...(matcher !== undefined && { matcher }),
      bash: command,
      timeoutSec: seconds,
    }),
  },
};
