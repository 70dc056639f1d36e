import { expect, test } from "vitest";
import { DEPTH, depthOf, MOST_DEPTH } from "./recursion.js";

test.each<[given: string | undefined, depth: number]>([
  [undefined, 0],
  ["", 0],
  ["0", 0],
  ["1", 1],
  ["3", 3],
  ["-1", 0],
  ["1.5", 0],
  ["deep", 0],
  ["Infinity", 0],
])("%j says that so many hooks are around: %d", (given, depth) => {
  expect(depthOf({ SNAPHOOK_DEPTH: given })).toBe(depth);
});

test("hooks of hooks of hooks start no hooks", () => {
  expect([DEPTH, MOST_DEPTH, depthOf({})]).toEqual(["SNAPHOOK_DEPTH", 3, 0]);
});
