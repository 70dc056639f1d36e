import type { Expectation } from "../conform/index.js";
import { isRecord } from "../json/index.js";
import { nearest } from "../problem/index.js";

/** What a host command says that happened, or why it cannot do this case. */
export type HostAnswer = Expectation | { readonly skip: string };

const isText = (value: unknown): boolean => typeof value === "string";
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isBoolean = (value: unknown): boolean => typeof value === "boolean";
const oneOf =
  (...words: readonly string[]) =>
  (value: unknown): boolean =>
    words.some((word) => word === value);

/** What each key of an answer may hold, and how that is said. */
const keys: Readonly<Record<string, readonly [is: (value: unknown) => boolean, what: string]>> = {
  outcome: [
    oneOf("proceed", "block", "ask", "defer", "halt"),
    "proceed, block, ask, defer or halt",
  ],
  permission: [oneOf("allow", "deny", "ask", "defer", "none"), "allow, deny, ask, defer or none"],
  input: [(value) => value === null || isRecord(value), "an object, or null"],
  prompt: [(value) => value === null || isText(value), "a string, or null"],
  toModel: [isTexts, "a list of strings"],
  toUser: [isTexts, "a list of strings"],
  failed: [isBoolean, "true or false"],
  diagnosed: [isBoolean, "true or false"],
  action: [isText, "a string"],
  operations: [isTexts, "a list of strings"],
};

/** Reads what a host command has printed. A text is what is wrong with it: nothing of such an answer counts. */
export function readHostAnswer(stdout: string): HostAnswer | string {
  if (stdout.trim() === "") return "it printed nothing";
  let answer: unknown;
  try {
    answer = JSON.parse(stdout);
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return `what it printed is not one JSON object: ${said}`;
  }
  if (!isRecord(answer)) return "what it printed is not a JSON object";
  const { skip } = answer;
  if (typeof skip === "string" && skip !== "" && Object.keys(answer).length === 1) return { skip };
  for (const [key, value] of Object.entries(answer)) {
    const rule = Object.hasOwn(keys, key) ? keys[key] : undefined;
    if (key === "skip") return "skip must be the only key, and say why";
    if (rule === undefined) {
      const meant = nearest(key, Object.keys(keys));
      return `there is no key ${JSON.stringify(key)}${meant === undefined ? "" : `; did you mean ${meant}?`}`;
    }
    if (!rule[0](value)) return `${key} must be ${rule[1]}`;
  }
  return "outcome" in answer ? answer : "there is no outcome";
}
