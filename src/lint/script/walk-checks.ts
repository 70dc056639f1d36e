import { checkOf, type Check } from "./checks.js";
import type { Expression } from "./syntax.js";
import { joined, optionsOf, textOf, type Value } from "./values.js";

const MOST_LINES = 16;

/** The check that a command line runs, whichever of several it is: `"${command[@]}"` may be one of a few. */
export function checkIn(line: Expression, valueOf: (one: Expression) => Value): Check | null {
  const parts = line.e === "join" ? line.parts : [line];
  const values = parts.map(valueOf);
  // Nearly all are one line.
  if (values.every(({ v }) => v !== "list" && v !== "either")) return checkOf(lineOf(values));
  for (const one of inOrder(values, "")) {
    const check = checkOf(one);
    if (check !== null) return check;
  }
  return null;
}

function lineOf(values: readonly Value[]): string {
  let line = "";
  for (const value of values) line += textOf(value);
  return line;
}

/** Every text that the values may make, one behind the other. */
function inOrder(values: readonly Value[], blank: string): readonly string[] {
  let lines = [""];
  for (const [index, value] of values.entries()) {
    const before = index === 0 ? "" : blank;
    const words = optionsOf(value).flatMap(textsOf);
    lines = lines.flatMap((line) => words.map((word) => line + before + word)).slice(0, MOST_LINES);
  }
  return lines;
}

function textsOf(value: Value): readonly string[] {
  if (value.v === "list" && value.isWords === true) return inOrder(value.items, " ");
  return [textOf(joined([value]))];
}
