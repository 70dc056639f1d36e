import type { HostBridge } from "../bridge.js";
import { groupedEntry, ownPayload, ownTools, usualMcp } from "../own-names.js";
import { answerForms } from "./answer-forms.js";

export const bridge: HostBridge = {
  payload: ownPayload,
  // Claude Code has renamed the tool that starts another agent; what it is given is the same.
  tools: { ...ownTools, task: { name: "Agent" } },
  mcp: usualMcp,
  answers: answerForms,
  install: { path: ".claude/settings.json", frame: {}, entry: groupedEntry },
};
