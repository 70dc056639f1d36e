import { isRecord } from "../json/index.js";
import type { Payload } from "../payload/index.js";
import type { AnyMatchRequest, WireRun } from "../interpret/index.js";

/** What a case asserts; a key that is absent is not asserted. */
export interface Expectation {
  readonly outcome?: string;
  readonly permission?: string;
  readonly input?: unknown;
  readonly prompt?: string | null;
  readonly toModel?: readonly string[];
  readonly toUser?: readonly string[];
  readonly failed?: boolean;
  readonly diagnosed?: boolean;
  readonly action?: string;
  readonly operations?: readonly string[];
}

/** A fact: what hooks did, and what the host then did. */
export interface ConformanceCase {
  readonly id: string;
  readonly dialect: string;
  readonly version?: string;
  readonly event: string;
  readonly payload?: Payload;
  readonly runs: readonly WireRun[];
  readonly finish?: readonly number[];
  readonly expect: Expectation;
  readonly basis?: string;
  readonly source?: string;
}

/** A fact about matchers: whether a hook matches an event. */
export interface MatcherCase extends AnyMatchRequest {
  readonly id: string;
  readonly version?: string;
  readonly expected: { readonly matches: boolean };
  readonly basis?: string;
  readonly source?: string;
}

/** A case of either kind. */
export type AnyCase = ConformanceCase | MatcherCase;

export function isMatcherCase(example: AnyCase): example is MatcherCase {
  return "expected" in example;
}

/** Takes parsed JSON as a list of cases, or says what is wrong with it. */
export function readCases(json: unknown): readonly AnyCase[] | { readonly error: string } {
  if (!Array.isArray(json)) return { error: "it is not an array of cases" };
  for (const [index, entry] of json.entries()) {
    const fault = faultOf(entry);
    if (fault !== null) return { error: `case ${index}${nameOf(entry)} ${fault}` };
  }
  return json as AnyCase[];
}

function faultOf(entry: unknown): string | null {
  if (!isRecord(entry)) return "is not an object";
  for (const key of ["id", "dialect", "event"]) {
    if (typeof entry[key] !== "string") return `has no ${key}`;
  }
  const { expected } = entry;
  if (isRecord(expected))
    return typeof expected["matches"] === "boolean" ? null : "expects no matches";
  if (!Array.isArray(entry["runs"])) return "has no runs";
  return isRecord(entry["expect"]) ? null : "has no expect";
}

function nameOf(entry: unknown): string {
  return isRecord(entry) && typeof entry["id"] === "string" ? ` (${entry["id"]})` : "";
}
