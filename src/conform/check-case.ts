import { interpret, matches, type Reading, type Text } from "../interpret/index.js";
import {
  isMatcherCase,
  type AnyCase,
  type ConformanceCase,
  type Expectation,
  type MatcherCase,
} from "./case.js";
import { sameValue } from "./same-value.js";

/** One key in which a Reading is not what the case expects. */
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
  return (Object.keys(example.expect) as (keyof Expectation)[]).flatMap((key) => {
    const expected = example.expect[key];
    const actual = actualOf(reading, key);
    return holds(key, expected, actual) ? [] : [{ key, expected, actual }];
  });
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
