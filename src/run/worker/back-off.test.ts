import { expect, test } from "vitest";
import { BackOff } from "./back-off.js";

test.each<[number, string | null]>([
  [2, null],
  [3, "it ended 3 times in a row; next try in 1 s"],
  [4, "it ended 4 times in a row; next try in 2 s"],
  [5, "it ended 5 times in a row; next try in 4 s"],
  [8, "it ended 8 times in a row; next try in 30 s"],
  [2000, "it ended 2000 times in a row; next try in 30 s"],
])("after %i quick ends: %s", (times, refusal) => {
  const backOff = new BackOff();
  for (let time = 0; time < times; time++) backOff.ended(10, 1000);
  expect(backOff.refusal(1000)).toBe(refusal);
  expect(backOff.refusal(31_000)).toBeNull();
});

test.each<[string, (backOff: BackOff) => void]>([
  ["a good answer", (backOff) => backOff.reset()],
  ["a process that lived long", (backOff) => backOff.ended(60_000, 1000)],
])("%s begins the count anew", (_, happens) => {
  const backOff = new BackOff();
  for (let time = 0; time < 4; time++) backOff.ended(10, 1000);
  happens(backOff);
  backOff.ended(10, 1000);
  backOff.ended(10, 1000);
  expect(backOff.refusal(1000)).toBeNull();
});

test.each([
  [5000, "it ended 3 times in a row; next try in 1 s"],
  [5001, null],
])("three processes that lived %i ms: %s", (lived, refusal) => {
  const backOff = new BackOff();
  for (let time = 0; time < 3; time++) backOff.ended(lived, 1000);
  expect(backOff.refusal(1000)).toBe(refusal);
});

test("the wait is over when its last millisecond is", () => {
  const backOff = new BackOff();
  for (let time = 0; time < 3; time++) backOff.ended(10, 1000);
  expect([1001, 1999, 2000].map((now) => backOff.refusal(now))).toEqual([
    "it ended 3 times in a row; next try in 1 s",
    "it ended 3 times in a row; next try in 1 s",
    null,
  ]);
});
