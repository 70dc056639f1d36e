import type { HostBridge, PayloadForm } from "../bridge.js";
import { ownPayload, usualMcp } from "../own-names.js";
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
    stop_hook_active: "stopHookActive",
    agent_type: "agentName",
    agent_id: "agentId",
    notification_type: "notificationType",
    custom_instructions: "customInstructions",
  },
  inputIsText: true,
};

export const bridge: HostBridge = {
  // An event in camelCase has a payload in camelCase; one in PascalCase is as elsewhere.
  payload: (event) => (/^[a-z]/.test(event) ? camelCase : ownPayload()),
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
  install: {
    path: ".github/hooks/snaphook.json",
    frame: { version: 1 },
    entry: (command, timeoutSec) => ({ type: "command", bash: command, timeoutSec }),
  },
};
