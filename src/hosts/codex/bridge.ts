import type { HostBridge, Installed } from "../bridge.js";
import { groupedEntry, ownPayload, usualMcp } from "../own-names.js";
import { answerForms } from "./answer-forms.js";
import { sentFields } from "./sent-fields.js";
import { codex0166 } from "./events.js";
import { codexApprovals } from "./approvals.js";

export const bridge: HostBridge = {
  payload: ownPayload,
  tools: {
    shell: { name: "Bash" },
    // A patch in a text of its own.
    edit: { name: "apply_patch", isOpaque: true },
    write: { name: "apply_patch", isOpaque: true },
    task: { name: "spawn_agent", isOpaque: true },
  },
  mcp: usualMcp,
  answers: answerForms,
  start: { shell: ["$SHELL", "-c"], environment: {} },
  sends: sentFields,
  inputKeys: Object.fromEntries(
    codex0166.commandTools.map((tool) => [tool, [codex0166.commandField]]),
  ),
  marks: [
    { fields: ["turn_id"] },
    // Where no turn is under way.
    { fields: ["model", "permission_mode"], lacks: ["timestamp", "cursor_version"] },
  ],
  sample: {
    turn_id: "turn-1",
    transcript_path: null,
    model: "gpt-5.4",
    permission_mode: "default",
  },
  install: { path: ".codex/hooks.json", frame: {}, entry: (hook) => groupedEntry(hook), nextSteps },
};

/** Codex runs no hook that its user has not approved by its hash. */
function nextSteps({ path, text, commands, sha256 }: Installed): readonly string[] {
  const lines = codexApprovals(path, text, commands, sha256);
  if (lines.length === 0) return [];
  return [
    "Codex asks you to approve these hooks (/hooks), or put this into ~/.codex/config.toml:",
    "",
    ...lines,
  ];
}
