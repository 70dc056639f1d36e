import { interpret, matches, type Reading, type Text } from "../interpret/index.js";
import {
  isMatcherCase,
  type AnyCase,
  type ConformanceCase,
  type Expectation,
  type MatcherCase,
} from "./case.js";
import { sameValue } from "./same-value.js";

/** One key in which a host does not do what the case expects. */
export interface CaseDifference {
  readonly key: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Runs a case. An empty list: it holds. A case that cannot be run differs in the key `error`. */
export function checkCase(example: AnyCase): readonly CaseDifference[] {
  try {
    return isMatcherCase(example) ? checkMatch(example) : checkReading(example);
  } catch (error) {
    const actual = error instanceof Error ? error.message : String(error);
    return [{ key: "error", expected: "a case that can be run", actual }];
  }
}

/** Compares what a host did with what is expected of it, key by key. A key that it does not report is not compared. */
export function differences(
  expected: Expectation,
  reported: (key: keyof Expectation) => unknown,
): readonly CaseDifference[] {
  return (Object.keys(expected) as (keyof Expectation)[]).flatMap((key) => {
    const actual = reported(key);
    if (actual === undefined || holds(key, expected[key], actual)) return [];
    return [{ key, expected: expected[key], actual }];
  });
}

/** In the version that the case is about: one that is not known is an error, not another one. */
function dialectOf({ dialect, version }: { dialect: string; version?: string }): string {
  return version === undefined || dialect.includes("@") ? dialect : `${dialect}@${version}`;
}

function checkMatch(example: MatcherCase): readonly CaseDifference[] {
  const { matches: expected } = example.expected;
  const { matches: actual, why } = matches({ ...example, dialect: dialectOf(example) });
  return expected === actual ? [] : [{ key: "matches", expected, actual: `${actual}: ${why}` }];
}

function checkReading(example: ConformanceCase): readonly CaseDifference[] {
  const reading = interpret({ ...example, dialect: dialectOf(example) });
  // A key that a reading does not have differs: nothing is passed over here.
  return differences(example.expect, (key) => actualOf(reading, key) ?? null);
}

function actualOf(reading: Reading, key: keyof Expectation): unknown {
  return key === "toModel" || key === "toUser"
    ? reading[key].map((text: Text) => text.text)
    : reading[key];
}

function holds(key: string, expected: unknown, actual: unknown): boolean {
  if (key !== "toModel" && key !== "toUser") return sameValue(expected, actual);
  const wanted = expected as readonly string[];
  const texts = actual as readonly string[];
  return (
    wanted.length === texts.length && wanted.every((text, index) => texts[index]?.includes(text))
  );
}
