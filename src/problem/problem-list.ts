import { catalogue, type ProblemCode, type Severity } from "./catalogue.js";
import { excerpt, type Problem } from "./problem.js";

interface ProblemDetails {
  readonly path: string;
  readonly found: string;
  /** Negative where there is no text to point into. */
  readonly offset?: number | undefined;
  readonly allowed?: readonly string[] | undefined;
  readonly suggestion?: string | undefined;
  readonly lost?: string | undefined;
  /** Only where it differs from the catalogue's. */
  readonly severity?: Severity;
}

export interface ProblemList {
  readonly problems: readonly Problem[];
  /** Details that cost something to make are given as a function: it is not called for what is only counted. */
  report(code: ProblemCode, details: ProblemDetails | (() => ProblemDetails)): void;
}

/** An answer may hold a million unknown fields; the list of what is wrong with it may not. */
const MOST_OF_ONE_CODE = 20;

/** Collects the problems of one hook, at most twenty of a kind; the last of them says how many more there were. */
export function problemList(hook: string): ProblemList {
  const problems: Problem[] = [];
  const counts = new Map<ProblemCode, number>();
  return {
    problems,
    report(code, given) {
      const count = (counts.get(code) ?? 0) + 1;
      counts.set(code, count);
      if (count > MOST_OF_ONE_CODE) {
        const last = problems.findLastIndex((problem) => problem.code === code);
        const more = `and ${count - MOST_OF_ONE_CODE + 1} more`;
        problems[last] = { code, severity: catalogue[code].severity, hook, path: "", found: more };
        return;
      }
      const details = typeof given === "function" ? given() : given;
      problems.push({
        code,
        severity: details.severity ?? catalogue[code].severity,
        hook,
        path: details.path,
        ...(details.offset !== undefined && details.offset >= 0 && { offset: details.offset }),
        found: excerpt(details.found),
        ...(details.allowed !== undefined && { allowed: details.allowed }),
        ...(details.suggestion !== undefined && { suggestion: details.suggestion }),
        ...(details.lost !== undefined && { lost: details.lost }),
      });
    },
  };
}

/** A list of one problem. */
export function oneProblem(
  hook: string,
  code: ProblemCode,
  details: ProblemDetails,
): readonly Problem[] {
  const list = problemList(hook);
  list.report(code, details);
  return list.problems;
}
