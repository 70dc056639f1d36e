import type { HostAbsence } from "./absence.js";
import { absences as claudeCode } from "./claude-code/absences.js";
import { absences as codex } from "./codex/absences.js";
import { absences as copilot } from "./copilot/absences.js";
import { absences as cursor } from "./cursor/absences.js";
import { absences as gemini } from "./gemini/absences.js";
import { absences as qwenCode } from "./qwen-code/absences.js";

const lists: Readonly<Record<string, readonly HostAbsence[]>> = {
  "claude-code": claudeCode,
  codex,
  copilot,
  cursor,
  gemini,
  "qwen-code": qwenCode,
};

/** Where a host does not run a hook of an event; empty where nothing is known of it. */
export function absencesOf(host: string, version: string, event: string): readonly HostAbsence[] {
  const all = Object.hasOwn(lists, host) ? (lists[host] ?? []) : [];
  return all.filter(
    ({ events, versions }) =>
      events?.includes(event) !== false && versions?.includes(version) !== false,
  );
}
