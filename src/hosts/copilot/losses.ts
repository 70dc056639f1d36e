import type { Outcome } from "../../decide/index.js";
import { problemList, type Problem, type ProblemList } from "../../problem/index.js";
import { endingText } from "../ending.js";
import { fieldsIn, reportIgnored } from "../ignored.js";
import { isRecord, own } from "../json.js";
import { byExitCode, reportLost } from "../losses.js";
import { restrictionsRead, restrictionsUnread, type Restriction } from "../restriction.js";
import { levelOf, type CopilotAnswer } from "./answer.js";
import type { CopilotEvent } from "./events.js";
import { isUsable } from "./rewrites.js";

/** Everything that one hook wanted and that the host did not read so. */
export function lossesOf(
  answer: CopilotAnswer,
  event: CopilotEvent,
  outcome: Outcome,
): readonly Problem[] {
  const list = problemList(answer.run.hook);
  const restrictions = restrictionsOf(answer);
  reportLost(list, restrictions, outcome, event.exitTwo);
  reportEnding(answer, event, outcome, restrictions, list);
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

function restrictionsOf({ run, printed, rest }: CopilotAnswer): readonly Restriction[] {
  return [
    ...restrictionsRead(printed, rest, "stdout"),
    ...restrictionsUnread(run.stderr.text, "stderr"),
    ...byExitCode(run),
  ];
}

function reportEnding(
  { run, failed, fields }: CopilotAnswer,
  event: CopilotEvent,
  outcome: Outcome,
  restrictions: readonly Restriction[],
  list: ProblemList,
): void {
  if (!failed || event.decision === null) return;
  const place = { path: "exit", found: endingText(run) };
  if (outcome === event.silence) list.report("host-fails-open", place);
  if (levelOf(event, fields) === "deny" && restrictions.length === 0)
    list.report("host-blocks-unasked", place);
}

function reportFields(
  { printed, fields }: CopilotAnswer,
  event: CopilotEvent,
  list: ProblemList,
): void {
  const nested = printed?.["hookSpecificOutput"];
  const opens = Object.keys(event.nested).length > 0 && isRecord(nested);
  for (const field of fieldsIn(printed ?? {}, opens)) {
    const { key, path, value } = field;
    const isTop = path === key;
    const name = !isTop ? own(event.nested, key) : event.fields.includes(key) ? key : undefined;
    if (name === undefined || fields[name] !== value || !fits(name, value, event))
      reportIgnored(list, field);
  }
}

/** The host leaves out what is not of the type that it restrictions; `null` is no context. */
function fits(key: string, value: unknown, { decision, rewrites }: CopilotEvent): boolean {
  if (key === decision?.field)
    return typeof value === "string" && Object.hasOwn(decision.levels, value);
  const what = own(rewrites, key);
  if (what !== undefined) return isUsable(what, value);
  return key !== "additionalContext" || value === null || typeof value !== "object";
}
