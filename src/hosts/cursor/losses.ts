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
import type { Answer } from "./answer.js";
import type { CursorEvent } from "./events.js";

/** Everything that one hook wanted and that the host did not read so. */
export function lossesOf(answer: Answer, event: CursorEvent, outcome: Outcome): readonly Problem[] {
  const list = problemList(answer.run.hook);
  const wants = wantsOf(answer);
  reportLost(
    wants.filter(({ path }) => !(path === "continue" && outcome === event.stops)),
    outcome,
    event,
    list,
  );
  const canStop = event.onExitTwo !== "nothing";
  if (answer.fault === "failure" && outcome === "proceed" && canStop)
    list.report("host-fails-open", answer.place);
  if (answer.fault === "malformed" && event.guards && wants.length === 0)
    list.report("host-blocks-unasked", answer.place);
  if (answer.fault === "malformed" && Object.keys(answer.fields).length === 0)
    list.report("host-output-void", answer.place);
  if (answer.fault === null && answer.printed !== null) {
    for (const [key, value] of Object.entries(answer.printed))
      if (!counts(key, value, answer, event)) reportIgnored(list, key, key, value);
  }
  return list.problems;
}

/** Claude's name for context counts where it is a text and Cursor's own name does not stand beside it. */
function counts(key: string, value: unknown, { fields }: Answer, event: CursorEvent): boolean {
  if (key === "additionalContext" && event.fields.includes(key))
    return fields["additional_context"] === value;
  return event.fields.includes(key);
}

/** An event that Cursor does not know runs no hook: the whole file that names it is invalid. */
export function lossesUnheard(run: HookRun, event: string): readonly Problem[] {
  const list = problemList(run.hook);
  const lost = "every hook of the file: Cursor has no such event";
  list.report("host-ignores-field", { path: "event", found: event, lost });
  const value = run.json === undefined ? [] : restrictionsIn(run.json);
  const spelled = [...restrictionsUnread(run.stdout.text, "stdout"), ...besideOf(run)];
  reportLost([...value, ...spelled, ...byCode(run)], "proceed", null, list);
  return list.problems;
}

function reportLost(
  wants: readonly Restriction[],
  outcome: Outcome,
  event: CursorEvent | null,
  list: ProblemList,
): void {
  for (const { level, path, found } of wants.filter((want) => isLost(want, outcome))) {
    const why = path === "exit" && event !== null ? ` (exit code 2 here: ${event.exitTwo})` : "";
    list.report("host-deny-lost", { path, found, lost: `${lostWords[level]}${why}` });
  }
}

/** Of an answer that is read, its fields; of all else, what is spelled in the streams. */
function wantsOf({ run, printed }: Answer): readonly Restriction[] {
  const said = restrictionsRead(printed ?? run.json, run.stdout.text, "stdout");
  return [...said, ...besideOf(run), ...byCode(run)];
}

/** Cursor looks for no answer on stderr; a host that does would have found it there. */
function besideOf(run: HookRun): readonly Restriction[] {
  return restrictionsUnread(run.stderr.text, "stderr");
}

function byCode({ ending }: HookRun): readonly Restriction[] {
  const code = ending.type === "exited" || ending.type === "changed" ? ending.code : null;
  return code === 2 ? [{ level: "deny", path: "exit", found: "exit code 2" }] : [];
}
