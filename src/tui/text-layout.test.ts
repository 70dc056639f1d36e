import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  graphemes,
  shownGrapheme,
  shownLine,
  shownOwnText,
  shownText,
  widthOf,
} from "./shown-text.js";
import { cutLine, foldText, lineOf, windowOf, wrapLine } from "./text-layout.js";

test.each([
  ["short", 10, ["short"]],
  ["", 10, [""]],
  ["words that are wrapped", 10, ["words that", "are", "wrapped"]],
  ["unbreakable", 4, ["unbr", "eaka", "ble"]],
  ["漢字漢字漢", 4, ["漢字", "漢字", "漢"]],
  ["a漢字", 4, ["a漢", "字"]],
  ["😀😀😀", 4, ["😀😀", "😀"]],
  ["e\u0301e\u0301e\u0301", 2, ["e\u0301e\u0301", "e\u0301"]],
  ["exactly ten", 11, ["exactly ten"]],
  ["words  that   are spaced", 10, ["words", "that   are", "spaced"]],
  ["a cdefghij", 6, ["a cdef", "ghij"]],
  ["ab cdefghij", 6, ["ab", "cdefgh", "ij"]],
  ["abc defghij", 6, ["abc", "defghi", "j"]],
  ["abcdef  g", 6, ["abcdef", " g"]],
  ["abcdef ", 6, ["abcdef"]],
  ["漢字", 1, ["漢", "字"]],
])("%j in %i cells", (text, width, rows) => {
  expect(wrapLine(text, width)).toEqual(rows);
});

test.each([
  ["fits", 4, "fits"],
  ["too long", 4, "too…"],
  ["漢字漢字", 4, "漢…"],
  ["anything", 0, ""],
  ["anything", 1, "…"],
  ["e\u0301".repeat(3), 3, "e\u0301".repeat(3)],
  ["e\u0301".repeat(4), 3, `${"e\u0301".repeat(2)}…`],
])("%j is cut to %i cells", (text, width, cut) => {
  expect(cutLine(text, width)).toBe(cut);
});

describe("a long text is folded, with a count", () => {
  test.each<[string, string, number, number, readonly string[]]>([
    ["what fits is whole", "a\nb\nc", 10, 3, ["a", "b", "c"]],
    ["the line end at the end is no line", "a\nb\n\n", 10, 2, ["a", "b"]],
    ["lines are counted", "a\nb\nc\nd", 20, 3, ["a", "b", "… 2 more lines"]],
    ["a long line is counted by characters", "x".repeat(25), 40, 1, ["x".repeat(25)]],
    ["in characters", "x".repeat(100), 30, 2, ["x".repeat(30), "… 70 more characters"]],
    ["in one row", "a\nb", 20, 1, ["… 2 more lines"]],
    ["one more line", "a\nb\nc", 20, 2, ["a", "… 2 more lines"]],
    [
      "a line that is wrapped, and one more",
      `${"x".repeat(30)}\nb`,
      20,
      2,
      ["x".repeat(20), "… 10 more characters, 1 more line".slice(0, 19) + "…"],
    ],
    ["no line at all", "", 20, 3, [""]],
    ["lines of nothing in between", "a\n\nb", 20, 3, ["a", "", "b"]],
    [
      "both",
      `${"x".repeat(100)}\nb\nc`,
      40,
      2,
      ["x".repeat(40), "… 60 more characters, 2 more lines"],
    ],
    ["what acts is spelled out", "\u001b[2J\u202e\t|", 40, 1, ["\\x1b[2J\\u202e    |"]],
  ])("%s", (_name, text, width, most, rows) => {
    expect(foldText(text, width, most)).toEqual(rows);
  });

  test("a line of ten megabytes is not worked on as a whole", () => {
    const rows = foldText("x".repeat(10_000_000), 40, 3);
    expect(rows).toEqual(["x".repeat(40), "x".repeat(40), "… 9,999,920 more characters"]);
  });
});

test("no text of anybody leaves its rows or acts on the terminal", () => {
  const hostile = fc.string({ unit: "binary", maxLength: 300 });
  fc.assert(
    fc.property(
      hostile,
      fc.integer({ min: 16, max: 60 }),
      fc.integer({ min: 1, max: 9 }),
      (text, width, most) => {
        const rows = foldText(text, width, most);
        expect(rows.length).toBeLessThanOrEqual(most);
        for (const row of rows) {
          expect(widthOf(row)).toBeLessThanOrEqual(width);
          expect(row).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        }
      },
    ),
  );
});

test.each([
  ["zalgo", `a${"\u0301".repeat(50)}b`, `a${"\u0301".repeat(4)}…b`],
  ["tabs", "a\tb", "a    b"],
  ["escapes", "\u001b]0;x\u0007", "\\x1b]0;x\\x07"],
])("%s are tamed", (_name, text, shown) => {
  expect(shownText(text)).toBe(shown);
});

test.each([
  ["👨‍👩‍👧", "👨"],
  ["❤\ufe0f", "❤"],
  ["😀", "😀"],
  ["\u200b", "\\u200b"],
  ["a\u202e", "a\\u202e"],
  ["👍🏽", "👍🏽"],
  ["a\ufe0f", "a\\ufe0f"],
])("the user's own %j is shown as %j", (own, shown) => {
  expect(Array.from(graphemes(own), shownGrapheme).join("")).toBe(shown);
  expect(shownOwnText(own)).toBe(shown);
});

test("a name stays on one line", () => {
  expect(shownLine("a\nb\u001b")).toBe("a\\nb\\x1b");
});

test.each([
  ["whole at the limit", "x".repeat(2000), "x".repeat(2000)],
  ["by its head", `${"x".repeat(2000)}y`, `${"x".repeat(2000)}…`],
  ["without half of a character", `${"x".repeat(1999)}😀`, `${"x".repeat(1999)}…`],
  ["with whole ones before", `😀${"x".repeat(1999)}`, `😀${"x".repeat(1998)}…`],
])("a long name is shown %s", (_name, text, shown) => {
  expect(shownLine(text)).toBe(shown);
});

test("parts of a line share its width", () => {
  const loud = (text: string): string => `<${text}>`;
  expect(lineOf([["abc", loud], ["def"], ["ghi", loud]], 7)).toBe("<abc>def<…>");
  expect(lineOf([["abc"], ["def"]], 3)).toBe("abc");
  expect(
    lineOf(
      [
        ["abc", loud],
        ["", loud],
        ["def", loud],
      ],
      3,
    ),
  ).toBe("<abc>");
  expect(lineOf([["", loud], ["漢", loud], ["def"]], 5)).toBe("<漢>def");
  expect(lineOf([["abc"]], 0)).toBe("");
});

test.each<[number, number, readonly string[], number]>([
  [0, 5, ["a", "b", "c", "d"], 0],
  [0, 3, ["a", "b", "↕ 0 above, 2 below (PgUp, PgDn)"], 0],
  [1, 3, ["b", "c", "↕ 1 above, 1 below (PgUp, PgDn)"], 1],
  [99, 3, ["c", "d", "↕ 2 above, 0 below (PgUp, PgDn)"], 2],
  [3, 4, ["a", "b", "c", "d"], 0],
  [0, 2, ["a", "↕ 0 above, 3 below (PgUp, PgDn)"], 0],
  [1, 1, ["↕ 1 above, 3 below (PgUp, PgDn)"], 1],
  [0, 0, [], 0],
  [0, -1, [], 0],
])("from row %i, with room for %i", (first, room, rows, from) => {
  expect(windowOf(["a", "b", "c", "d"], first, room, (text) => text)).toEqual({
    rows,
    first: from,
  });
});
