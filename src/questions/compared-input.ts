import { diffArrays } from "diff";
import { isRecord } from "../json/index.js";
import { toJsonText } from "../show/index.js";

/** A line of a tool's input, and whether it is put there or taken away: by a hook that rewrote it, or by the edit itself. */
export interface InputLine {
  readonly mark: " " | "+" | "-";
  /** Safe to show. */
  readonly text: string;
}

/** Makes a text safe to show. */
type Shown = (text: string) => string;

/**
 * A tool's input as lines: a field in a line, and a text of several lines below its name, each behind a bar, so
 * that it cannot pass for another field.
 */
function inputLines(input: unknown, shownText: Shown): string[] {
  if (!isRecord(input)) return shownText(toJsonText(input)).split("\n");
  const fields = Object.entries(input);
  if (fields.length === 0) return ["{}"];
  return fields.flatMap(([name, value]) =>
    fieldLines(toJsonText(name).slice(1, -1), value, shownText),
  );
}

function fieldLines(name: string, value: unknown, shownText: Shown): string[] {
  if (typeof value === "string" && value.includes("\n"))
    return [`${name}:`, ...behindBar(value, shownText)];
  const [first = "", ...rest] = shownText(toJsonText(value)).split("\n");
  return [`${name}: ${first}`, ...rest];
}

function behindBar(text: string, shownText: Shown): string[] {
  return shownText(text)
    .split("\n")
    .map((line) => `│ ${line}`);
}

/** Longer inputs are not compared line by line: it could take longer than the user waits. */
const MOST_COMPARED = 4000;

/** An input as it is asked about. */
export interface ComparedInput {
  readonly lines: readonly InputLine[];
  /** A hook has changed it: the marks are about that, and not about the file that it edits. */
  readonly isRewritten: boolean;
}

/** The input as it would run: next to what the model wrote where a hook has changed it, an edit as a difference. */
export function comparedInput(original: unknown, input: unknown, shown: Shown): ComparedInput {
  const now = inputLines(input, shown);
  if (toJsonText(original) !== toJsonText(input))
    return { lines: compared(inputLines(original, shown), now), isRewritten: true };
  return { lines: editLines(input, shown) ?? now.map(marked(" ")), isRewritten: false };
}

/** What an edit takes out of a file and puts in; null where it is none. */
function editLines(input: unknown, shown: Shown): InputLine[] | null {
  if (!isRecord(input)) return null;
  const { old_string: before, new_string: after, ...rest } = input;
  if (typeof before !== "string" || typeof after !== "string") return null;
  return [
    ...inputLines(rest, shown).map(marked(" ")),
    ...compared(behindBar(before, shown), behindBar(after, shown)),
  ];
}

function compared(before: readonly string[], after: readonly string[]): InputLine[] {
  if (before.length + after.length > MOST_COMPARED)
    return [...before.map(marked("-")), ...after.map(marked("+"))];
  return diffArrays([...before], [...after]).flatMap(({ added, removed, value }) =>
    value.map(marked(added ? "+" : removed ? "-" : " ")),
  );
}

function marked(mark: InputLine["mark"]): (text: string) => InputLine {
  return (text) => ({ mark, text });
}
