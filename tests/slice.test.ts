import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { inTurn, oneInThree } from "./one-in-three.js";
import { rowsOfThisRun } from "./slice.js";

const part = process.env["SNAPHOOK_TESTS"];
afterEach(() => {
  process.env["SNAPHOOK_TESTS"] = part;
});

/** What a file's tests come to in each of the three runs: "+" where it is run, "-" where it is skipped. */
function threeRuns(declare: (test: FakeTest) => void): string[][] {
  return ["1", "2", "3"].map((run) => {
    process.env["SNAPHOOK_TESTS"] = run;
    const seen: string[] = [];
    declare(fakeTest(seen, "+", fakeTest(seen, "-")));
    return seen;
  });
}

interface FakeTest {
  (name: string): void;
  each(rows: readonly unknown[]): (name: string) => void;
  for(rows: readonly unknown[]): (name: string) => void;
  skip?: FakeTest;
}

function fakeTest(seen: string[], sign: string, skip?: FakeTest): FakeTest {
  const table = (rows: readonly unknown[]) => (name: string) => {
    for (const row of rows) seen.push(`${sign}${name} ${String(row)}`);
  };
  const one = (name: string): void => void seen.push(`${sign}${name}`);
  return Object.assign(one, { each: table, for: table, ...(skip && { skip }) });
}

const taken = (runs: readonly string[][]): string[] =>
  runs
    .flat()
    .filter((line) => !line.startsWith("-"))
    .toSorted();

test("three runs take each test and each row once, and skip what they do not take", () => {
  const rows = [0, 1, 2, 3, 4, 5, 6];
  const runs = threeRuns((given) => {
    const some = oneInThree(given);
    for (const name of ["a", "b", "c", "d"]) some(name);
    some.each(rows)("each");
    some.for(rows)("for");
  });
  const all = ["+a", "+b", "+c", "+d", ...rows.flatMap((row) => [`+each ${row}`, `+for ${row}`])];
  expect(taken(runs)).toEqual(all.toSorted());
  expect(runs.map(({ length }) => length)).toEqual([18, 18, 18]);
  for (const run of runs) expect(run.filter((line) => line.startsWith("+")).length).toBeLessThan(8);
});

test("three runs take every row of a table, one of each kind at least, and every test at every place", () => {
  const rows = ["a1", "a2", "a3", "a4", "b1", "c1", "c2"];
  const kinds = threeRuns((given) =>
    given.each(rowsOfThisRun(rows, (row) => row.charAt(0)))("row"),
  );
  expect([...new Set(taken(kinds))]).toEqual(rows.map((row) => `+row ${row}`));
  const places = ["here", "there", "elsewhere"];
  const turns = threeRuns((given) => {
    for (const place of places) {
      const some = inTurn(given, places, place);
      for (const name of ["a", "b"]) some(`${name} ${place}`);
    }
  });
  expect(taken(turns)).toEqual(
    ["a", "b"].flatMap((name) => places.map((place) => `+${name} ${place}`)).toSorted(),
  );
});

test("no file takes a third of a third: nobody would take the rest", () => {
  const files = readdirSync("tests", { recursive: true, encoding: "utf8" })
    .filter(
      (file) => file.endsWith(".ts") && file !== "slice.test.ts" && file !== "one-in-three.ts",
    )
    .map((file) => join("tests", file));
  const twice = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    return text.includes('/one-in-three.js"') && text.includes('/slice.js"');
  });
  expect(twice).toEqual([]);
});
