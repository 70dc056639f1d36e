import type { Voice } from "../decide/index.js";
import { changeNames, changes } from "../dialects/index.js";
import { changesOf, type Reading, type Text } from "../route/index.js";
import { eventSpec } from "../payload/index.js";
import type { Problem } from "../problem/index.js";
import { forTerminal, forTerminalLine } from "./for-terminal.js";
import { toJsonText } from "./json-text.js";
import type { Paint } from "./paint.js";
import { problemText } from "./problem-text.js";

export interface ReadingContext {
  readonly dialect: string;
  readonly event: string;
  /** The same event in Snaphook's own words, where a host calls it something else. */
  readonly canonicalEvent?: string;
  /** Where a text ended up that nobody sees, and what would be seen. */
  readonly unseen?: string | null;
  readonly paint: Paint;
}

/** A Reading as a person reads it: the decision first, then who said what, who gets which text, and what was wrong. */
export function readingText(reading: Reading, context: ReadingContext): string {
  const { paint } = context;
  const sections = [
    decisionLines(reading, context),
    section("who said what", voiceLines(reading, paint), paint),
    section("changes", changedLines(reading), paint),
    section("texts", [...texts(reading, paint), ...unseenLines(context)], paint),
    section("host operations", reading.operations ?? [], paint),
    section("problems", problems(reading.problems, paint), paint),
  ];
  return `${sections
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

/** The decision, and what it means for the operation. */
export function decisionLines(reading: Reading, context: ReadingContext): readonly string[] {
  const event = context.canonicalEvent ?? context.event;
  return [headline(reading, context), `  ${consequence(reading, event)}`];
}

function headline(reading: Reading, { dialect, event, paint }: ReadingContext): string {
  const colour = {
    proceed: paint.green,
    block: paint.red,
    halt: paint.red,
    ask: paint.yellow,
    defer: paint.yellow,
  };
  const permission = reading.permission === "none" ? "" : ` (permission: ${reading.permission})`;
  const failed = reading.failed ? paint.yellow(" · a hook failed") : "";
  const verdict = colour[reading.outcome](paint.bold(reading.outcome.toUpperCase()));
  return `${forTerminalLine(event)} in ${dialect}: ${verdict}${permission}${failed}`;
}

function consequence(reading: Reading, eventName: string): string {
  const event = eventSpec(eventName);
  switch (reading.outcome) {
    case "proceed":
      return `${event.operation}.`;
    case "block":
      return `${event.onBlock ?? event.operation}.`;
    case "ask":
      return `the user is asked before ${event.operation}.`;
    case "defer":
      return `the decision is deferred; until it is made, this waits: ${event.operation}.`;
    case "halt":
      return "the agent stops here.";
  }
}

/** Who said what, the strictest first, with what counted marked. */
export function voiceLines(reading: Pick<Reading, "provenance">, paint: Paint): string[] {
  return reading.provenance.voices.map((voice) => {
    const mark = voice.won ? paint.bold("▶") : " ";
    const said = forTerminalLine(`${voice.hook}: ${sayText(voice)}`);
    return `${mark} ${said}${paint.dim(forTerminalLine(` · ${voice.why}`))}`;
  });
}

/** What someone said, and by what. */
export function sayText({ level, by, observes }: Pick<Voice, "level" | "by" | "observes">): string {
  return `${observes === true ? "would have said " : ""}${level} (${sources[by]})`;
}

const sources: Readonly<Record<Voice["by"], string>> = {
  json: "JSON answer",
  "exit-code": "exit code",
  failure: "failure",
  abort: "abort",
  rule: "permission rule",
  grant: "the user's permission",
  "stop-limit": "limits.stopBlocks",
  refusal: "refusal",
};

/** What was rewritten, by whom, and what was not. */
export function changedLines(reading: Reading): string[] {
  const made = changesOf(reading);
  return [
    ...changeNames
      .filter((name) => made[name] !== undefined)
      .map((name) => `${changes[name].title} becomes ${toJsonText(made[name], 0)}`),
    ...reading.provenance.rewrites.map(
      ({ hook, what, applied, why }) =>
        `${what} ${applied ? "rewritten" : "not rewritten"} by ${hook}: ${why}`,
    ),
  ].map(forTerminalLine);
}

function texts(reading: Reading, paint: Paint): string[] {
  const lanes: (readonly [string, readonly Text[]])[] = [
    ["to the model", reading.toModel],
    ["to the user", reading.toUser],
    ["to the log", reading.toLog],
  ];
  return lanes.flatMap(([label, delivered]) =>
    delivered.length === 0
      ? [`${label}: ${paint.dim("nothing")}`]
      : delivered.map(({ kind, text, hook }) => {
          const words = forTerminal(shorten(text)).replaceAll("\n", "\n      ");
          return `${label}: ${paint.cyan(words)} ${paint.dim(`(${kind}, from ${forTerminalLine(hook)})`)}`;
        }),
  );
}

function unseenLines({ unseen, paint }: ReadingContext): string[] {
  return typeof unseen === "string" ? [paint.dim(forTerminalLine(`→ ${unseen}`))] : [];
}

/** A reader of `explain` wants to recognise a text, not to scroll through it. `--json` has the whole. */
function shorten(text: string): string {
  const longest = 2000;
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

function problems(list: readonly Problem[], paint: Paint): string[] {
  return list.flatMap((problem) => problemText(problem, paint).split("\n"));
}

function section(title: string, lines: readonly string[], paint: Paint): string[] {
  return lines.length === 0 ? [] : [paint.dim(title), ...lines.map((line) => `  ${line}`)];
}
