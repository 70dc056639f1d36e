import type { Level } from "../../dialects/index.js";
import { isRecord } from "../json.js";
import { parseBounded } from "./output.js";

/** Something that restricts, wherever it stands and whether or not Codex reads it there. */
export interface Intent {
  readonly level: Level;
  readonly path: string;
  readonly found: string;
}

/** Where hosts look for a decision. */
const places = ["", "hookSpecificOutput", "decision", "hookSpecificOutput.decision"];

const decisionKeys = ["decision", "permissionDecision", "behavior", "permission"];

const words: ReadonlyMap<string, Level> = new Map([
  ["deny", "deny"],
  ["block", "deny"],
  ["ask", "ask"],
  ["defer", "defer"],
]);

const flags: readonly { readonly key: string; readonly is: boolean; readonly level: Level }[] = [
  { key: "continue", is: false, level: "halt" },
  { key: "interrupt", is: true, level: "halt" },
  { key: "halt", is: true, level: "halt" },
  { key: "cancel", is: true, level: "deny" },
];

/** What the printed text wants to stop: in its JSON, in JSON among other lines, in JSON that is broken. */
export function intentsIn(text: string): readonly Intent[] {
  if (!text.includes('"')) return [];
  const objects = objectsIn(text);
  const inObjects = objects.flatMap(intentsOf);
  const shown = objects.map((value) => JSON.stringify(value)).join("\n");
  const hidden = wordsIn(text);
  return hidden.length > wordsIn(shown).length ? [...inObjects, ...hidden] : inObjects;
}

function intentsOf(value: Readonly<Record<string, unknown>>): readonly Intent[] {
  return places.flatMap((place) => {
    const holder = place
      .split(".")
      .filter((key) => key !== "")
      .reduce<unknown>((item, key) => (isRecord(item) ? item[key] : undefined), value);
    if (!isRecord(holder)) return [];
    const path = (key: string): string => (place === "" ? key : `${place}.${key}`);
    const decided = decisionKeys.flatMap((key) => {
      const word = holder[key];
      const level = typeof word === "string" ? words.get(word.trim().toLowerCase()) : undefined;
      return level === undefined ? [] : [{ level, path: path(key), found: String(word) }];
    });
    const flagged = flags
      .filter(({ key, is }) => holder[key] === is)
      .map(({ key, is, level }) => ({ level, path: path(key), found: String(is) }));
    return [...flagged, ...decided];
  });
}

/** Log lines come in any number; JSON among them is near the beginning or the end. */
const MOST_LINES = 200;

/** The whole text, what is between its outermost braces, or the lines that are objects. */
function objectsIn(text: string): readonly Readonly<Record<string, unknown>>[] {
  const inner = text.slice(text.indexOf("{"), text.lastIndexOf("}") + 1);
  for (const candidate of [text, inner]) {
    const value = parseBounded(candidate);
    if (isRecord(value)) return [value];
  }
  const lines = text.split("\n").filter((line) => line.trimStart().startsWith("{"));
  return [...lines.slice(0, MOST_LINES), ...lines.slice(MOST_LINES).slice(-MOST_LINES)]
    .map(parseBounded)
    .filter(isRecord);
}

const restricting =
  /"(?:decision|permissionDecision|behavior|permission)"\s*:\s*"(deny|block|ask|defer)"|"continue"\s*:\s*false\b/gi;

/** What restricts in the raw text: it finds what is cut off, and the key that a second one of its name hides. */
function wordsIn(text: string): readonly Intent[] {
  return Array.from(text.matchAll(restricting), ([found, word]) => ({
    level: word === undefined ? "halt" : (words.get(word.toLowerCase()) ?? "deny"),
    path: "stdout",
    found,
  }));
}
