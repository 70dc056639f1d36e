import { expect, test } from "vitest";
import { lookOf } from "./look.js";
import { fieldLines } from "./prompt-text.js";

/** Rows of 17 characters behind the sign. */
const look = lookOf({ columns: 20, rows: 24 }, true);

/** A field as it is drawn in at most so many rows; the bar in the text is the cursor. */
function drawn(text: string, most = 3): readonly string[] {
  const cursor = text.indexOf("|");
  return fieldLines({ text: text.replace("|", ""), cursor }, "> ", most, look);
}

const x17 = "x".repeat(17);
const digits = Array.from({ length: 1000 }, (_, index) => index % 10).join("");

test.each<[what: string, text: string, rows: readonly string[]]>([
  ["nothing", "|", ["> ▏"]],
  ["a text with the cursor at its end", "abc|", ["> abc▏"]],
  ["at its beginning", "|abc", ["> ▏abc"]],
  ["in it", "a|bc", ["> a▏bc"]],
  ["several lines", "a\n|b\nc", ["> a", "  ▏b", "  c"]],
  ["at the end of a line", "a|\nb", ["> a▏", "  b"]],
  ["at the beginning, before a line end", "|\nb", ["> ▏", "  b"]],
  ["behind a line end", "a\n|", ["> a", "  ▏"]],
  ["as much as a row takes", `|${x17}`, [`> ▏${x17}`]],
  ["more than a row takes", `|${x17}y`, [`> ▏${x17}`, "  y"]],
  ["a full row with the cursor behind it", `${x17}|`, [`> ${x17}`, "  ▏"]],
  ["wide characters", "漢字漢字漢字漢字漢|", ["> 漢字漢字漢字漢字", "  漢▏"]],
  ["what is made of several, by its first", "a|👨‍👩‍👧b", ["> a▏👨b"]],
  ["what acts, spelled out", "\u202e|", ["> \\u202e▏"]],
  ["the first of many lines", "|0\n1\n2\n3\n4", ["> ▏0", "  1", "  2", "… 5 lines in all"]],
  ["those around the cursor", "0\n1\n|2\n3\n4", ["  1", "  ▏2", "  3", "… 5 lines in all"]],
  [
    "those around the one before the last",
    "0\n1\n2\n|3\n4",
    ["  2", "  ▏3", "  4", "… 5 lines in all"],
  ],
  ["the last of many lines", "0\n1\n2\n3\n|4", ["  2", "  3", "  ▏4", "… 5 lines in all"]],
  [
    "the last lines, the first of them long",
    `0\n1\n${x17.repeat(9)}\n3\n|4`,
    [`  ${x17}`, "  3", "  ▏4", "… 5 lines in all"],
  ],
  [
    "of lines before the cursor only so much as may be seen",
    `${"x".repeat(200)}\n|a\nb`,
    [`  ${x17}`, "  ▏a", "  b", "… 3 lines in all"],
  ],
  [
    "the rows of a long line around the cursor",
    `${digits.slice(0, 34)}|${digits.slice(34, 85)}`,
    [
      `  ${digits.slice(17, 34)}`,
      `  ▏${digits.slice(34, 51)}`,
      `  ${digits.slice(51, 68)}`,
      "… 1 line in all",
    ],
  ],
  [
    "a long line from not far before the cursor on",
    `${digits.slice(0, 500)}|${digits.slice(500)}`,
    [
      `  ${digits.slice(483, 500)}`,
      `  ▏${digits.slice(500, 517)}`,
      `  ${digits.slice(517, 534)}`,
      "… 1 line in all",
    ],
  ],
  [
    "the end of a long line",
    `${digits}|`,
    [`  ${digits.slice(966, 983)}`, `  ${digits.slice(983)}`, "  ▏", "… 1 line in all"],
  ],
])("of a field is drawn: %s", (_what, text, rows) => {
  expect(drawn(text)).toEqual(rows);
});

test("a field of one row shows the row of the cursor", () => {
  expect(drawn("0\n1\n|2\n3", 1)).toEqual(["  ▏2", "… 4 lines in all"]);
  expect(drawn("|0", 1)).toEqual(["> ▏0"]);
});

test("on a screen with colours the cursor is a character in inverse, and nothing is left out", () => {
  const coloured = lookOf({ columns: 20, rows: 24 }, false);
  const cyan = "\u001b[36m> \u001b[39m";
  const at = (cursor: number): readonly string[] =>
    fieldLines({ text: "a b", cursor }, "> ", 3, coloured);
  expect([at(1), at(3)]).toEqual([
    [`${cyan}a\u001b[7m \u001b[27mb`],
    [`${cyan}a b\u001b[7m \u001b[27m`],
  ]);
  expect(fieldLines({ text: "a\nb", cursor: 0 }, "> ", 1, coloured)[1]).toBe(
    "\u001b[2m… 2 lines in all\u001b[22m",
  );
});
