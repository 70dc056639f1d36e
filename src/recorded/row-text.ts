import { forTerminalLine, type Paint } from "../show/index.js";
import type { EventRow, RowOutcome } from "./event-row.js";

type Colour = "red" | "yellow" | "green" | "dim";

/** The colour of an outcome, wherever it is shown. */
export const outcomeColours: Readonly<Record<RowOutcome, Colour>> = {
  proceed: "green",
  block: "red",
  halt: "red",
  ask: "yellow",
  defer: "yellow",
  unfinished: "dim",
  unknown: "dim",
};

/** What a row says of the event itself: name, tool, a short form of the input, on one line of so many characters. */
export function callText(row: Pick<EventRow, "event" | "tool" | "input">, longest: number): string {
  const text = forTerminalLine(
    [row.event, row.tool, row.input].filter((part) => part !== "").join(" "),
  );
  return text.length <= longest ? text : `${text.slice(0, longest - 1)}…`;
}

/** What came of it: the outcome, who decided, how long it took, and what was wrong. */
export function outcomeText(
  row: Pick<
    EventRow,
    "outcome" | "decidedBy" | "answer" | "ms" | "failed" | "problems" | "observed" | "damage"
  >,
  paint: Paint,
): string {
  const { outcome, decidedBy, answer, ms, failed, problems, observed, damage } = row;
  const by = decidedBy.length === 0 ? "" : ` by ${forTerminalLine(decidedBy.join(", "))}`;
  const parts = [
    `${paint[outcomeColours[outcome]](outcome)}${by}`,
    answer === null ? "" : `the user: ${answer}`,
    ms === null ? "" : paint.dim(msText(ms)),
    ...observed.map(({ hook, level }) => paint.dim(forTerminalLine(`${hook} would ${level}`))),
    failed ? paint.yellow("a hook failed") : "",
    ...problems.map((code) => paint.yellow(forTerminalLine(code))),
    damage === null ? "" : paint.red(`damaged: ${damage}`),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** How long something took, in a few characters. */
export function msText(ms: number): string {
  if (ms < 9.95) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 9995) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/** A number with its thousands apart. */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ",");
}
