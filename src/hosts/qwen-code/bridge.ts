import type { HostBridge } from "../bridge.js";
import { groupedEntry, ownPayload, usualMcp } from "../own-names.js";
import { answerForms } from "./answer-forms.js";

export const bridge: HostBridge = {
  payload: ownPayload,
  tools: {
    shell: { name: "run_shell_command", fields: { run_in_background: "is_background" } },
    write: { name: "write_file" },
    edit: { name: "edit" },
    read: { name: "read_file" },
    fetch: { name: "web_fetch" },
    search: { name: "grep_search" },
    find: { name: "glob" },
    task: { name: "agent" },
  },
  mcp: usualMcp,
  answers: answerForms,
  escapesContext: true,
  start: {
    shell: ["bash", "-c"],
    environment: {
      QWEN_PROJECT_DIR: "projectDir",
      GEMINI_PROJECT_DIR: "projectDir",
      CLAUDE_PROJECT_DIR: "projectDir",
    },
  },
  marks: [{ fields: ["timestamp", "transcript_path"], variables: ["QWEN_PROJECT_DIR"] }],
  sample: {
    transcript_path: "/transcript.json",
    timestamp: "2026-01-01T00:00:00.000Z",
    permission_mode: "default",
  },
  install: {
    path: ".qwen/settings.json",
    frame: {},
    // From 1000 on the host reads milliseconds, below that seconds.
    entry: ({ seconds, ...hook }) =>
      groupedEntry({ ...hook, seconds: seconds * 1000 }, { name: "snaphook" }),
  },
};
