import { liveLines } from "./block-text.js";
import { kindOf } from "./dialogs.js";
import type { Look } from "./look.js";
import { fieldLines } from "./prompt-text.js";
import { historyLines, runningLines, statusLine } from "./status-text.js";
import { cutLine, type Scrolled } from "./text-layout.js";
import type { View } from "./view.js";

/** What the screen says of the session that is not in its view. */
export interface Facts {
  readonly model: string;
  readonly workspace: string;
  readonly now: number;
}

/**
 * Everything below what was printed for good. It is always fewer rows than the screen has: where they were as
 * many, Ink would clear the screen and print the whole conversation anew with each key.
 */
export function screenOf(view: View, facts: Facts, look: Look): Scrolled {
  if (view.phase === "closed") return { rows: [], scroll: 0 };
  const { activity, hookEvents, dialogs, isPaused } = view;
  const { showHookPanel, showWholeTexts } = hookEvents.userPreferences;
  const room = look.rows - 1;
  const asks = dialogs[0] === undefined ? null : kindOf(dialogs[0]).status;
  // On a small screen what can be answered is worth more than the rest.
  const isTight = asks !== null && look.rows < TIGHT_ROWS;
  const isClosing = view.phase === "closing";
  const status = isTight
    ? []
    : [statusLine({ ...facts, activity, asks, isPaused, isClosing }, look)];
  const below = isTight
    ? dialogOf(view, room, look)
    : withRule(dialogOf(view, room - 2, look), look);
  let left = room - status.length - below.rows.length;
  const take = (rows: readonly string[]): readonly string[] => {
    const taken = rows.slice(0, Math.max(0, left));
    left -= taken.length;
    return taken;
  };
  const running = take(runningLines(activity.running, facts.now, look));
  const panel = showHookPanel
    ? take(historyLines(hookEvents.hookExecutionHistory, Math.min(left, PANEL_ROWS), look))
    : [];
  const live = left > 0 ? liveLines(view.transcript.live, left, look, showWholeTexts) : [];
  const rows = [...live, ...panel, ...running, ...below.rows, ...status];
  return { rows: rows.slice(-Math.max(1, room)), scroll: below.scroll };
}

const TIGHT_ROWS = 12;
const PANEL_ROWS = 9;
const PROMPT_ROWS = 8;

/** A dialog takes the place of the prompt: it gets what room it needs, but leaves a little of the transcript. */
function dialogOf(view: View, room: number, look: Look): Scrolled {
  const { dialogs, prompt } = view;
  const [dialog] = dialogs;
  if (dialog !== undefined)
    return kindOf(dialog).lines(dialog, Math.max(room - 4, Math.min(room, 12)), look);
  const field = fieldLines(prompt.buffer, "> ", Math.min(PROMPT_ROWS, Math.max(1, room - 3)), look);
  return { rows: [...field, look.paint.dim(cutLine(hintOf(view), look.columns))], scroll: 0 };
}

function withRule({ rows, scroll }: Scrolled, { columns, paint }: Look): Scrolled {
  return { rows: [paint.dim("─".repeat(columns)), ...rows], scroll };
}

function hintOf({ hint, activity, phase }: View): string {
  if (phase === "closing") return "SessionEnd hooks are running; press Ctrl-C to quit now";
  if (hint !== null) return hint;
  return activity.isBusy
    ? "Ctrl-C ends the turn"
    : "Enter sends · Alt-Enter new line · ↑ earlier · /help";
}
