import { basename } from "node:path";
import type { RunningHook, Activity } from "./activity.js";
import type { HookExecutionRecord } from "../agent/index.js";
import type { Look } from "./look.js";
import { shownLine } from "./shown-text.js";
import { counted, cutLine, lineOf, type StyledPart } from "./text-layout.js";

export interface Status {
  readonly model: string;
  readonly workspace: string;
  readonly activity: Activity;
  /** What the session does where it waits for the user. */
  readonly asks: string | null;
  readonly isPaused: boolean;
  readonly isClosing: boolean;
}

/** One row; what matters most comes first, because a narrow screen cuts the end. */
export function statusLine(status: Status, { paint, columns }: Look): string {
  const { activity, model, workspace } = status;
  const { hooksRun, hooksFailed, unapproved } = activity;
  const parts: StyledPart[] = [stateOf(status, paint)];
  if (status.isPaused) parts.push([" · paused", paint.yellow]);
  if (unapproved.length > 0) parts.push([` · ${unapproved.length} not approved`, paint.yellow]);
  parts.push([` · hooks ${hooksRun} run`, paint.dim]);
  if (hooksFailed > 0) parts.push([`, ${hooksFailed} failed`, paint.red]);
  parts.push([` · ${shownLine(model)} · ${shownLine(basename(workspace))}`, paint.dim]);
  return lineOf(parts, columns);
}

function stateOf({ activity, asks, isClosing }: Status, paint: Look["paint"]): StyledPart {
  if (isClosing) return ["closing", paint.yellow];
  if (asks !== null) return [asks, paint.yellow];
  return activity.isBusy ? ["busy", paint.cyan] : ["idle", paint.green];
}

const MOST_RUNNING = 4;

/** Hooks that run now, one in a row. */
export function runningLines(
  running: readonly RunningHook[],
  now: number,
  { paint, columns }: Look,
): string[] {
  const rows = running
    .slice(0, MOST_RUNNING)
    .map(({ hook, event, since }) =>
      lineOf(
        [
          [`${seconds(now - since)} `, paint.cyan],
          [shownLine(hook)],
          [` on ${shownLine(event)}`, paint.dim],
        ],
        columns,
      ),
    );
  const hidden = running.length - MOST_RUNNING;
  return hidden > 0
    ? [...rows, paint.dim(cutLine(`… ${counted(hidden, "more hook")}`, columns))]
    : rows;
}

function seconds(ms: number): string {
  return `${(Math.max(0, ms) / 1000).toFixed(1)}s`;
}

/** The hooks that ran last, the newest below. */
export function historyLines(
  history: readonly HookExecutionRecord[],
  room: number,
  { paint, columns }: Look,
): string[] {
  if (room < 2) return [];
  const title = paint.bold(
    cutLine(`Hooks that ran (${history.length}); /hooks history hides them`, columns),
  );
  const seen = history.slice(-(room - 1));
  if (seen.length === 0) return [title, paint.dim(cutLine("none in the last half hour", columns))];
  return [
    title,
    ...seen.map(({ event, hook, verdict, failed, ms, exit }) =>
      lineOf(
        [
          [`${shownLine(event)} `],
          [`${shownLine(hook)} `, paint.bold],
          [`${verdict} `, failed ? paint.red : paint.green],
          [`${Math.round(ms)} ms, exit ${shownLine(exit)}`, paint.dim],
        ],
        columns,
      ),
    ),
  ];
}
