import { expect, test } from "vitest";
import { commandHelp, overview, welcome } from "./help.js";
import { commands } from "./command-spec.js";
import { fold, foldCommand } from "./fold.js";

test.each([
  ["a short line stays", "as it is", 40, "as it is"],
  ["a paragraph begins each row at the margin", "one two three", 8, "one two\nthree"],
  ["a row of a table keeps its column", "  --a  one two three", 15, "  --a  one two\n       three"],
  [
    "where a column leaves no room the text is below it",
    "  --aaaa  one two",
    11,
    "  --aaaa\n      one\n      two",
  ],
  ["a label is a column", "  fields: one, two", 15, "  fields:\n      one, two"],
  ["a comment stays one", "  # one two", 8, "  # one\n  # two"],
  ["a long word is not broken", "a verylongword b", 6, "a\nverylongword\nb"],
  ["colours take no room", "\u001b[1mone\u001b[22m two", 7, "\u001b[1mone\u001b[22m two"],
  ["without a width nothing is folded", "one two three", undefined, "one two three"],
])("%s", (_, text, columns, expected) => {
  expect(fold(text, columns)).toBe(expected);
});

test("a command is broken between its arguments, never inside quotes", () => {
  expect(foldCommand("snaphook run --input command='rm -rf build' --json", 30)).toBe(
    "  snaphook run --input \\\n    command='rm -rf build' \\\n    --json",
  );
});

/** Rows that are wider than the screen although they could be broken: those of more than one word. */
const tooWide = (text: string, columns: number): string[] =>
  text.split("\n").filter(
    (row) =>
      row.length > columns &&
      /\S .*\S/.test(
        row
          .replace(/ \\$/, "")
          .replace(/'[^']*'/g, "''")
          .trim(),
      ),
  );

test.each([40, 50, 60, 72, 80, 100])("all help fits a screen of %d columns", (columns) => {
  const texts = [
    overview("1.0.0", columns),
    ...[true, false].map((hasHooks) => welcome("1.0.0", { hasHooks, text: "" }, columns)),
    ...commands.map((one) => commandHelp(one, columns)),
  ];
  expect(texts.flatMap((text) => tooWide(text, columns))).toEqual([]);
});
