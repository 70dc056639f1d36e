import {
  consent,
  refusal,
  type PendingPermission,
  type PermissionDecision,
} from "../agent/index.js";
import { comparedInput, type InputLine } from "../questions/index.js";
import type { DialogKind, Pressed } from "./dialog.js";
import { editKey, emptyBuffer, insert, type EditBuffer } from "./edit-buffer.js";
import type { Key } from "./keys.js";
import type { Look } from "./look.js";
import { fieldLines } from "./prompt-text.js";
import { headOf, shownLine, shownText } from "./shown-text.js";
import {
  counted,
  cutLine,
  foldText,
  lineOf,
  windowOf,
  wrapLine,
  type Scrolled,
} from "./text-layout.js";
import { isTooSoon, type Guard } from "./too-soon.js";

/** The question that is shown, and what the user has done to it so far. */
export interface Question {
  readonly type: "permission";
  readonly pending: PendingPermission;
  /** How many more questions there are. */
  readonly waiting: number;
  /** When it appeared, or the last key that was part of some text. */
  readonly quietSince: number;
  readonly choice: number;
  /** The first row of the input that is seen. */
  readonly scroll: number;
  /** What the user writes to the model; null while choosing. */
  readonly words: EditBuffer | null;
}

const choices = [
  { letter: "y", label: "Allow once", does: "once" },
  { letter: "a", label: "Allow always for this input", does: "always" },
  { letter: "n", label: "Deny", does: "deny" },
  { letter: "w", label: "Deny and tell the model why", does: "words" },
] as const;

type Does = (typeof choices)[number]["does"];

type QuestionKeyResult = Pressed<Question, PermissionDecision>;

/** Questions have come or gone. The first is shown; another one than before is locked for a moment. */
export function questionOf(
  open: Question | null,
  [pending, ...others]: readonly PendingPermission[],
  now: number,
): Question | null {
  if (pending === undefined) return null;
  const begun = { quietSince: now, choice: 0, scroll: 0, words: null };
  const known = open?.pending.id === pending.id ? open : begun;
  return { ...known, type: "permission", pending, waiting: others.length };
}

/** A page of the input. */
const PAGE = 5;

/**
 * Letters, Enter and Escape answer. A paste, keys that came several at once and other letters do not: they are part of some
 * text, and so may be what follows them at once.
 */
function questionKey(question: Question, key: Key, guard: Guard): QuestionKeyResult {
  const partOfText = { ...question, quietSince: guard.now };
  if (isTooSoon(question.quietSince, guard)) return stay(partOfText);
  if (question.words !== null) return wordsKey(question, question.words, key);
  if (key.type === "key") {
    const step = { up: -1, "back-tab": -1, down: 1, tab: 1 }[key.name];
    if (step !== undefined) {
      const choice = (question.choice + step + choices.length) % choices.length;
      return stay({ ...question, choice });
    }
    if (key.name === "page-up")
      return stay({ ...question, scroll: Math.max(0, question.scroll - PAGE) });
    if (key.name === "page-down") return stay({ ...question, scroll: question.scroll + PAGE });
  }
  if (key.type === "paste" || !key.isAlone) return stay(partOfText);
  if (key.type === "key") {
    if (key.name === "escape") return choose(question, "deny");
    if (key.name !== "enter") return stay(question);
    const chosen = choices[question.choice];
    return chosen === undefined ? stay(question) : choose(question, chosen.does);
  }
  const chosen = choices.find(({ letter }) => letter === key.text.toLowerCase());
  return chosen === undefined ? stay(partOfText) : choose(question, chosen.does);
}

function choose(question: Question, does: Does): QuestionKeyResult {
  const { toolName, onlyElsewhere } = question.pending;
  if (onlyElsewhere !== undefined && (does === "once" || does === "always")) return stay(question);
  switch (does) {
    case "once":
      return { dialog: question, answer: consent(toolName) };
    case "always":
      return { dialog: question, answer: consent(toolName, true) };
    case "deny":
      return { dialog: question, answer: refusal(toolName) };
    case "words":
      return stay({ ...question, choice: choices.length - 1, words: emptyBuffer });
  }
}

/** Words make the model continue; Escape goes back to the choices. */
function wordsKey(question: Question, words: EditBuffer, key: Key): QuestionKeyResult {
  if (key.type !== "key") return stay({ ...question, words: insert(words, key.text) });
  if (key.name === "escape") return stay({ ...question, words: null });
  if (key.name === "enter") {
    const text = words.text.trim();
    if (text === "" || !key.isAlone) return stay(question);
    return { dialog: question, answer: refusal(question.pending.toolName, text, true) };
  }
  return stay({ ...question, words: editKey(words, key.name) ?? words });
}

function stay(question: Question): QuestionKeyResult {
  return { dialog: question, answer: null };
}

/** Rows of an input that are laid out; the rest is counted. */
const MOST_INPUT = 2000;
/** And characters of one of its lines. */
const LONGEST_INPUT_LINE = 20_000;

/** The choices are always among the rows; the input scrolls in what is left. */
function questionLines(question: Question, room: number, look: Look): Scrolled {
  const { paint, columns } = look;
  const { pending, waiting } = question;
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
  const reasons = reasonLines(pending, isRewritten, Math.max(left >> 1, left - input.length), look);
  const body = windowOf(input, question.scroll, left - reasons.length, (row) =>
    paint.dim(cutLine(`  ${row}`, columns)),
  );
  const rows = [head, ...reasons, ...body.rows, ...answers];
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
  const { lines, isRewritten } = comparedInput(pending.original, pending.input, shownText);
  const hasMarks = lines.some(({ mark }) => mark !== " ");
  const input = lines.slice(0, MOST_INPUT).flatMap((line) => inputRow(line, hasMarks, look));
  if (lines.length > MOST_INPUT)
    input.push(paint.dim(`  … ${counted(lines.length - MOST_INPUT, "more line")}`));
  const laid = { columns, input, isRewritten };
  laidOut.set(pending, laid);
  return laid;
}

function inputRow({ mark, text }: InputLine, hasMarks: boolean, look: Look): string[] {
  const { paint, columns } = look;
  const sign = hasMarks ? `${mark} ` : "";
  const tone = { "+": paint.green, "-": paint.red, " ": (row: string) => row }[mark];
  const head = headOf(text, LONGEST_INPUT_LINE);
  const hidden = text.length - head.length;
  const seen = hidden > 0 ? `${head}… ${counted(hidden, "more character")}` : text;
  return wrapLine(seen, columns - 2 - sign.length).map((row) => tone(`  ${sign}${row}`));
}

function reasonLines(
  { reasons, onlyElsewhere }: PendingPermission,
  isRewritten: boolean,
  most: number,
  { paint, columns }: Look,
): string[] {
  const lines =
    reasons.length === 0
      ? ["No rule and no hook allows it."]
      : reasons.map(({ from, text }) => `${from === "" ? "a hook" : from} asks: ${text}`);
  if (onlyElsewhere !== undefined) lines.unshift(`You can only deny it: ${onlyElsewhere}`);
  if (isRewritten) lines.push("A hook has rewritten the input:");
  const each = Math.max(1, Math.floor(most / lines.length));
  return lines
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

/** Asks whether a tool may run. */
export const permissionDialog: DialogKind<Question, PermissionDecision> = {
  type: "permission",
  status: "asking",
  follow: (session, change, now) =>
    session.permissions.follow((pending) => change((open) => questionOf(open, pending, now()))),
  press: questionKey,
  answer: (session, { pending }, decision) => session.permissions.resolve(pending.id, decision),
  lines: questionLines,
};
