import type { Outcome } from "../../decide/index.js";
import { problemList, type Problem, type ProblemList } from "../../problem/index.js";
import { endingText } from "../ending.js";
import { fieldsIn, fieldsOf, reportIgnored } from "../ignored.js";
import { isRecord } from "../json.js";
import { byExitCode, reportLost } from "../losses.js";
import { restrictionsRead, restrictionsUnread, show, type Restriction } from "../restriction.js";
import { escaped } from "./context.js";
import type { QwenEvent } from "./events.js";
import { breaksMerge } from "./merge.js";
import type { QwenOutput, QwenRead } from "./output.js";

/** What came of the event, as far as a loss depends on it. */
export interface QwenFate {
  readonly outcome: Outcome;
  /** The host threw while it read the answers, so that none counts. */
  readonly isVoid: boolean;
  readonly context: string | null;
}

/** Everything that one hook wanted and that the host did not read so. */
export function lossesOf(read: QwenRead, event: QwenEvent, fate: QwenFate): readonly Problem[] {
  const list = problemList(read.run.hook);
  const wanted = restrictionsOf(read);
  reportLost(list, wanted, fate.outcome, event.exitTwo);
  reportVoid(read, fate, list);
  reportEnding(read, event, fate, wanted, list);
  if (read.format === "json" && read.output !== null) reportFields(read.output, event, list);
  reportCut(read, event, fate, list);
  return list.problems;
}

function restrictionsOf({ run, output, format, text, stream }: QwenRead): readonly Restriction[] {
  const other = stream === "stdout" ? "stderr" : "stdout";
  return [
    ...restrictionsRead(format === "json" ? output : undefined, text, stream),
    ...restrictionsUnread(run[other].text, other),
    ...byExitCode(run),
  ];
}

function reportVoid(
  { output, format, text, stream }: QwenRead,
  { isVoid }: QwenFate,
  list: ProblemList,
): void {
  if (output === null || format === "nothing") return;
  if (breaksMerge(output)) {
    const found = show(output["hookSpecificOutput"]);
    const lost = isVoid ? "the answers of all hooks of this event" : "what is in it";
    list.report("host-output-void", { path: "hookSpecificOutput", found, lost });
  } else if (isVoid) {
    const lost = "the answer: the host gave up while it merged the answers of this event";
    list.report("host-output-void", { path: stream, found: text, lost });
  }
}

function reportEnding(
  { run, format, failed }: QwenRead,
  { decides }: QwenEvent,
  { outcome }: QwenFate,
  wanted: readonly Restriction[],
  list: ProblemList,
): void {
  if (decides === null) return;
  const isOpen = outcome === "proceed" || (outcome === "ask" && decides === "permission");
  const place = { path: "exit", found: endingText(run) };
  if (failed && isOpen && format !== "json" && byExitCode(run).length === 0)
    list.report("host-fails-open", place);
  if (
    outcome === "block" &&
    decides === "permission" &&
    format !== "nothing" &&
    wanted.length === 0
  )
    list.report("host-blocks-unasked", place);
}

const isText = (value: unknown): boolean => typeof value === "string";
const isOneOf =
  (...words: readonly unknown[]) =>
  (value: unknown): boolean =>
    words.includes(value);

/** The host asks for these types and words, and leaves out what does not fit. */
const typed: Readonly<Record<string, (value: unknown) => boolean>> = {
  continue: isOneOf(true, false),
  decision: isOneOf("deny", "block", "ask", "allow", "approve"),
  "hookSpecificOutput.permissionDecision": isOneOf("deny", "ask", "allow"),
  "hookSpecificOutput.permissionDecisionReason": isText,
  "hookSpecificOutput.additionalContext": isText,
  "hookSpecificOutput.decision.behavior": isOneOf("deny", "allow"),
  "hookSpecificOutput.decision.updatedInput": isRecord,
};

function reportFields(output: QwenOutput, event: QwenEvent, list: ProblemList): void {
  const nested = output["hookSpecificOutput"];
  const decision = isRecord(nested) ? nested["decision"] : null;
  const opened = event.decides === "permission" && isRecord(decision) ? decision : null;
  const place = "hookSpecificOutput.decision";
  const fields = [
    ...fieldsIn(output, true).filter(({ path }) => path !== place || opened === null),
    ...fieldsOf(opened, `${place}.`, null),
  ];
  for (const field of fields) {
    const { path, value } = field;
    if (event.fields.includes(path) && (typed[path]?.(value) ?? true)) continue;
    reportIgnored(list, field);
  }
}

/** On some events the model gets only so much context, all hooks together. */
function reportCut(
  { output }: QwenRead,
  event: QwenEvent,
  { context }: QwenFate,
  list: ProblemList,
): void {
  if (output === null || context === null || event.context === null) return;
  const { length } = escaped(context, event.context);
  const { longest } = event.context;
  if (length <= longest) return;
  list.report("host-ignores-field", {
    path: "hookSpecificOutput.additionalContext",
    found: `${length} characters`,
    lost: `what follows after ${longest} characters`,
  });
}
