import type { HostBridge, PayloadForm } from "../bridge.js";
import { answerForms } from "./answer-forms.js";
import { sentFields } from "./sent-fields.js";

const payload: PayloadForm = {
  fields: {},
  toolEvents: {
    beforeShellExecution: { canonical: "PreToolUse", operation: "shell", fields: ["command"] },
    afterShellExecution: { canonical: "PostToolUse", operation: "shell", fields: ["command"] },
    beforeReadFile: { canonical: "PreToolUse", operation: "read", fields: ["file_path"] },
    beforeTabFileRead: { canonical: "PreToolUse", operation: "read", fields: ["file_path"] },
  },
};

export const bridge: HostBridge = {
  payload: () => payload,
  tools: {
    shell: { name: "Shell" },
    write: { name: "Write" },
    // Cursor has one tool for both.
    edit: { name: "Write", isOpaque: true },
    read: { name: "Read" },
    search: { name: "Grep" },
    task: { name: "Task" },
  },
  mcp: { prefix: "MCP:", separator: null },
  answers: answerForms,
  start: {
    shell: ["sh", "-c"],
    environment: { CURSOR_PROJECT_DIR: "projectDir", CLAUDE_PROJECT_DIR: "projectDir" },
  },
  sends: sentFields,
  marks: [{ fields: ["cursor_version"] }],
  sample: {
    conversation_id: "session-1",
    generation_id: "turn-1",
    model: "default",
    cursor_version: "2.0.0",
    workspace_roots: [],
    user_email: null,
    transcript_path: null,
  },
  install: {
    path: ".cursor/hooks.json",
    frame: { version: 1 },
    // Else whatever goes wrong lets the tool run.
    entry: ({ command, matcher, seconds }) => ({
      command,
      ...(matcher !== undefined && { matcher }),
      timeout: seconds,
      failClosed: true,
    }),
  },
};
