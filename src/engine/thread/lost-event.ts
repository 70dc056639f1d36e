import { findDialect } from "../../dialects/index.js";
import type { ConfigProblem } from "../../config/index.js";
import { readAnswers } from "../../interpret/index.js";
import type { Payload } from "../../payload/index.js";
import { catalogue } from "../../problem/index.js";
import type { Fired } from "../fired.js";
import type { Ruling } from "../../rules/index.js";
import { refusalAnswer } from "../own-answers.js";

/** What the user sees of a thread that was lost. */
export function lostProblem(why: string): ConfigProblem {
  const code = "engine-thread-lost";
  const { severity } = catalogue[code];
  return { code, severity, hook: "", path: "", found: why, file: null, line: null };
}

/**
 * An event whose outcome nobody knows, because the thread that worked on it is gone. It may have been a no, so it halts:
 * who lets the operation continue would lose it.
 */
export function lostEvent(
  payload: Payload,
  { eventId, dialect, why }: { eventId: string; dialect: string; why: string },
): Omit<Fired, "problems"> {
  const event = payload.hook_event_name ?? "";
  const reason = `Nobody knows what the hooks decided: the engine's thread ${why}.`;
  const read = findDialect(dialect);
  const context = {
    event,
    payload,
    dialect: read,
    allowUpdatedPrompt: false,
    modelChars: Infinity,
  };
  const reading = readAnswers([refusalAnswer("engine thread", reason)], context, [
    lostProblem(why),
  ]);
  return { eventId, event, dialect: read.name, reading, hooks: [], ruling: null };
}

/** What is said to a call that no rule could be asked about. */
export function lostRuling(why: string): Ruling {
  return { decision: "deny", rule: null, why, bySelfProtection: false, considered: [] };
}
