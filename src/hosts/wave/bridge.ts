import { waveNames } from "../../payload/index.js";
import { waveEnvironment } from "../../dialects/index.js";
import type { HostBridge } from "../bridge.js";
import { groupedEntry, ownTools, usualMcp } from "../own-names.js";
import { answerForms } from "./answer-forms.js";

export const bridge: HostBridge = {
  payload: () => ({ fields: waveNames }),
  tools: { ...ownTools, task: { name: "Agent" } },
  mcp: usualMcp,
  answers: answerForms,
  start: { shell: ["/bin/sh", "-c"], environment: waveEnvironment },
  marks: [{ variables: ["HOOK_SESSION_ID"] }, { variables: ["WAVE_PROJECT_DIR"] }],
  sample: { transcript_path: "/transcript.jsonl" },
  install: { path: ".wave/settings.json", frame: {}, entry: (hook) => groupedEntry(hook) },
};
