import { expect, test } from "vitest";
import { markedParts } from "./marked-text.js";

type Mark = Parameters<typeof markedParts>[1][number];

function mark(from: number, to: number, severity: Mark["severity"] = "error"): Mark {
  return { severity, place: { from, to } };
}

test.each<[string, string, readonly Mark[], readonly (readonly [string, string | null])[]]>([
  ["nothing is marked", "abcdef", [], [["abcdef", null]]],
  ["an empty text has no parts", "", [mark(0, 0)], []],
  [
    "a part in the middle",
    "abcdef",
    [mark(1, 3)],
    [
      ["a", null],
      ["bc", "error"],
      ["def", null],
    ],
  ],
  [
    "a mark around another as bad is not shown",
    "abcdef",
    [mark(0, 6), mark(2, 4)],
    [
      ["ab", null],
      ["cd", "error"],
      ["ef", null],
    ],
  ],
  [
    "a mark around one that is less bad is shown around it",
    "abcdef",
    [mark(0, 6), mark(2, 4, "info")],
    [
      ["ab", "error"],
      ["cd", "info"],
      ["ef", "error"],
    ],
  ],
  [
    "of two at one place the worse shows",
    "abc",
    [mark(0, 3), mark(0, 3, "warning")],
    [["abc", "error"]],
  ],
  [
    "a place that is beyond the text is cut",
    "abc",
    [mark(1, 90)],
    [
      ["a", null],
      ["bc", "error"],
    ],
  ],
])("%s", (_what, text, marks, expected) => {
  expect(markedParts(text, marks).map(({ text: part, severity }) => [part, severity])).toEqual(
    expected,
  );
});
