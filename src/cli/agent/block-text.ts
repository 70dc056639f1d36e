import type { Block, Message, ToolBlock } from "../../conversation/index.js";
import {
  forTerminal,
  forTerminalLine,
  hookWords,
  toJsonText,
  type Paint,
} from "../../show/index.js";

const MOST_LINES = 12;

/** A message as plain text, for whoever has no terminal to show it in. */
export function messageText(message: Message, paint: Paint): string {
  return message.blocks.map((block) => blockText(block, message.from, paint)).join("\n");
}

function blockText(block: Block, from: Message["from"], paint: Paint): string {
  switch (block.type) {
    case "text":
      if (from === "user") return paint.bold(`> ${forTerminal(block.content)}`);
      return from === "hook"
        ? labelled(paint.yellow("hook"), block.content)
        : forTerminal(block.content);
    case "tool":
      return toolText(block, paint);
    case "hook":
      return labelled(paint.dim(`hook ${block.hookEvent}`), block.content);
    case "warn":
      return labelled(paint.yellow("warning"), block.content);
    case "error":
      return labelled(paint.red("error"), block.content);
  }
}

function labelled(label: string, text: string): string {
  return `${label} ${forTerminal(plain(text)).replaceAll("\n", "\n  ")}`;
}

/** One call with its input in short and its result. */
function toolText({ name, input, state, result }: ToolBlock, paint: Paint): string {
  const mark = state === "done" ? paint.green("●") : paint.red("●");
  const head = `${mark} ${paint.bold(forTerminalLine(name))} ${forTerminalLine(inputText(input))} ${paint.dim(`[${state}]`)}`;
  if (result === null) return head;
  const { rest, said } = hookWords(result);
  const lines = rest === "" ? [] : rest.split("\n");
  const hidden = lines.length - MOST_LINES;
  const shown =
    hidden > 1
      ? [...lines.slice(0, MOST_LINES / 2), `… ${hidden} lines …`, ...lines.slice(-MOST_LINES / 2)]
      : lines;
  const words = said.map(({ hook, words: text }) => `${hook}: ${text}`);
  return [head, ...[...shown, ...words].map((line) => forTerminal(`  ${line}`))].join("\n");
}

/** What hooks say, without the labels that the model sees. */
function plain(text: string): string {
  const { rest, said } = hookWords(text);
  const words = said.map(({ hook, words: one }) => `${hook}: ${one}`);
  return [rest, ...words].filter((part) => part !== "").join("\n");
}

/** All of an input: nobody can unfold what is printed. The one text of it where there is one, else JSON. */
export function inputText(input: unknown): string {
  const values = typeof input === "object" && input !== null ? Object.values(input) : [input];
  const [only] = values;
  if (values.length === 1 && typeof only === "string") return only;
  return toJsonText(input, 0);
}
