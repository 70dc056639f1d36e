import type { Settings } from "../config/index.js";
import type { Answer } from "../decode/index.js";
import { isFolder } from "../io/index.js";
import { refusalAnswer } from "./own-answers.js";
import { MOST_DEPTH, recursionReason } from "./recursion.js";

/** What is known before the hooks of an event are started. */
interface BeforeRuns {
  readonly settings: Settings;
  readonly projectDir: string;
  readonly depth: number;
  /** The hooks that the event was planned for. */
  readonly plan: readonly { readonly matches: boolean }[];
  /** Required hooks that cannot run. */
  readonly missing: readonly string[];
  /** Why hooks that were approved just now cannot run. */
  readonly notStored: string | null;
}

/** Why no hook may be started now, and so nothing may go on; null where all is well. */
export function refusalOf(before: BeforeRuns): Answer | null {
  const { settings, projectDir, depth, plan, missing, notStored } = before;
  const wouldRun = plan.some(({ matches }) => matches);
  if (depth >= MOST_DEPTH && wouldRun) return refusalAnswer("recursion guard", recursionReason);
  if (!isFolder(projectDir)) {
    const reason = `The project folder ${projectDir} is not there any more, so nobody knows what its hooks would say.`;
    return refusalAnswer("project folder", reason);
  }
  const managed = settings.files.find(
    ({ layer, state }) => layer === "managed" && (state === "invalid" || state === "unreadable"),
  );
  if (managed !== undefined) {
    const reason = `The managed settings ${managed.path} cannot be read, so nobody knows what they require.`;
    return refusalAnswer("managed settings", reason);
  }
  const fault = settings.policy?.fault ?? null;
  if (fault !== null) {
    const reason = `The settings require a signed policy, and there is none that holds: ${fault}. To get one: snaphook policy pull`;
    return refusalAnswer("policy", reason);
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
