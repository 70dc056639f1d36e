import { parseTree, type Node } from "jsonc-parser";
import type { Edit } from "./edits.js";
import type { EntryValues } from "./finding.js";

/** A settings file as it is. Edits touch only the bytes concerned: comments and layout stay. */
export interface SettingsText {
  readonly file: string;
  readonly text: string;
  readonly form: "json" | "toml";
}

/** Where something is in settings. */
interface SettingsPlace {
  /** As problems have it: `hooks.PreToolUse[0].matcher`. */
  readonly path: string;
  readonly line: number | null;
}

type Value = EntryValues[string];

/** The edit that changes a value; null where it is not plainly there. */
export function valueEdit(
  settings: SettingsText,
  { path, line }: SettingsPlace,
  value: Value,
): Edit | null {
  const steps = stepsOf(path);
  if (settings.form === "toml") return tomlEdit(settings.text, line, String(steps.at(-1)), value);
  const node = nodeAt(rootOf(settings), steps);
  return node === null ? null : replaced(settings.text, node, value);
}

/** The edit that gives a key another name; null where that name is taken. */
export function keyEdit(settings: SettingsText, path: string, name: string): Edit | null {
  if (settings.form === "toml") return null;
  const steps = stepsOf(path);
  const owner = nodeAt(rootOf(settings), steps.slice(0, -1));
  const key = propertyOf(owner, String(steps.at(-1)))?.children?.[0];
  if (key === undefined || propertyOf(owner, name) !== null) return null;
  return replaced(settings.text, key, name);
}

/** The text that is at a path. */
export function textAt(settings: SettingsText, path: string): string | null {
  const value: unknown = nodeAt(rootOf(settings), stepsOf(path))?.value;
  return typeof value === "string" ? value : null;
}

/** The edits that give an entry these values. Undefined where the entry cannot be found or others share a value. */
export function entryEdits(
  settings: SettingsText,
  hook: { readonly id: string; readonly line: number | null; readonly command?: string },
  values: EntryValues,
): readonly Edit[] | undefined {
  const edits = Object.entries(values).map(([key, value]) =>
    settings.form === "toml"
      ? tomlEdit(settings.text, hook.line, key, value)
      : entryEdit(settings, hook, key, value),
  );
  return edits.every((edit) => edit !== null) ? edits : undefined;
}

function entryEdit(
  settings: SettingsText,
  { id, command }: { readonly id: string; readonly command?: string },
  key: string,
  value: Value,
): Edit | null {
  const [, event = "", place, inGroup] = /:([^:]*):(\d+)(?:\.(\d+))?$/.exec(id) ?? [];
  if (place === undefined) return null;
  const item = nodeAt(rootOf(settings), ["hooks", event, Number(place)]);
  const entry = inGroup === undefined ? item : nodeAt(item, ["hooks", Number(inGroup)]);
  if (entry?.type !== "object") return null;
  // Some hosts have a key for each shell.
  const written = key === "command" ? keyWith(entry, command) : key;
  if (written === null) return null;
  const owner = key === "matcher" ? item : entry;
  // Other hooks of the group have the same matcher.
  if (owner !== entry && (nodeAt(item, ["hooks"])?.children?.length ?? 0) > 1) return null;
  const there = propertyOf(owner, written)?.children?.[1];
  if (there !== undefined) return replaced(settings.text, there, value);
  return owner === null ? null : added(settings.text, owner, written, value);
}

function keyWith(entry: Node, command: string | undefined): string | null {
  const [property, ...more] = (entry.children ?? []).filter(
    ({ children }) => command !== undefined && children?.[1]?.value === command,
  );
  return more.length > 0 ? null : ((property?.children?.[0]?.value as string | undefined) ?? null);
}

/** Behind the last key, on a line of its own where that one has a line of its own. */
function added(text: string, owner: Node, key: string, value: Value): Edit | null {
  const last = owner.children?.at(-1);
  if (last === undefined) return null;
  const [indent] = /\r?\n[ \t]*$/.exec(text.slice(owner.offset, last.offset)) ?? [];
  const at = last.offset + last.length;
  const gap = indent === undefined ? " " : indent.replace("\r", "");
  return { start: at, end: at, text: `,${gap}${JSON.stringify(key)}: ${JSON.stringify(value)}` };
}

/** A text that was written with escapes of its own keeps those: only what differs is replaced. */
function replaced(text: string, { offset, length, value }: Node, by: Value): Edit {
  const whole = { start: offset, end: offset + length, text: JSON.stringify(by) };
  const raw = text.slice(offset, offset + length);
  if (typeof value !== "string" || typeof by !== "string" || raw === JSON.stringify(value))
    return whole;
  const most = Math.min(value.length, by.length);
  let before = 0;
  while (before < most && value[before] === by[before]) before++;
  let behind = 0;
  while (behind < most - before && value.at(-1 - behind) === by.at(-1 - behind)) behind++;
  const starts = Array.from(raw.matchAll(/\\u[\da-fA-F]{4}|\\?[^]/g), ({ index }) => index);
  // The first and the last are the quotes.
  const at = (place: number): number => offset + (starts[place + 1] ?? 0);
  const put = JSON.stringify(by.slice(before, by.length - behind)).slice(1, -1);
  return { start: at(before), end: at(value.length - behind), text: put };
}

const trees = new WeakMap<SettingsText, Node | null>();

function rootOf(settings: SettingsText): Node | null {
  const known = trees.get(settings);
  if (known !== undefined) return known;
  let tree: Node | null = null;
  try {
    tree = parseTree(settings.text, [], { allowTrailingComma: true }) ?? null;
  } catch {
    // Thousands of brackets exhaust the stack of a recursive parser.
  }
  trees.set(settings, tree);
  return tree;
}

function nodeAt(from: Node | null, steps: readonly (string | number)[]): Node | null {
  let node = from;
  for (const step of steps) {
    if (typeof step === "string") node = propertyOf(node, step)?.children?.[1] ?? null;
    else node = node?.type === "array" ? (node.children?.[step] ?? null) : null;
  }
  return node;
}

/** A key that appears twice is none: which of them counts is the host's business. */
function propertyOf(owner: Node | null, key: string): Node | null {
  if (owner?.type !== "object") return null;
  const [found, ...more] = (owner.children ?? []).filter(
    ({ children }) => children?.[0]?.value === key,
  );
  return found === undefined || more.length > 0 ? null : found;
}

/** `key = value` on a line of its own, in the table that begins at the line or on the line itself. */
function tomlEdit(text: string, from: number | null, key: string, value: Value): Edit | null {
  if (from === null || !/^[\w-]+$/.test(key)) return null;
  const pair = new RegExp(
    `^(\\s*${key}\\s*=\\s*)("(?:[^"\\\\]|\\\\.)*"|'[^']*'|\\d[\\d_]*|true|false)\\s*(?:#[^\\n]*)?$`,
  );
  const lines = text.split("\n");
  let start = lines.slice(0, from - 1).reduce((sum, line) => sum + line.length + 1, 0);
  for (const [index, line] of lines.slice(from - 1).entries()) {
    if (index > 0 && /^\s*\[/.test(line)) return null;
    const [, lead = "", was = ""] = pair.exec(line) ?? [];
    if (was !== "") {
      const at = start + lead.length;
      return { start: at, end: at + was.length, text: JSON.stringify(value) };
    }
    start += line.length + 1;
  }
  return null;
}

/** The steps of a path as problems have it. */
function stepsOf(path: string): (string | number)[] {
  const step = /\.?([\p{L}_$][\p{L}\p{N}_$-]*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/gu;
  return [...path.matchAll(step)].map(([, word, place, text]) =>
    place === undefined ? (word ?? (JSON.parse(text ?? '""') as string)) : Number(place),
  );
}
