import type { ProblemCode, Severity } from "./catalogue.js";

/**
 * One thing that was wrong with a hook's answer, its run or its settings.
 * Problems are separate from texts: they are shown to the user but are never counted as texts.
 */
export interface Problem {
  readonly code: ProblemCode;
  readonly severity: Severity;
  /** Name of the hook that caused it; empty where no single hook did. */
  readonly hook: string;
  /** JSON path inside the answer (`hookSpecificOutput.decision`), or `stdout`, `stderr`, `exit`, `event`. */
  readonly path: string;
  /** Where known: index of the character in the hook's stdout. */
  readonly offset?: number;
  /** The value that was found there, shortened. */
  readonly found: string;
  readonly allowed?: readonly string[];
  /** The nearest valid spelling. */
  readonly suggestion?: string;
  /** The effect that the author wanted and did not get. */
  readonly lost?: string;
}

/** `diagnosed` in a Reading: a Problem that a user should see, not merely one for the log. */
export function isDiagnosis(problem: Problem): boolean {
  return problem.severity !== "info";
}

const LONGEST_FOUND = 80;

/** Shortens what was found, so that a Problem stays small however large the answer was. */
export function excerpt(text: string): string {
  if (text.length <= LONGEST_FOUND) return text;
  const end = isHighSurrogate(text.charCodeAt(LONGEST_FOUND - 1))
    ? LONGEST_FOUND - 1
    : LONGEST_FOUND;
  return `${text.slice(0, end)}…`;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
