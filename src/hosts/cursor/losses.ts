import type { Outcome } from "../../decide/index.js";
import { problemList, type Problem } from "../../problem/index.js";
import { fieldsIn, reportIgnored } from "../ignored.js";
import { byExitCode, reportLost } from "../losses.js";
import { restrictionsRead, restrictionsUnread, type Restriction } from "../restriction.js";
import type { CursorAnswer } from "./answer.js";
import type { CursorEvent } from "./events.js";

/** Everything that one hook wanted and that the host did not read so. */
export function lossesOf(
  answer: CursorAnswer,
  event: CursorEvent,
  outcome: Outcome,
): readonly Problem[] {
  const list = problemList(answer.run.hook);
  const restrictions = restrictionsOf(answer);
  const missed = restrictions.filter(
    ({ path }) => !(path === "continue" && outcome === event.stops),
  );
  reportLost(list, missed, outcome, event.exitTwo);
  const canStop = event.onExitTwo !== "nothing";
  if (answer.fault === "failure" && outcome === "proceed" && canStop)
    list.report("host-fails-open", answer.place);
  if (answer.fault === "malformed" && event.guards && restrictions.length === 0)
    list.report("host-blocks-unasked", answer.place);
  if (answer.fault === "malformed" && Object.keys(answer.fields).length === 0)
    list.report("host-output-void", answer.place);
  if (answer.fault === null && answer.printed !== null) {
    for (const field of fieldsIn(answer.printed, false))
      if (!counts(field.key, field.value, answer, event)) reportIgnored(list, field);
  }
  return list.problems;
}

/** Claude's name for context counts where it is a text and Cursor's own name is not there as well. */
function counts(
  key: string,
  value: unknown,
  { fields }: CursorAnswer,
  event: CursorEvent,
): boolean {
  if (key === "additionalContext" && event.fields.includes(key))
    return fields["additional_context"] === value;
  return event.fields.includes(key);
}

/** Of an answer that is read, its fields; of all else, what is spelled in the streams. */
function restrictionsOf({ run, printed }: CursorAnswer): readonly Restriction[] {
  return [
    ...restrictionsRead(printed ?? run.json, run.stdout.text, "stdout"),
    ...restrictionsUnread(run.stderr.text, "stderr"),
    ...byExitCode(run),
  ];
}
