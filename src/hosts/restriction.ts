import { restrictionOf, type Outcome } from "../decide/index.js";
import {
  anyRestrictiveWords as words,
  isStricter,
  type Level,
  type RestrictiveLevel,
} from "../dialects/index.js";
import { nearest } from "../problem/index.js";
import { isRecord, parseJson } from "./json.js";

/** Something in an answer that restricts in one host or another, or nearly does, whoever reads it. */
export interface Restriction {
  readonly level: RestrictiveLevel;
  readonly path: string;
  readonly found: string;
}

/** Words that permit, though they are near one that restricts. */
const permitting: ReadonlySet<string> = new Set(["unblock", "unblocked", "undeny", "undenied"]);

/** Where hosts look for a decision. */
const decisionFields: readonly string[] = [
  "decision",
  "permission",
  "permissionDecision",
  "behavior",
  "action",
  "verdict",
  "outcome",
];

/** Fields that restrict where they hold false. */
const permissions: ReadonlyMap<string, RestrictiveLevel> = new Map([
  ["continue", "halt"],
  ["shouldcontinue", "halt"],
  ["proceed", "halt"],
  ["permission", "deny"],
  ["allow", "deny"],
  ["allowed", "deny"],
  ["approve", "deny"],
  ["approved", "deny"],
]);

const yes: ReadonlySet<unknown> = new Set([true, 1, "true", "yes"]);
const no: ReadonlySet<unknown> = new Set([false, 0, "false", "no"]);

/** `hookSpecificOutput.decision.behavior` is the deepest that anybody reads. */
const DEEPEST = 3;

/** What a JSON answer wants to stop, in the words of any host. */
export function restrictionsIn(answer: unknown, prefix = "", depth = 1): readonly Restriction[] {
  if (Array.isArray(answer) && depth === 1)
    return answer.flatMap((item, index) => restrictionsIn(item, `${index}.`, depth + 1));
  if (!isRecord(answer) || depth > DEEPEST) return [];
  return Object.entries(answer).flatMap(([key, value]): readonly Restriction[] => {
    const path = `${prefix}${key}`;
    const level = levelOf(key, value);
    if (level !== null) return [{ level, path, found: show(value) }];
    const opens = key === "hookSpecificOutput" || isDecision(key);
    return opens ? restrictionsIn(value, `${path}.`, depth + 1) : [];
  });
}

/** Null where a field does not restrict. Its name or its word may be misspelled, not both. */
function levelOf(key: string, value: unknown): RestrictiveLevel | null {
  const name = plain(key);
  const given = lowered(value);
  if (yes.has(given)) return words.get(name) ?? null;
  if (no.has(given)) return permissions.get(name) ?? null;
  const said = (Array.isArray(value) ? value : [value]).map(lowered);
  const word = said.find((one): one is string => typeof one === "string" && words.has(one));
  if (word !== undefined)
    return isDecision(key) || nearest(name, decisionNames) !== undefined
      ? (words.get(word) ?? null)
      : null;
  if (!isDecision(key) || typeof given !== "string" || permitting.has(given)) return null;
  return words.get(nearest(given, [...words.keys()]) ?? "") ?? null;
}

const decisionNames: readonly string[] = decisionFields.map(plain);

function isDecision(key: string): boolean {
  return decisionNames.includes(plain(key));
}

/** Hosts write names in camelCase and in snake_case. */
function plain(key: string): string {
  return key.toLowerCase().replaceAll(/[_-]/g, "");
}

/** Fields that are looked for in text: others are too common there. */
const spelledNames =
  "decision|permission|permissionDecision|behavior|action|continue|cancel|halt|interrupt";
const spelling = new RegExp(
  `(?:["'](${spelledNames})["']|[{,]\\s*(${spelledNames}))\\s*:\\s*["']?\\s*([a-z_]+)\\s*["']?`,
  "gi",
);

/** What looks like a field that restricts. A shell may have taken the quotes away. */
export function restrictionsSpelled(text: string, path: string): readonly Restriction[] {
  const unescaped = text
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    )
    .replaceAll('\\"', '"');
  return Array.from(unescaped.matchAll(spelling)).flatMap(([found, quoted, bare, word]) => {
    const level = levelOf(quoted ?? bare ?? "", word);
    return level === null ? [] : [{ level, path, found }];
  });
}

/** What a stream wants that the host did not look at. */
export function restrictionsUnread(text: string, path: string): readonly Restriction[] {
  const value = parseJson(text.trim());
  // JSON in a JSON string, which some hosts read.
  if (typeof value === "string") return restrictionsUnread(value, path);
  const stated = restrictionsIn(value);
  return [
    ...stated.map((one) => ({ ...one, path, found: `${one.path}: ${one.found}` })),
    ...hiddenIn(text, value, path),
  ];
}

/** What an answer wants that the host has read as this value. */
export function restrictionsRead(
  value: unknown,
  text: string,
  path: string,
): readonly Restriction[] {
  const stated = restrictionsIn(value);
  return stated.length > 0
    ? [...stated, ...hiddenIn(text, parseJson(text.trim()), path)]
    : restrictionsUnread(text, path);
}

/** What is in text that is no JSON, and the first of two equal keys, which no parser keeps. */
function hiddenIn(text: string, value: unknown, path: string): readonly Restriction[] {
  const spelled = restrictionsSpelled(text, path);
  if (spelled.length === 0 || value === undefined) return spelled;
  try {
    return spelled.length > restrictionsSpelled(JSON.stringify(value), path).length ? spelled : [];
  } catch {
    // Nested too deeply to be written again.
    return spelled;
  }
}

/** Whether the operation fares better than the hook wanted. */
export function isLost({ level }: Restriction, outcome: Outcome): boolean {
  return isStricter(level, restrictionOf[outcome]);
}

/** What the author does not get, for the `lost` of a Problem. */
export const lostWords: Readonly<Record<Level, string>> = {
  halt: "the stop",
  deny: "the block",
  defer: "the deferral",
  ask: "the question to the user",
  allow: "the permission",
};

/** A value as it would be written, for the `found` of a Problem. It may come from a caller and be no JSON. */
export function show(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function lowered(value: unknown): unknown {
  return typeof value === "string" ? value.trim().toLowerCase() : value;
}
