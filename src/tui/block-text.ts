import type { Block, Message, ToolBlock, ToolState } from "../conversation/index.js";
import { hookWords, type Paint } from "../show/index.js";
import { shortInput } from "./input-text.js";
import type { Look } from "./look.js";
import { shownLine, shownOwnText, shownText } from "./shown-text.js";
import { counted, cutLine, foldText, lineOf } from "./text-layout.js";
import type { TranscriptEntry, Note } from "./transcript.js";

/** How many rows of a text are shown. */
interface Folds {
  readonly prompt: number;
  readonly answer: number;
  readonly result: number;
  readonly hook: number;
  readonly warning: number;
}

const folded: Folds = { prompt: 12, answer: 400, result: 6, hook: 4, warning: 10 };
/** "Whole" has an end as well: nobody reads ten thousand lines in a terminal. */
const whole: Folds = { prompt: 2000, answer: 2000, result: 2000, hook: 2000, warning: 2000 };

interface StateLook {
  readonly sign: string;
  readonly word: string;
  readonly paint: keyof Paint;
}

const states: Readonly<Record<ToolState, StateLook>> = {
  pending: { sign: "○", word: "pending", paint: "dim" },
  running: { sign: "◐", word: "running", paint: "cyan" },
  done: { sign: "●", word: "done", paint: "green" },
  failed: { sign: "✗", word: "failed", paint: "red" },
  blocked: { sign: "⊘", word: "blocked", paint: "red" },
  denied: { sign: "⊘", word: "denied", paint: "yellow" },
  interrupted: { sign: "◌", word: "interrupted", paint: "yellow" },
};

/** An entry of the transcript as rows of the screen. An empty row comes before what begins something new. */
export function entryLines(entry: TranscriptEntry, look: Look, showWhole: boolean): string[] {
  const folds = showWhole ? whole : folded;
  if (entry.type === "note") return noteLines(entry.note, look);
  const { message } = entry;
  return message.blocks.flatMap((block) => blockLines(block, message, look, folds));
}

function blockLines(block: Block, { from }: Message, look: Look, folds: Folds): string[] {
  const { paint } = look;
  switch (block.type) {
    case "text":
      if (from === "user")
        return ["", ...marked(block.content, "> ", folds.prompt, look, paint.bold, shownOwnText)];
      if (from === "hook")
        return [
          "",
          ...marked(unwrapped(block.content), "↩ hook: ", folds.hook, look, paint.yellow),
        ];
      return ["", ...marked(block.content, "", folds.answer, look)];
    case "tool":
      return toolLines(block, look, folds);
    case "error":
      return marked(block.content, "✗ error: ", folds.warning, look, paint.red);
    case "warn":
      return marked(block.content, "! ", folds.warning, look, paint.yellow);
    case "hook": {
      const who =
        typeof block.metadata?.["hook"] === "string" ? ` from ${block.metadata["hook"]}` : "";
      const label = `⚓ ${block.hookEvent} context${who}`;
      const content = foldText(unwrapped(block.content), look.columns - 4, folds.hook);
      return [
        paint.cyan(cutLine(shownLine(label), look.columns)),
        ...content.map((row) => paint.dim(`  │ ${row}`)),
      ];
    }
  }
}

function toolLines({ name, input, state, result }: ToolBlock, look: Look, folds: Folds): string[] {
  const { paint, columns } = look;
  const { sign, word, paint: tone } = states[state];
  const short = shownLine(shortInput(input).slice(0, columns * 4));
  const head = lineOf(
    [
      [`${sign} `, paint[tone]],
      [`${shownLine(name)} `, paint.bold],
      [word, paint[tone]],
      [`  ${short}`, paint.dim],
    ],
    columns,
  );
  if (result === null) return [head];
  const { rest, said } = hookWords(result);
  const rows = rest === "" ? [] : foldText(rest, columns - 4, folds.result);
  return [
    head,
    ...rows.map((row, index) => paint.dim(`${index === 0 ? "  └ " : "    "}${row}`)),
    // Never folded away behind what the tool has printed.
    ...said.flatMap(({ hook, words }) =>
      marked(words, `  ⚓ ${hook}: `, folds.hook, look, paint.cyan),
    ),
  ];
}

/** A text whose first row begins with a sign; the others are below it where there is room. */
function marked(
  text: string,
  sign: string,
  most: number,
  { columns }: Look,
  paint: (text: string) => string = (row) => row,
  show: (text: string) => string = shownText,
): string[] {
  const margin = Math.min(sign.length, 2);
  const [first = "", ...rest] = foldText(sign + text, columns - margin, most, (line) => show(line));
  return [paint(first), ...rest.map((row) => paint(" ".repeat(margin) + row))];
}

/** What a hook said, without the wrapper that the model sees around it. */
function unwrapped(content: string): string {
  const { rest, said } = hookWords(content);
  return [rest, ...said.map(({ words }) => words)].filter((part) => part !== "").join("\n");
}

function noteLines({ kind, text }: Note, look: Look): string[] {
  const { paint, columns } = look;
  const tone = { info: paint.dim, error: paint.red, caption: paint.cyan }[kind];
  const sign = kind === "caption" ? "▌ " : "";
  const rows = foldText(text, columns - sign.length, 200);
  return ["", ...rows.map((row) => tone(sign + row))];
}

/** The last rows of what is still changing. Only the end of a long text is worked on: it is all that can be seen. */
export function liveLines(
  live: readonly TranscriptEntry[],
  room: number,
  look: Look,
  showWhole: boolean,
): string[] {
  const rows = live.flatMap((entry) => laidOutOnce(entry, room, look, showWhole));
  if (rows.length <= room) return rows;
  const kept = room - 1;
  const label = `… ${counted(rows.length - kept, "line")} above`;
  return [look.paint.dim(cutLine(label, look.columns)), ...rows.slice(rows.length - kept)];
}

const laidOut = new WeakMap<
  TranscriptEntry,
  { readonly key: string; readonly rows: readonly string[] }
>();

/** An entry that has not changed is not laid out again with each key. */
function laidOutOnce(
  entry: TranscriptEntry,
  room: number,
  look: Look,
  showWhole: boolean,
): readonly string[] {
  const key = `${look.columns} ${look.isPlain} ${room} ${showWhole}`;
  const known = laidOut.get(entry);
  if (known?.key === key) return known.rows;
  const rows = entryLines(shortened(entry, room, look), look, showWhole);
  laidOut.set(entry, { key, rows });
  return rows;
}

function shortened(entry: TranscriptEntry, room: number, { columns }: Look): TranscriptEntry {
  if (entry.type === "note") return entry;
  const most = (room + 2) * columns * 2;
  const { message } = entry;
  if (message.from !== "model") return entry;
  const blocks = message.blocks.map((block) => {
    if (block.type !== "text" || block.content.length <= most) return block;
    return { ...block, content: `…${block.content.slice(-most)}` };
  });
  return { type: "message", message: { ...message, blocks } };
}
