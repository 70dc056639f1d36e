import type { Outcome } from "../../decide/index.js";
import { problemList, type Problem, type ProblemList } from "../../problem/index.js";
import { endingText } from "../ending.js";
import { fits, type FieldType } from "../field-type.js";
import { fieldsIn, reportIgnored } from "../ignored.js";
import { own } from "../json.js";
import { byExitCode, reportLost } from "../losses.js";
import { restrictionsRead, restrictionsUnread, show, type Restriction } from "../restriction.js";
import type { GeminiEvent } from "./events.js";
import { deliberateCodes } from "./exit-codes.js";
import { breaksMerge } from "./merge.js";
import type { GeminiRead } from "./output.js";

/** What came of the event, as far as a loss depends on it. */
export interface GeminiFate {
  /** The event by the name that it was given. */
  readonly event: string;
  readonly outcome: Outcome;
  /** The host threw while it merged, so that no answer counts. */
  readonly isVoid: boolean;
}

/** Everything that one hook wanted and that the host did not read so. */
export function lossesOf(
  read: GeminiRead,
  event: GeminiEvent | null,
  fate: GeminiFate,
): readonly Problem[] {
  const list = problemList(read.run.hook);
  if (event === null) {
    const lost = "the hook: Gemini has no such event";
    list.report("host-ignores-field", { path: "event", found: fate.event, lost });
  }
  reportLost(list, restrictionsOf(read), fate.outcome, event?.exitTwo);
  if (event === null) return list.problems;
  reportVoid(read, fate, list);
  reportEnding(read, event, fate, list);
  if (read.format === "json" && read.output !== null) reportFields(read.output, event, list);
  return list.problems;
}

function restrictionsOf({ run, format, output, text, stream }: GeminiRead): readonly Restriction[] {
  return [
    ...restrictionsRead(format === "json" ? output : undefined, text, stream),
    // Stderr is not looked at where stdout holds anything.
    ...(stream === "stdout" ? restrictionsUnread(run.stderr.text, "stderr") : []),
    ...byExitCode(run),
  ];
}

function reportVoid(read: GeminiRead, { isVoid }: GeminiFate, list: ProblemList): void {
  if (read.format === "scalar")
    list.report("host-output-void", { path: read.stream, found: read.text });
  if (isVoid && read.output !== null && breaksMerge(read.output)) {
    list.report("host-output-void", {
      path: "hookSpecificOutput",
      found: show(read.output["hookSpecificOutput"]),
      lost: "the answers of all hooks of this event",
    });
  } else if (isVoid && read.output !== null) {
    list.report("host-output-void", {
      path: read.stream,
      found: read.text,
      lost: "the answer: the host gave up while it merged the answers of this event",
    });
  }
}

function reportEnding(
  read: GeminiRead,
  event: GeminiEvent,
  { outcome }: GeminiFate,
  list: ProblemList,
): void {
  const { ending } = read.run;
  if (!read.failed || event.blocks === null) return;
  const code = ending.type === "exited" ? ending.code : null;
  if (outcome === "proceed" && read.format !== "json" && code !== 2)
    list.report("host-fails-open", { path: "exit", found: endingText(read.run) });
  if (outcome === "block" && read.format === "text" && code !== null && !deliberateCodes.has(code))
    list.report("host-blocks-unasked", { path: "exit", found: endingText(read.run) });
}

/** The host asks for the type of these, and leaves out what does not match. */
const typed: Readonly<Record<string, FieldType>> = {
  "hookSpecificOutput.additionalContext": "text",
  "hookSpecificOutput.tool_input": "object",
  "hookSpecificOutput.tailToolCallRequest": "object",
  continue: "boolean",
};

function reportFields(
  output: Readonly<Record<string, unknown>>,
  event: GeminiEvent,
  list: ProblemList,
): void {
  for (const field of fieldsIn(output, true)) {
    const { path, value } = field;
    const type = own(typed, path) ?? "any";
    if (!event.fields.includes(path) || !fits(value, type)) reportIgnored(list, field);
  }
}
