import { expect, test } from "vitest";
import { lineText, speaksOf } from "./line-text.js";

test("a line speaks of a name that it has, or that a pattern in it begins like", () => {
  const names = ["env", "cat .env", "cat .e*", "cat .e[n]v", "cat x/.en?", "cat e*", "cat .f*"];
  expect(names.filter((line) => speaksOf(lineText(line), ".env"))).toEqual([
    "cat .env",
    "cat .e*",
    "cat .e[n]v",
    "cat x/.en?",
  ]);
});

// Searched from each of its letters, a word of this length would take half an hour.
test("a word of millions of letters is looked through once", () => {
  expect(lineText(`echo ${"x".repeat(2_000_000)}`).beginnings).toEqual([]);
});
