import type { Payload } from "./payload.js";

/** Every event of Wave's. */
export const waveEvents = [
  "PreToolUse",
  "PostToolUse",
  "UserPromptSubmit",
  "Stop",
  "SubagentStop",
  "PermissionRequest",
  "WorktreeCreate",
  "WorktreeRemove",
  "CwdChanged",
  "SessionStart",
  "SessionEnd",
  "PreCompact",
  "PostCompact",
] as const;

/** What Wave calls a field that Snaphook knows by another name. */
export const waveNames = {
  prompt: "user_prompt",
  agent_type: "subagent_type",
  reason: "end_source",
  custom_instructions: "compact_instructions",
} as const;

/** What Wave calls a tool that Snaphook's agent knows by another name. */
export const waveTools: Readonly<Record<string, string>> = { Task: "Agent" };

/** The payload with Wave's names in addition to Snaphook's: a guard that does not find its field lets everything pass. */
export function withWaveNames(payload: Payload): Payload {
  const added = Object.entries(waveNames).flatMap(([own, theirs]) =>
    payload[own] === undefined || payload[theirs] !== undefined ? [] : [[theirs, payload[own]]],
  );
  return added.length === 0 ? payload : { ...payload, ...Object.fromEntries(added) };
}
