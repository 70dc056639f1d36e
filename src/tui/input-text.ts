import { diffArrays } from "diff";
import { isRecord } from "../json/index.js";
import { toJsonText } from "../show/index.js";
import { shownText } from "./shown-text.js";

/** A line of a tool's input, and whether a hook has put it there or taken it away. */
export interface InputLine {
  readonly mark: " " | "+" | "-";
  /** Safe to show. */
  readonly text: string;
}

/**
 * A tool's input as lines: a field in a line, and a text of several lines below its name, each behind a bar, so
 * that it cannot pass for another field.
 */
function inputLines(input: unknown): string[] {
  if (!isRecord(input)) return shownText(toJsonText(input)).split("\n");
  const fields = Object.entries(input);
  if (fields.length === 0) return ["{}"];
  return fields.flatMap(([name, value]) => fieldLines(toJsonText(name).slice(1, -1), value));
}

function fieldLines(name: string, value: unknown): string[] {
  if (typeof value === "string" && value.includes("\n"))
    return [
      `${name}:`,
      ...shownText(value)
        .split("\n")
        .map((line) => `│ ${line}`),
    ];
  const [first = "", ...rest] = shownText(toJsonText(value)).split("\n");
  return [`${name}: ${first}`, ...rest];
}

/** Longer inputs are not compared line by line: it could take longer than the user waits. */
const MOST_COMPARED = 4000;

/** The input as it would run, next to what the model wrote where a hook has changed it. */
export function comparedLines(original: unknown, input: unknown): InputLine[] {
  const [before, after] = [inputLines(original), inputLines(input)];
  const plain = (mark: InputLine["mark"]) => (text: string) => ({ mark, text });
  if (toJsonText(original) === toJsonText(input)) return after.map(plain(" "));
  if (before.length + after.length > MOST_COMPARED)
    return [...before.map(plain("-")), ...after.map(plain("+"))];
  return diffArrays(before, after).flatMap(({ added, removed, value }) =>
    value.map(plain(added ? "+" : removed ? "-" : " ")),
  );
}

/** The one field that says most, or all of them, on one line; not yet made safe or cut. */
export function shortInput(input: unknown): string {
  if (typeof input !== "object" || input === null) return toJsonText(input, 0);
  for (const key of ["command", "file_path", "pattern", "prompt", "path"]) {
    const value = Object.hasOwn(input, key) ? (input as Record<string, unknown>)[key] : undefined;
    if (typeof value === "string") return value;
  }
  return toJsonText(input, 0);
}
