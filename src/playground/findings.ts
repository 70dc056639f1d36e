import type { ComparedHost } from "../compare/index.js";
import { catalogue, type Problem, type Severity } from "../problem/index.js";
import { problemFix } from "../show/index.js";
import { hookName, type Draft } from "./draft.js";
import { placeOf, type ProblemPlace } from "./problem-place.js";

/** One thing that is wrong, with everyone who says so. */
export interface Finding {
  readonly code: Problem["code"];
  readonly severity: Severity;
  readonly title: string;
  readonly happens: string;
  readonly fix: string;
  /** What is lost by it, in the words of the first host that says so; empty where nothing is. */
  readonly lost: string;
  /** The spelling that was meant; empty where it is not known. */
  readonly suggestion: string;
  /** Values that are allowed there; empty where there is no such list, or it is long. */
  readonly allowed: readonly string[];
  /** Where it is, as the first host calls it: a path in the answer, `stdout`, `exit`. */
  readonly path: string;
  readonly hosts: readonly string[];
  /** A foreign host is among them. */
  readonly isForeign: boolean;
  /** The hook that it is about. */
  readonly hook: number;
  readonly place: ProblemPlace;
}

const severities: readonly Severity[] = ["error", "warning", "info"];
const LONGEST_LIST = 8;

/**
 * The Problems of all hosts: the same one at the same place is one finding. The worst come first, then
 * those of foreign hosts, then by place.
 */
export function findingsOf(draft: Draft, hosts: readonly ComparedHost[]): readonly Finding[] {
  const found = new Map<string, Finding>();
  for (const { title, isOwn, reading } of hosts)
    for (const problem of reading?.problems ?? []) {
      const hook = draft.hooks.findIndex((_, index) => hookName(index) === problem.hook);
      const typed = draft.hooks[Math.max(hook, 0)];
      if (typed === undefined) continue;
      const place = placeOf(problem, typed);
      const key = JSON.stringify([problem.code, hook, place]);
      const before = found.get(key);
      found.set(
        key,
        before === undefined
          ? findingOf(problem, { title, isOwn, hook: Math.max(hook, 0), place })
          : joined(before, problem, { title, isOwn }),
      );
    }
  return [...found.values()].toSorted(
    (one, other) =>
      severities.indexOf(one.severity) - severities.indexOf(other.severity) ||
      Number(other.isForeign) - Number(one.isForeign) ||
      one.hook - other.hook ||
      one.place.from - other.place.from,
  );
}

type Teller = Pick<ComparedHost, "title" | "isOwn">;

function findingOf(
  problem: Problem,
  { title, isOwn, hook, place }: Teller & { hook: number; place: ProblemPlace },
): Finding {
  const { code, severity, lost = "", suggestion = "", allowed = [] } = problem;
  return {
    code,
    severity,
    title: catalogue[code].title,
    happens: catalogue[code].happens,
    fix: problemFix(problem),
    lost,
    suggestion,
    allowed: allowed.length > LONGEST_LIST ? [] : allowed,
    path: problem.path,
    hosts: [title],
    isForeign: !isOwn,
    hook,
    place,
  };
}

function joined(
  finding: Finding,
  { severity, lost = "" }: Problem,
  { title, isOwn }: Teller,
): Finding {
  const worse = severities.indexOf(severity) < severities.indexOf(finding.severity);
  return {
    ...finding,
    severity: worse ? severity : finding.severity,
    lost: finding.lost || lost,
    hosts: finding.hosts.includes(title) ? finding.hosts : [...finding.hosts, title],
    isForeign: finding.isForeign || !isOwn,
  };
}
