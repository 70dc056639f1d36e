import { canonicalEvent } from "../hosts/index.js";
import type { Problem } from "../problem/index.js";
import {
  changedLines,
  codeWords,
  decisionLines,
  endingText,
  forTerminal,
  forTerminalLine,
  problemText,
  sayText,
  toJsonText,
  voiceLines,
  type Paint,
} from "../show/index.js";
import { lanesOf, type LaneText } from "./lanes.js";
import { markedLines, placeProblems } from "./placed-problems.js";
import type { RecordedEvent, RecordedHook } from "./recorded-event.js";
import { msText } from "./row-text.js";

/** How the whole flow of an event is shown. */
export interface FlowOptions {
  readonly paint: Paint;
  /** How a time is written. */
  readonly clock: (time: string) => string;
}

/** An event from its payload to who got which text, as a person reads it. */
export function flowText(event: RecordedEvent, options: FlowOptions): string {
  const { paint } = options;
  const { reading } = event;
  const of = new Set(event.hooks.filter(({ ran }) => ran).map(({ name }) => name));
  const rest = reading?.problems.filter(({ hook }) => !of.has(hook)) ?? [];
  const sections: readonly (readonly [string, readonly string[]])[] = [
    ["", headLines(event, options)],
    ["payload", textLines(toJsonText(event.payload))],
    ["hooks", hookSection(event, paint)],
    ["merge", reading === null ? [] : voiceLines(reading, paint)],
    ["changes", reading === null ? [] : changedLines(reading)],
    ["permission rules", rulingLines(event)],
    ["who got which text", laneLines(event, paint)],
    ["the user's answer", answerLines(event, options)],
    ["problems", rest.flatMap((problem) => problemText(problem, paint).split("\n"))],
  ];
  return sections
    .filter(([, lines]) => lines.length > 0)
    .map(([title, lines]) =>
      title === ""
        ? `${lines.join("\n")}\n`
        : `\n${paint.bold(title)}\n${lines.map((line) => `  ${line}\n`).join("")}`,
    )
    .join("");
}

function headLines(event: RecordedEvent, { paint, clock }: FlowOptions): readonly string[] {
  const { eventId, time, reading, dialect, event: name, payload, ended } = event;
  const { session_id: session, cwd } = payload;
  const facts = [
    clock(time),
    typeof session === "string" ? `session ${session}` : "",
    typeof cwd === "string" ? cwd : "",
  ].filter((part) => part !== "");
  const head = [
    paint.bold(forTerminalLine(eventId)),
    `  ${paint.dim(forTerminalLine(facts.join(" · ")))}`,
  ];
  if (reading !== null) {
    const context = { dialect: forTerminalLine(dialect), event: name, paint };
    return [
      ...head,
      ...decisionLines(reading, { ...context, canonicalEvent: canonicalEvent(name) }),
    ];
  }
  const why =
    ended === null
      ? "It has no end on record: the host was stopped, or still waits."
      : "What was decided cannot be read: its record was cut, or is of another format.";
  return [...head, `${forTerminalLine(`${name} in ${dialect}`)}: ${why}`];
}

function hookSection(event: RecordedEvent, paint: Paint): readonly string[] {
  if (event.hooks.length === 0) return ["No hooks match this event."];
  return event.hooks.flatMap((hook) => {
    const name = paint.bold(forTerminalLine(hook.name));
    const place = paint.dim(placeText(hook));
    const why = forTerminalLine(hook.why);
    if (hook.ran)
      return [`${paint.green("ran")} ${name}${place}`, ...indented(ranLines(event, hook, paint))];
    return [`${paint.yellow(hook.matched ? "skipped" : "did not match")} ${name}: ${why}${place}`];
  });
}

function ranLines(event: RecordedEvent, hook: RecordedHook, paint: Paint): readonly string[] {
  const { run, ms, why } = hook;
  const notes = [
    run === undefined ? "has no end on record" : endingText(run),
    ms === undefined ? "" : `in ${msText(ms)}`,
    hook.async === true ? "· async: it has no vote" : "",
    hook.observe === true ? "· observes: it has no effect" : "",
  ].filter((part) => part !== "");
  const own = event.reading?.problems.filter((problem) => problem.hook === hook.name) ?? [];
  const stdout = String(run?.stdout ?? "");
  const placed = placeProblems(stdout, own);
  return [
    paint.dim(`it matched: ${forTerminalLine(why)}`),
    notes.join(" "),
    ...(run?.json === undefined ? [] : ["answer", ...bars(textLines(toJsonText(run.json)), paint)]),
    ...(stdout === "" ? [] : ["stdout", ...bars(stdoutLines(stdout, placed, paint), paint)]),
    ...(run?.stderr === undefined || run.stderr === ""
      ? []
      : ["stderr", ...bars(textLines(String(run.stderr)), paint)]),
    ...readLines(event, hook, paint),
    ...placed.others.flatMap((problem) => problemText(problem, paint).split("\n")),
  ];
}

/** What was read from its output: what it said, what it changed, and who got its texts. */
function readLines(
  { reading }: RecordedEvent,
  { name }: RecordedHook,
  paint: Paint,
): readonly string[] {
  if (reading === null) return [];
  const { voices, rewrites } = reading.provenance;
  const texts = (["toUser", "toModel", "toLog"] as const).flatMap((lane) =>
    reading[lane]
      .filter(({ hook }) => hook === name)
      .map(
        ({ kind, text }) =>
          `${kind} for the ${laneNames[lane]}: ${forTerminalLine(cut(text, 120))}`,
      ),
  );
  const said = [
    ...voices.filter(({ hook }) => hook === name).map(sayText),
    ...rewrites
      .filter(({ hook }) => hook === name)
      .map(({ what, applied }) => `${what} ${applied ? "rewritten" : "not rewritten"}`),
    ...texts,
  ].map(forTerminalLine);
  return [`read as: ${said.length === 0 ? paint.dim("nothing") : ""}`.trimEnd(), ...indented(said)];
}

const laneNames = { toUser: "user", toModel: "model", toLog: "log" } as const;

/** The output line by line; below a line a mark for each Problem that has its place there. */
function stdoutLines(
  stdout: string,
  placed: ReturnType<typeof placeProblems>,
  paint: Paint,
): readonly string[] {
  const lines = markedLines(stdout, placed);
  return [
    ...lines.slice(0, MOST_LINES).flatMap(({ text, marks }) => [
      forTerminalLine(cut(text, LONGEST_LINE)),
      ...marks.map(({ column, problem }) => {
        const shift = forTerminalLine(text.slice(0, column)).length;
        return `${" ".repeat(Math.min(shift, LONGEST_LINE))}${markText(problem, paint)}`;
      }),
    ]),
    ...(lines.length > MOST_LINES ? [more(lines.length - MOST_LINES)] : []),
  ];
}

function markText({ code, severity, lost }: Problem, paint: Paint): string {
  const loss = lost === undefined ? "" : `; lost: ${lost}`;
  const words = forTerminalLine(`^ ${codeWords(code).title} [${code}]${loss}`);
  return { error: paint.red, warning: paint.yellow, info: paint.dim }[severity](words);
}

function rulingLines({ reading }: RecordedEvent): readonly string[] {
  if (reading?.ruling === undefined) return [];
  const { decision, why } = reading.ruling;
  return [forTerminalLine(`${decision}: ${why}`)];
}

function laneLines(event: RecordedEvent, paint: Paint): readonly string[] {
  if (event.reading === null) return [];
  const lanes = lanesOf(event);
  const line = (lane: string, texts: readonly LaneText[]): readonly string[] =>
    texts.length === 0
      ? [`${lane.padEnd(7)} ${paint.dim("nothing")}`]
      : texts.flatMap(({ kind, text, hook }) => [
          `${lane.padEnd(7)} ${paint.dim(`${kind} from ${forTerminalLine(hook)}`)}`,
          ...bars(textLines(text), paint),
        ]);
  return (["user", "model", "log", "nobody"] as const).flatMap((lane) => line(lane, lanes[lane]));
}

function answerLines({ answer }: RecordedEvent, { clock }: FlowOptions): readonly string[] {
  if (answer === null) return [];
  const { decision, reason, remember, time } = answer;
  const kept = remember ? ", for this input from now on" : "";
  const words = reason === "" ? "" : `: ${reason}`;
  return [forTerminalLine(`${decision}${kept}${words} (${clock(time)})`)];
}

const MOST_LINES = 200;
const LONGEST_LINE = 2000;

/** A text of somebody else's as lines that can be shown, as many as a person reads. */
function textLines(text: string): readonly string[] {
  const lines = forTerminal(text).replace(/\n+$/, "").split("\n");
  const shown = lines.slice(0, MOST_LINES).map((line) => cut(line, LONGEST_LINE));
  return lines.length > MOST_LINES ? [...shown, more(lines.length - MOST_LINES)] : shown;
}

const more = (count: number): string => `… ${count} more lines; --json has all of them`;

function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest)}… (${text.length} characters)`;
}

/** Behind a bar no line can pass for one of ours. */
function bars(lines: readonly string[], paint: Paint): readonly string[] {
  return lines.map((line) => `${paint.dim("│")} ${line}`);
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}

function placeText({ file, line }: RecordedHook): string {
  if (file === null) return "";
  return ` ${forTerminalLine(file)}${line === null ? "" : `:${line}`}`;
}
