import type { Settings } from "../config/index.js";
import type { WireRun } from "../interpret/index.js";
import { MOST_DEPTH, recursionReason } from "./recursion.js";

/** Why no hook may be started now, and so nothing may go on; null where all is well. */
export function refusalOf(
  settings: Settings,
  depth: number,
  hears: boolean,
  missing: readonly string[],
): WireRun | null {
  if (depth >= MOST_DEPTH && hears) return halt("recursion guard", recursionReason);
  const managed = settings.files.find(({ layer }) => layer === "managed");
  if (managed?.state === "invalid" || managed?.state === "unreadable") {
    const reason = `The managed settings ${managed.path} cannot be read, so nobody knows what they require.`;
    return halt("managed settings", reason);
  }
  if (missing.length > 0) {
    const reason = `Required hooks are missing, turned off or not approved: ${missing.join(", ")}.`;
    return halt("required hooks", reason);
  }
  return null;
}

/** A refusal in the words of a hook, so that it is decided, shown and recorded like any other answer. */
function halt(hook: string, stopReason: string): WireRun {
  return { exit: 0, hook, stdout: JSON.stringify({ continue: false, stopReason }) };
}

/** The settings want every decision on record, and this one could not be written. */
export const notRecorded: WireRun = halt(
  "ledger",
  "The decision could not be recorded, and the settings require that it is.",
);
