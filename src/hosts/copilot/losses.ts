import type { HookRun } from "../../decode/index.js";
import type { Outcome } from "../../decide/index.js";
import { problemList, type Problem, type ProblemList } from "../../problem/index.js";
import { reportIgnored } from "../ignored.js";
import {
  isLost,
  lostWords,
  restrictionsIn,
  restrictionsRead,
  restrictionsUnread,
  type Restriction,
} from "../restriction.js";
import { isRecord } from "../json.js";
import { levelOf, textOf, type Answer } from "./answer.js";
import type { CopilotEvent } from "./events.js";
import { isUsable } from "./rewrites.js";
import { BETWEEN_HOOKS, LONGEST_CONTEXT } from "./texts.js";

/** Everything that one hook wanted and that the host did not read so. */
export function lossesOf(
  answer: Answer,
  event: CopilotEvent,
  outcome: Outcome,
): readonly Problem[] {
  const list = problemList(answer.run.hook);
  const wants = wantsOf(answer);
  reportLost(wants, outcome, event, list);
  reportEnding(answer, event, outcome, wants, list);
  if (
    answer.printed === null &&
    answer.rest !== "" &&
    answer.by === "json" &&
    event.fields.length > 0
  )
    list.report("host-output-void", { path: "stdout", found: answer.rest, severity: "warning" });
  if (answer.printed !== null && answer.by !== "failure") reportFields(answer, event, list);
  if (answer.by === "exit-code" && answer.run.stderr.text.trim() !== "")
    list.report("host-ignores-field", {
      path: "stderr",
      found: answer.run.stderr.text,
      lost: "the reason: the model reads only that the hook denied",
      severity: "info",
    });
  return list.problems;
}

/** An event that Copilot does not know runs no hook. */
export function lossesUnheard(run: HookRun, event: string): readonly Problem[] {
  const list = problemList(run.hook);
  const lost = "the hook: Copilot has no such event";
  list.report("host-ignores-field", { path: "event", found: event, lost });
  const stated = run.json === undefined ? [] : restrictionsIn(run.json);
  const spelled = [
    ...restrictionsUnread(run.stdout.text, "stdout"),
    ...restrictionsUnread(run.stderr.text, "stderr"),
  ];
  reportLost([...stated, ...spelled, ...byCode(run)], "proceed", null, list);
  return list.problems;
}

/** The model gets 10 KB of context, all hooks together. */
export function cutContext(answers: readonly Answer[], event: CopilotEvent): readonly Problem[] {
  const adding = answers.filter(({ fields }) => textOf("additionalContext", fields) !== "");
  const { length } = adding.map(({ fields }) => fields["additionalContext"]).join(BETWEEN_HOOKS);
  if (!event.context || length <= LONGEST_CONTEXT) return [];
  const list = problemList(adding.map(({ run }) => run.hook).join(", "));
  list.report("host-ignores-field", {
    path: "additionalContext",
    found: `${length} characters`,
    lost: `what follows after ${LONGEST_CONTEXT} characters`,
  });
  return list.problems;
}

function reportLost(
  wants: readonly Restriction[],
  outcome: Outcome,
  event: CopilotEvent | null,
  list: ProblemList,
): void {
  for (const { level, path, found } of wants.filter((want) => isLost(want, outcome))) {
    const why = path === "exit" && event !== null ? ` (exit code 2 here: ${event.exitTwo})` : "";
    list.report("host-deny-lost", { path, found, lost: `${lostWords[level]}${why}` });
  }
}

function wantsOf({ run, printed, rest }: Answer): readonly Restriction[] {
  return [
    ...restrictionsRead(printed, rest, "stdout"),
    ...restrictionsUnread(run.stderr.text, "stderr"),
    ...byCode(run),
  ];
}

function byCode({ ending }: HookRun): readonly Restriction[] {
  const code = ending.type === "exited" || ending.type === "changed" ? ending.code : null;
  return code === 2 ? [{ level: "deny", path: "exit", found: "exit code 2" }] : [];
}

function reportEnding(
  { run, failed, fields }: Answer,
  event: CopilotEvent,
  outcome: Outcome,
  wants: readonly Restriction[],
  list: ProblemList,
): void {
  if (!failed || event.decision === null) return;
  const place = { path: "exit", found: endingText(run) };
  if (outcome === event.silence) list.report("host-fails-open", place);
  if (levelOf(event, fields) === "deny" && wants.length === 0)
    list.report("host-blocks-unasked", place);
}

function endingText({ ending }: HookRun): string {
  switch (ending.type) {
    case "exited":
      return `exit code ${ending.code}`;
    case "signalled":
      return ending.signal;
    case "not-started":
      return ending.error;
    default:
      return ending.type;
  }
}

function reportFields({ printed, fields }: Answer, event: CopilotEvent, list: ProblemList): void {
  const nested = printed?.["hookSpecificOutput"];
  const opened = Object.keys(event.nested).length > 0 && isRecord(nested) ? nested : null;
  const counts = (name: string | undefined, value: unknown): boolean =>
    name !== undefined && fields[name] === value && fits(name, value, event);
  for (const [key, value] of Object.entries(printed ?? {})) {
    const isOpened = key === "hookSpecificOutput" && opened !== null;
    if (!isOpened && !counts(event.fields.includes(key) ? key : undefined, value))
      reportIgnored(list, key, key, value);
  }
  for (const [key, value] of Object.entries(opened ?? {})) {
    const name = Object.hasOwn(event.nested, key) ? event.nested[key] : undefined;
    if (key !== "hookEventName" && !counts(name, value))
      reportIgnored(list, key, `hookSpecificOutput.${key}`, value);
  }
}

/** The host leaves out what is not of the type that it wants; `null` is no context. */
function fits(key: string, value: unknown, { decision, rewrites }: CopilotEvent): boolean {
  if (key === decision?.field)
    return typeof value === "string" && Object.hasOwn(decision.levels, value);
  const what = Object.hasOwn(rewrites, key) ? rewrites[key] : undefined;
  if (what !== undefined) return isUsable(what, value);
  return key !== "additionalContext" || value === null || typeof value !== "object";
}
