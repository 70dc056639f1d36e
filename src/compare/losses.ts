import type { PortableAnswer } from "../bridge/index.js";
import type { Reading, WireRun } from "../interpret/index.js";
import { eventSpec } from "../payload/index.js";
import { isDiagnosis, type Problem } from "../problem/index.js";
import { textOf } from "./stream-text.js";
import { ownName } from "./event-names.js";

/** Whether the host itself is known to let go a restriction. */
export function isReportedLost({ problems }: Reading): boolean {
  return problems.some(({ code }) => code === "host-deny-lost");
}

/** Whether a restriction that the hook wanted does not hold. */
export function isLost(reading: Reading, wanted: PortableAnswer | null): boolean {
  const { outcome, permission } = reading;
  const isRestricted = wanted !== null && wanted.outcome !== "proceed";
  return (
    isReportedLost(reading) || (isRestricted && outcome === "proceed" && permission !== "allow")
  );
}

/** Whether the hook gave no answer and the operation continues unchecked. */
export function failsOpen({ outcome, failed, problems }: Reading, { exit }: WireRun): boolean {
  if (problems.some(({ code }) => code.startsWith("host-")))
    return problems.some((problem) => problem.code === "host-fails-open" && isDiagnosis(problem));
  return failed && outcome === "proceed" && exit !== 0 && exit !== 2;
}

/** What a hook wants that restricts, as a verb. */
export function verbOf(wanted: PortableAnswer): string {
  const verbs = { halt: "stop the agent", defer: "defer", ask: "ask", block: "block" };
  return wanted.outcome === "proceed" ? verbs.block : verbs[wanted.outcome];
}

/** What follows where a restriction does not hold, in words. */
export function lossText(reading: Reading, event: string, wanted: PortableAnswer): string {
  if (reading.outcome !== "proceed")
    return reading.problems.find(({ code }) => code === "host-deny-lost")?.lost ?? "";
  return `the hook tried to ${verbOf(wanted)}, but ${eventSpec(ownName(event)).operation} anyway`;
}

export const EXIT_TWO = "exit code 2";

/** Problems that say that a field was not read. */
const unread: ReadonlySet<string> = new Set([
  "host-deny-lost",
  "host-ignores-field",
  "host-output-void",
  "field-unknown",
  "field-not-for-event",
  "field-misplaced",
  "field-turned-off",
  "decision-unknown",
]);

const specific = "hookSpecificOutput";

/** What was not read: fields by their path, and an exit code 2 that blocks nothing. */
export function ignoredIn(
  { problems }: Reading,
  run: WireRun,
  isLetGo: boolean,
): readonly string[] {
  const paths = problems
    .filter((problem) => isUnread(problem) && (isLetGo || isWorthNaming(problem)))
    .map(({ path }) => path);
  const fields = new Set(paths.flatMap((path) => (path === specific ? fieldsIn(run) : [path])));
  const isExit = isLetGo && run.exit === 2;
  return [...(isExit ? [EXIT_TWO] : []), ...fields];
}

function isUnread({ code, path }: Problem): boolean {
  return unread.has(code) && !["exit", "stdout", "stderr", "event"].includes(path);
}

/** A field that nobody knows anywhere is a remark; what is in `hookSpecificOutput` some host reads. */
function isWorthNaming(problem: Problem): boolean {
  return isDiagnosis(problem) || problem.path === specific;
}

/** The fields in `hookSpecificOutput`, where a host ignores all of it. */
function fieldsIn({ stdout }: WireRun): readonly string[] {
  try {
    const { [specific]: fields } = JSON.parse(textOf(stdout)) as Record<string, unknown>;
    if (typeof fields !== "object" || fields === null) return [specific];
    const names = Object.keys(fields).filter((name) => name !== "hookEventName");
    return names.map((name) => `${specific}.${name}`);
  } catch {
    return [specific];
  }
}
