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
  readonly concurrent: Tests;
  readonly skipIf: (condition: unknown) => Tests;
  readonly runIf: (condition: unknown) => Tests;
}

/**
 * A `test` of which each run takes a third and skips the rest; CI takes all (tests/slice.ts). For independent tests, each of
 * which starts many processes. The name decides, so that a new test moves no other; rows of a table follow each other.
 */
export function oneInThree<Test extends object>(test: Test): Test {
  return partOf(test, (name, index) => isInThisRun(numberOf(name) + index));
}

/** For the same tests at two or three places: each of them is at each place in another run. */
export function inTurn<Test extends object, Place>(
  test: Test,
  places: readonly Place[],
  place: Place,
): Test {
  const first = places.indexOf(place);
  return partOf(test, (name, index) => isInThisRun(first + numberOf(name) + index));
}

/** For a file whose tests share what takes long, as a server or a browser: one of the three runs takes all of them. */
export function inPart<Test extends object>(test: Test, part: 1 | 2 | 3): Test {
  return partOf(test, () => isInThisRun(part - 1));
}

function partOf<Test extends object>(
  given: Test,
  isTaken: (name: string, index: number) => boolean,
): Test {
  const test = given as unknown as Tests;
  const again = (other: Tests): Tests => partOf(other, isTaken);
  const table =
    (kind: "each" | "for"): Table =>
    (rows) =>
    (name, ...more) => {
      test[kind](rows.filter((_, index) => isTaken(name, index)))(name, ...more);
      test.skip[kind](rows.filter((_, index) => !isTaken(name, index)))(name, ...more);
    };
  const own: Readonly<Record<string, (key: never) => unknown>> = {
    each: table,
    for: table,
    concurrent: () => again(test.concurrent),
    skipIf: (key: "skipIf") => (condition: unknown) => again(test[key](condition)),
    runIf: (key: "runIf") => (condition: unknown) => again(test[key](condition)),
  };
  return new Proxy(given, {
    apply: (_test, _this, [name, ...more]: [string]): void =>
      (isTaken(name, 0) ? test : test.skip)(name, ...more),
    get: (_test, key) =>
      typeof key === "string" && Object.hasOwn(own, key)
        ? own[key]?.(key as never)
        : (Reflect.get(given, key) as unknown),
  });
}

const numberOf = (name: string): number =>
  [...name].reduce((number, letter) => number + (letter.codePointAt(0) ?? 0), 0);

export const test: typeof every = oneInThree(every);
