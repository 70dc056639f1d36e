import { exitCode } from "../ending.js";
import type { HookRun } from "../../decode/index.js";
import type { Outcome, Voice } from "../../decide/index.js";
import { isStricter } from "../../dialects/index.js";
import { problemList, type Problem, type ProblemList } from "../../problem/index.js";
import { isRecord, parseJson } from "../json.js";
import { describeEvent } from "./describe.js";
import { byExitCode } from "../losses.js";
import { lostWords, type Restriction } from "../restriction.js";
import { restrictionsPrinted } from "./restrictions.js";
import { printed } from "./output.js";
import type { RunReading } from "./read-run.js";
import type { EventRules } from "./rules.js";
import { trimmed } from "./text.js";

/** Fields that say nothing when they hold this. */
const neutral: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ["continue", true],
  ["suppressOutput", false],
  ["hookSpecificOutput.decision.interrupt", false],
]);

/** What a hook wanted to stop and Codex does not, and what else of its run has no effect. */
export interface Losses {
  readonly problems: readonly Problem[];
  readonly voices: readonly Voice[];
}

/** Everything of one run that comes to nothing, given what became of the operation. */
export function lossesOf(reading: RunReading, rules: EventRules, outcome: Outcome): Losses {
  const list = problemList(reading.run.hook);
  const lost = lostRestrictions(reading, outcome);
  for (const { level, path, found } of lost) {
    const because = becauseOf(path, reading.run, rules);
    list.report("host-deny-lost", { path, found, lost: `${lostWords[level]}${because}` });
  }
  reportVoid(reading, rules, list);
  reportFailure(reading, rules, list);
  reportIgnored(reading, rules, new Set(lost.map(({ path }) => path)), list);
  const why = reading.run.isAsync
    ? NOT_AWAITED
    : "Codex does not take it in this form on this event";
  return {
    problems: list.problems,
    voices: lost.map(({ level, path }) => ({
      hook: reading.run.hook,
      level,
      by: path === "exit" ? "exit-code" : "json",
      won: false,
      why,
    })),
  };
}

const NOT_AWAITED = "Codex does not wait for an async hook";

/** What the fields do not say themselves. */
function becauseOf(path: string, { isAsync }: HookRun, rules: EventRules): string {
  if (isAsync) return ` (${NOT_AWAITED})`;
  return path === "exit" ? ` (exit code 2 here: ${describeEvent(rules).exitTwo})` : "";
}

/** A question is not lost where the user is asked anyway. */
function lostRestrictions({ run, said }: RunReading, outcome: Outcome): readonly Restriction[] {
  return [...byExitCode(run), ...restrictionsPrinted(printed(run)), ...besideOf(run)].filter(
    ({ level }) => {
      if (level === "ask" && outcome === "ask") return false;
      return said === null || said.level === "allow" || isStricter(level, said.level);
    },
  );
}

/** Codex looks for no answer on stderr; a host that does would have found it there. */
function besideOf({ stderr }: HookRun): readonly Restriction[] {
  return restrictionsPrinted(stderr.text).map(({ level, path, found }) => ({
    level,
    path: "stderr",
    found: path === "stdout" ? found : `${path}: ${found}`,
  }));
}

function reportVoid({ output, voided }: RunReading, { text }: EventRules, list: ProblemList): void {
  const lost = "the whole answer";
  if (voided !== null && "value" in voided) {
    const { path, value, allowed } = voided;
    list.report("host-output-void", { path, found: display(value), allowed, lost });
  } else if (voided !== null) {
    list.report("host-output-void", { path: voided.path, found: voided.text, lost });
  } else if (output.type === "invalid" || (output.type === "text" && typeof text === "object")) {
    list.report("host-output-void", { path: "stdout", found: output.text, lost });
  }
}

function reportFailure({ run, failed }: RunReading, rules: EventRules, list: ProblemList): void {
  const code = exitCode(run);
  if (!failed || code === 0 || code === 2) return;
  list.report("host-fails-open", {
    path: "exit",
    found: describeEnding(run),
    ...(!guards(rules) && { severity: "info" }),
  });
}

/** Whether there is anything on the event that a hook can stop. */
function guards({ stop, exitTwo }: EventRules): boolean {
  return stop !== null || exitTwo !== null;
}

function reportIgnored(
  reading: RunReading,
  rules: EventRules,
  lost: ReadonlySet<string>,
  list: ProblemList,
): void {
  const { output, run, voided, used } = reading;
  if (output.type === "answer") {
    if (voided !== null) return;
    for (const [path, value] of output.fields) {
      if (used.has(path) || lost.has(path) || path.endsWith("hookEventName")) continue;
      if (neutral.has(path) && neutral.get(path) === value) continue;
      list.report("host-ignores-field", { path, found: display(value) });
    }
    return;
  }
  const text = trimmed(printed(run));
  const isRead = output.type === "invalid" || (output.type === "text" && rules.text !== "ignored");
  if (text === "" || isRead) return;
  list.report("host-ignores-field", {
    path: "stdout",
    found: text,
    ...(!isRecord(parseJson(text)) && { severity: "info" }),
  });
}

function describeEnding({ ending }: HookRun): string {
  switch (ending.type) {
    case "exited":
    case "changed":
      return `exit code ${ending.code ?? "unknown"}`;
    case "signalled":
      return ending.signal;
    case "not-started":
      return ending.error;
    case "timed-out":
      return "timed out";
    case "cancelled":
      return "cancelled";
  }
}

/** A value as its author wrote it, near enough. */
function display(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
}
