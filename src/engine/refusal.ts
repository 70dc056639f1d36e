import type { Settings } from "../config/index.js";
import type { Answer } from "../decode/index.js";
import { refusalAnswer } from "./own-answers.js";
import { MOST_DEPTH, recursionReason } from "./recursion.js";

/** Why no hook may be started now, and so nothing may continue; null where all is well. */
export function refusalOf(
  settings: Settings,
  depth: number,
  wouldRun: boolean,
  missing: readonly string[],
  notStored: string | null,
): Answer | null {
  if (depth >= MOST_DEPTH && wouldRun) return refusalAnswer("recursion guard", recursionReason);
  const managed = settings.files.find(({ layer }) => layer === "managed");
  if (managed?.state === "invalid" || managed?.state === "unreadable") {
    const reason = `The managed settings ${managed.path} cannot be read, so nobody knows what they require.`;
    return refusalAnswer("managed settings", reason);
  }
  if (missing.length > 0) {
    const reason = `Required hooks are missing, turned off, only observing or not approved: ${missing.join(", ")}.`;
    return refusalAnswer("required hooks", reason);
  }
  if (notStored !== null) {
    const reason = `Hooks were approved, and that could not be stored, so they cannot run: ${notStored}.`;
    return refusalAnswer("trust store", reason);
  }
  return null;
}

/** The settings want every decision on record, and this one could not be written. */
export const notRecorded: Answer = refusalAnswer(
  "ledger",
  "The decision could not be recorded, and the settings require that it is.",
);
