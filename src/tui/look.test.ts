import { expect, test } from "vitest";
import { lookOf, wantsPlain } from "./look.js";
import { extraRows } from "./resize.js";

test.each([
  [{}, false],
  [{ NO_COLOR: "" }, false],
  [{ NO_COLOR: "1" }, true],
  [{ TERM: "dumb" }, true],
  [{ TERM: "xterm-256color" }, false],
])("in %j colours are unwanted: %s", (environment, isPlain) => {
  expect(wantsPlain(environment)).toBe(isPlain);
});

test.each([
  [{}, 80, 24],
  [{ columns: 0, rows: 0 }, 80, 24],
  [{ columns: 20, rows: 10 }, 20, 10],
  [{ columns: 3, rows: 2 }, 16, 2],
])("a screen of %j has %i columns and %i rows", (screen, columns, rows) => {
  expect(lookOf(screen, true)).toMatchObject({ columns, rows });
});

test.each([
  [["x".repeat(80), "x".repeat(40), ""], 80, 0],
  [["x".repeat(80), "x".repeat(40), ""], 40, 1],
  [["x".repeat(80), "\u001b[2mx\u001b[22m".repeat(41)], 40, 2],
  [["漢".repeat(20)], 30, 1],
  [["x".repeat(80)], 0, 0],
])("rows that a terminal breaks at %# take more room", (rows, columns, extra) => {
  expect(extraRows(rows, columns)).toBe(extra);
});
