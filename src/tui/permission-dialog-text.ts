import type { PendingPermission } from "../agent/index.js";
import { comparedLines, type InputLine } from "./input-text.js";
import type { Look } from "./look.js";
import { choices, type Question } from "./permission-dialog.js";
import { fieldLines } from "./prompt-text.js";
import { headOf, shownLine } from "./shown-text.js";
import {
  counted,
  cutLine,
  foldText,
  lineOf,
  windowOf,
  wrapLine,
  type Scrolled,
} from "./text-layout.js";

/** Rows of an input that are laid out; the rest is counted. */
const MOST_INPUT = 2000;
/** And characters of one of its lines. */
const LONGEST_INPUT_LINE = 20_000;

/** The dialog in at most so many rows. The choices are always among them; the input scrolls in what is left. */
export function questionLines(
  pending: PendingPermission,
  question: Question,
  waiting: number,
  room: number,
  look: Look,
): Scrolled {
  const { paint, columns } = look;
  const more = waiting > 0 ? `  (${counted(waiting, "more question")} waiting)` : "";
  const head = lineOf(
    [
      ["? ", paint.yellow],
      [`May ${shownLine(pending.toolName)} run?`, paint.bold],
      [more, paint.dim],
    ],
    columns,
  );
  const answers =
    question.words === null ? choiceLines(question, room, look) : wordLines(question, look);
  const left = Math.max(0, room - 1 - answers.length);
  const { input, isRewritten } = inputOf(pending, look);
  // The input is what is decided on; the reasons get a part of the room, and more where the input is short.
  const told = reasonLines(pending, isRewritten, Math.max(left >> 1, left - input.length), look);
  const body = windowOf(input, question.scroll, left - told.length, (row) =>
    paint.dim(cutLine(`  ${row}`, columns)),
  );
  const rows = [head, ...told, ...(left > told.length ? body.rows : []), ...answers];
  return { rows: rows.slice(-room), scroll: body.first };
}

interface Laid {
  readonly columns: number;
  readonly input: readonly string[];
  readonly isRewritten: boolean;
}

/** Laid out once for each width: it may be long, and the dialog is drawn with each key. */
const laidOut = new WeakMap<PendingPermission, Laid>();

function inputOf(pending: PendingPermission, look: Look): Laid {
  const { columns, paint } = look;
  const known = laidOut.get(pending);
  if (known?.columns === columns) return known;
  const lines = comparedLines(pending.original, pending.input);
  const isRewritten = lines.some(({ mark }) => mark !== " ");
  const input = lines.slice(0, MOST_INPUT).flatMap((line) => inputRow(line, isRewritten, look));
  if (lines.length > MOST_INPUT)
    input.push(paint.dim(`  … ${counted(lines.length - MOST_INPUT, "more line")}`));
  const laid = { columns, input, isRewritten };
  laidOut.set(pending, laid);
  return laid;
}

function inputRow({ mark, text }: InputLine, isRewritten: boolean, look: Look): string[] {
  const { paint, columns } = look;
  const sign = isRewritten ? `${mark} ` : "";
  const tone = { "+": paint.green, "-": paint.red, " ": (row: string) => row }[mark];
  const head = headOf(text, LONGEST_INPUT_LINE);
  const hidden = text.length - head.length;
  const seen = hidden > 0 ? `${head}… ${counted(hidden, "more character")}` : text;
  return wrapLine(seen, columns - 2 - sign.length).map((row) => tone(`  ${sign}${row}`));
}

function reasonLines(
  { reasons }: PendingPermission,
  isRewritten: boolean,
  most: number,
  { paint, columns }: Look,
): string[] {
  const told =
    reasons.length === 0
      ? ["No rule and no hook allows it."]
      : reasons.map(({ from, text }) => `${from === "" ? "a hook" : from} asks: ${text}`);
  if (isRewritten) told.push("A hook has rewritten the input:");
  const each = Math.max(1, Math.floor(most / told.length));
  return told
    .flatMap((text) => foldText(text, columns - 2, each))
    .map((row) => paint.yellow(`  ${row}`))
    .slice(0, Math.max(0, most));
}

function choiceLines({ choice }: Question, room: number, { paint, columns }: Look): string[] {
  const rows = choices.map(({ letter, label }, index) => {
    const isChosen = index === choice;
    const row = cutLine(`${isChosen ? "❯" : " "} ${letter}  ${label}`, columns);
    return isChosen ? paint.bold(row) : row;
  });
  const hint = paint.dim(cutLine("↑↓ Enter, or a letter · Esc denies", columns));
  return room < rows.length + 3 ? rows : [...rows, hint];
}

function wordLines({ words }: Question, look: Look): string[] {
  const { paint, columns } = look;
  return [
    cutLine("Denied. What should the model do instead?", columns),
    ...fieldLines(words ?? { text: "", cursor: 0 }, "> ", 3, look),
    paint.dim(cutLine("Enter sends · Esc goes back", columns)),
  ];
}
