import { test as every } from "vitest";
import { isInThisRun } from "./slice.js";

type Rows = readonly unknown[];
type Given = readonly [name: string, ...more: readonly unknown[]];

interface Table {
  (rows: Rows): (...given: Given) => void;
}

interface Tests {
  (...given: Given): void;
  readonly each: Table;
  readonly for: Table;
  readonly skip: Tests;
}

/**
 * A `test` of which each run takes a third and skips the rest; CI takes all (tests/slice.ts). For independent tests, each of
 * which starts many processes. The name decides, so that a new test moves no other; rows of a table follow each other.
 */
export function oneInThree<Test extends object>(given: Test): Test {
  const test = given as unknown as Tests;
  const table =
    (kind: "each" | "for"): Table =>
    (rows) =>
    (name, ...more) => {
      const isTaken = (_row: unknown, index: number): boolean =>
        isInThisRun(numberOf(name) + index);
      test[kind](rows.filter(isTaken))(name, ...more);
      test.skip[kind](rows.filter((row, index) => !isTaken(row, index)))(name, ...more);
    };
  return new Proxy(given, {
    apply: (_test, _this, [name, ...more]: [string]): void =>
      (isInThisRun(numberOf(name)) ? test : test.skip)(name, ...more),
    get: (_test, key) =>
      key === "each" || key === "for" ? table(key) : (Reflect.get(given, key) as unknown),
  });
}

const numberOf = (name: string): number =>
  [...name].reduce((number, letter) => number + (letter.codePointAt(0) ?? 0), 0);

export const test: typeof every = oneInThree(every);
