import type { Outcome } from "../decide/index.js";
import type { Level } from "../dialects/index.js";

/** Words that columns keep as numbers: the place in the list. Only ever append to them. */
export const outcomeCodes = ["proceed", "block", "ask", "defer", "halt", "unknown"] as const;
type OutcomeCode = (typeof outcomeCodes)[number];
export const levelCodes = ["", "allow", "ask", "defer", "deny", "halt"] as const;
export const runKinds = ["run", "skip", "start"] as const;
export const answerCodes = ["", "allow", "deny"] as const;

export function outcomeCode(outcome: unknown): number {
  const known = outcomeCodes.indexOf(outcome as Outcome);
  return known < 0 ? outcomeCodes.indexOf("unknown") : known;
}

export function outcomeOf(code: number): OutcomeCode {
  return outcomeCodes[code] ?? "unknown";
}

export function levelOf(code: number): Level | "" {
  return levelCodes[code] ?? "";
}

/** Of a verdict. */
export const VERDICT_FAILED = 1;
/** Of a run: it only observes; nobody waits for it; it did not end as a run should. */
export const RUN_OBSERVES = 1;
export const RUN_ASYNC = 2;
export const RUN_FAILED = 4;
/** Of a voice. */
export const VOICE_WON = 1;
export const VOICE_OBSERVES = 2;
/** Of a Problem: the run that it is about is a failure. */
export const PROBLEM_FAILURE = 1;
