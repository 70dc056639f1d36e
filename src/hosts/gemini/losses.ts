import type { Outcome } from "../../decide/index.js";
import { problemList, type Problem, type ProblemList } from "../../problem/index.js";
import { isRecord } from "../json.js";
import type { GeminiEvent } from "./events.js";
import { deliberateCodes } from "./exit-codes.js";
import { breaksMerge } from "./merge.js";
import { reportIgnored } from "../ignored.js";
import type { Read } from "./output.js";
import {
  isLost,
  lostWords,
  show,
  restrictionsRead,
  restrictionsUnread,
  type Restriction,
} from "../restriction.js";

/** What came of the event, as far as a loss depends on it. */
export interface Fate {
  /** The event by the name that it was given. */
  readonly event: string;
  readonly outcome: Outcome;
  /** The host threw while it merged, so that no answer counts. */
  readonly isVoid: boolean;
}

/** Everything that one hook wanted and that the host did not read so. */
export function lossesOf(read: Read, event: GeminiEvent | null, fate: Fate): readonly Problem[] {
  const list = problemList(read.run.hook);
  if (event === null) {
    const lost = "the hook: Gemini has no such event";
    list.report("host-ignores-field", { path: "event", found: fate.event, lost });
  }
  reportWants(read, event, fate, list);
  if (event === null) return list.problems;
  reportVoid(read, fate, list);
  reportEnding(read, event, fate, list);
  if (read.format === "json" && read.output !== null) reportFields(read.output, event, list);
  return list.problems;
}

function reportWants(
  read: Read,
  event: GeminiEvent | null,
  { outcome }: Fate,
  list: ProblemList,
): void {
  for (const { level, path, found } of wantsOf(read).filter((want) => isLost(want, outcome))) {
    const why = path === "exit" && event !== null ? ` (exit code 2 here: ${event.exitTwo})` : "";
    list.report("host-deny-lost", { path, found, lost: `${lostWords[level]}${why}` });
  }
}

/** Exit code 2 wants a block wherever a hook learnt it. */
function wantsOf(read: Read): readonly Restriction[] {
  const { ending } = read.run;
  const code = ending.type === "exited" || ending.type === "changed" ? ending.code : null;
  const byCode: readonly Restriction[] =
    code === 2 ? [{ level: "deny", path: "exit", found: "exit code 2" }] : [];
  const said = restrictionsRead(
    read.format === "json" ? read.output : undefined,
    read.text,
    read.stream,
  );
  // Stderr is not looked at where stdout holds anything.
  const beside = read.stream === "stdout" ? restrictionsUnread(read.run.stderr.text, "stderr") : [];
  return [...said, ...beside, ...byCode];
}

function reportVoid(read: Read, { isVoid }: Fate, list: ProblemList): void {
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

function reportEnding(read: Read, event: GeminiEvent, { outcome }: Fate, list: ProblemList): void {
  const { ending } = read.run;
  if (!read.failed || event.blocks === null) return;
  const code = ending.type === "exited" ? ending.code : null;
  if (outcome === "proceed" && read.format !== "json" && code !== 2)
    list.report("host-fails-open", { path: "exit", found: endingText(read) });
  if (outcome === "block" && read.format === "text" && code !== null && !deliberateCodes.has(code))
    list.report("host-blocks-unasked", { path: "exit", found: endingText(read) });
}

function endingText({ run: { ending } }: Read): string {
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

/** The host asks for the type of these, and leaves out what does not match. */
const typed: Readonly<Record<string, (value: unknown) => boolean>> = {
  "hookSpecificOutput.additionalContext": (value) => typeof value === "string",
  "hookSpecificOutput.tool_input": isRecord,
  "hookSpecificOutput.tailToolCallRequest": isRecord,
  continue: (value) => typeof value === "boolean",
};

function reportFields(
  output: Readonly<Record<string, unknown>>,
  event: GeminiEvent,
  list: ProblemList,
): void {
  const nested = output["hookSpecificOutput"];
  const fields = [
    ...Object.entries(output)
      .filter(([key]) => key !== "hookSpecificOutput")
      .map(([key, value]) => ({ key, path: key, value })),
    ...Object.entries(isRecord(nested) ? nested : {})
      .filter(([key]) => key !== "hookEventName")
      .map(([key, value]) => ({ key, path: `hookSpecificOutput.${key}`, value })),
  ];
  for (const { key, path, value } of fields) {
    if (event.fields.includes(path) && (typed[path]?.(value) ?? true)) continue;
    reportIgnored(list, key, path, value);
  }
}
