import type { Outcome } from "../decide/index.js";
import { isStricter, type Level } from "../dialects/index.js";
import { isRecord, parseJson } from "./json.js";

/** Something in an answer that restricts in one host or another, whoever reads it. */
export interface Want {
  readonly level: Level;
  readonly path: string;
  readonly found: string;
}

/** Where hosts look for a decision. */
const decisions: readonly (readonly string[])[] = [
  ["decision"],
  ["permission"],
  ["permissionDecision"],
  ["behavior"],
  ["hookSpecificOutput", "decision"],
  ["hookSpecificOutput", "decision", "behavior"],
  ["hookSpecificOutput", "permission"],
  ["hookSpecificOutput", "permissionDecision"],
];

/** Words that restrict, in any host and in any letter case. */
const words: ReadonlyMap<unknown, Level> = new Map<unknown, Level>([
  ["deny", "deny"],
  ["block", "deny"],
  ["reject", "deny"],
  ["ask", "ask"],
  ["force_ask", "ask"],
  ["defer", "defer"],
  ["halt", "halt"],
]);

/** Fields that restrict by one value. */
const switches: readonly { path: string; level: Level; values: readonly unknown[] }[] = [
  { path: "continue", level: "halt", values: [false, "false"] },
  { path: "cancel", level: "deny", values: [true, "true"] },
  { path: "halt", level: "halt", values: [true, "true"] },
];

/** What a JSON answer wants to stop, in the words of any host. */
export function wantsIn(answer: unknown): readonly Want[] {
  const decided = decisions.flatMap((keys): Want[] => {
    const value = valueAt(answer, keys);
    const level = words.get(lowered(value));
    return level === undefined ? [] : [{ level, path: keys.join("."), found: show(value) }];
  });
  const switched = switches.flatMap(({ path, level, values }): Want[] => {
    const value = valueAt(answer, [path]);
    return values.includes(lowered(value)) ? [{ level, path, found: show(value) }] : [];
  });
  return [...decided, ...switched];
}

const spelled =
  /["'](?:decision|permission|permissionDecision|behavior)["']\s*:\s*["']\s*(deny|block|reject|ask|force_ask|defer|halt)\s*["']|["']continue["']\s*:\s*["']?\s*false|["']cancel["']\s*:\s*["']?\s*true/gi;

/**
 * The same for text that the host does not read as JSON, or of which a parser has kept only the last of two equal keys:
 * what looks like a field that restricts, at its place.
 */
function wantsSpelled(text: string, path: string): readonly Want[] {
  return Array.from(text.matchAll(spelled), ([found, word]): Want => {
    const plain = found.toLowerCase().includes("continue") ? "halt" : "deny";
    return { level: words.get(word?.toLowerCase()) ?? plain, path, found };
  });
}

/** What a stream wants that the host did not look at. */
export function wantsUnread(text: string, path: string): readonly Want[] {
  const stated = wantsIn(parseJson(text.trim()));
  return stated.length > 0
    ? stated.map((want) => ({ ...want, path, found: `${want.path}: ${want.found}` }))
    : wantsSpelled(text, path);
}

const strictness: Readonly<Record<Outcome, Level | null>> = {
  halt: "halt",
  block: "deny",
  defer: "defer",
  ask: "ask",
  proceed: null,
};

/** Whether the operation fares better than the hook wanted. */
export function isLost(want: Want, outcome: Outcome): boolean {
  return isStricter(want.level, strictness[outcome]);
}

/** What the author does not get, for the `lost` of a Problem. */
export const lostWords: Readonly<Record<Level, string>> = {
  halt: "the stop",
  deny: "the block",
  defer: "the deferral",
  ask: "the question to the user",
  allow: "the permission",
};

/** Own fields only, as far as there are objects on the way. */
function valueAt(value: unknown, keys: readonly string[]): unknown {
  let item = value;
  for (const key of keys) {
    if (!isRecord(item) || !Object.hasOwn(item, key)) return undefined;
    item = item[key];
  }
  return item;
}

/** A value as it would be written, for the `found` of a Problem. It may come from a caller and be no JSON. */
export function show(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "[…]" : "{…}";
  return typeof value === "string" ? JSON.stringify(value) : String(value);
}

function lowered(value: unknown): unknown {
  return typeof value === "string" ? value.trim().toLowerCase() : value;
}
