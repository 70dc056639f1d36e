import { existsSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { filesOfOtherRuns, isInThisRun, rowsOfThisRun, takes, whichShare } from "./turns.js";

const own = process.env["SNAPHOOK_TESTS"];
afterEach(() => {
  process.env["SNAPHOOK_TESTS"] = own;
});

/** What each of the three runs says. */
function threeRuns<Said>(say: () => Said): Said[] {
  return ["1", "2", "3"].map((run) => {
    process.env["SNAPHOOK_TESTS"] = run;
    return say();
  });
}

const numbers = Array.from({ length: 100 }, (_, number) => number);
const names = numbers.map((number) => `a row of a table, ${number}`);

test("three runs take every number once, and the everyday one the fewest", () => {
  const taken = threeRuns(() => numbers.filter(isInThisRun));
  expect(taken.flat().toSorted((one, other) => one - other)).toEqual(numbers);
  expect(taken.map(({ length }) => length)).toEqual([20, 40, 40]);
});

test("a test goes through some rows in each run, and through all of them in three", () => {
  const rows = ["a", "b", "c", "d", "e", "f", "g"];
  const taken = threeRuns(() => rowsOfThisRun(rows));
  expect(taken.flat().toSorted()).toEqual(rows);
  expect(threeRuns(() => rowsOfThisRun(["only"]))).toEqual([["only"], ["only"], ["only"]]);
});

test("tests of the command are taken once, by their names", () => {
  const file = "tests/e2e/run.test.ts";
  expect(existsSync(file)).toBe(true);
  const taken = threeRuns(() => names.filter((name) => takes(file, name)));
  expect(taken.flat().toSorted()).toEqual(names.toSorted());
  for (const share of taken) expect(share.length).toBeGreaterThan(9);
});

test("tests of how hooks run are taken by every run but the everyday one, which takes some", () => {
  const [first, ...others] = threeRuns(() =>
    names.filter((name) => takes("tests/flow/faults.test.ts", name)),
  );
  expect(others).toEqual([names, names]);
  expect(first?.length).toBeLessThan(40);
});

test.each([
  ["next to the code", "src/agent/permission-queue.test.ts"],
  ["that start few processes", "tests/turns.test.ts"],
  ["that say that they take no turns", "tests/flow/permissions.test.ts"],
  ["of a file that one run takes as a whole", "tests/e2e/verify.test.ts"],
])("tests %s are all taken", (_, file) => {
  expect(existsSync(file)).toBe(true);
  expect(threeRuns(() => names.filter((name) => takes(file, name)))).toEqual([names, names, names]);
});

test("each file that one run takes as a whole is left out by the two others", () => {
  const left = threeRuns(filesOfOtherRuns).flat();
  const files = [...new Set(left)];
  expect(files).toContain("tests/view/pages.test.ts");
  expect(left.length).toBe(2 * files.length);
});

test("all of them is all of them", () => {
  process.env["SNAPHOOK_TESTS"] = "all";
  expect([filesOfOtherRuns(), numbers.filter(isInThisRun)]).toEqual([[], numbers]);
  expect(names.filter((name) => takes("tests/e2e/run.test.ts", name))).toEqual(names);
});

test.each(["0", "4", "some", "constructor"])("a run called %s is refused", (run) => {
  process.env["SNAPHOOK_TESTS"] = run;
  expect(whichShare).toThrow(`SNAPHOOK_TESTS=${run}: it is 1, 2, 3 or "all"`);
});
