import type { HostBridge } from "../bridge.js";
import { groupedEntry, ownPayload, ownTools, usualMcp } from "../own-names.js";
import { answerForms } from "./answer-forms.js";
import { sentFields } from "./sent-fields.js";
import { inputFields, inputKeys } from "./tool-inputs.js";

export const bridge: HostBridge = {
  payload: ownPayload,
  // Claude Code has renamed the tool that starts another agent; what it is given is the same.
  tools: { ...ownTools, task: { name: "Agent" } },
  mcp: usualMcp,
  answers: answerForms,
  // Also where the entry or the user names another shell.
  start: {
    shell: ["/bin/sh", "-c"],
    http: true,
    environment: { CLAUDE_PROJECT_DIR: "projectDir", CLAUDE_CODE_SESSION_ID: "sessionId" },
  },
  sends: sentFields,
  inputFields,
  inputKeys,
  outputKeepsShape: true,
  marks: [
    { variables: ["CLAUDE_CODE_SESSION_ID"] },
    { variables: ["CLAUDECODE"], lacks: ["timestamp"] },
  ],
  sample: { transcript_path: "/transcript.jsonl", permission_mode: "default" },
  install: {
    path: ".claude/settings.json",
    frame: {},
    entry: (hook) => groupedEntry(hook, hook.isGuard === true ? { onFailure: "block" } : {}),
  },
};
