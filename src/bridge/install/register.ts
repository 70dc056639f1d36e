import { parseTree, findNodeAtLocation, getNodeValue, type JSONPath } from "jsonc-parser";
import { isRecord } from "../../json/index.js";
import type { InstallPlace } from "../../hosts/index.js";
import { editJson } from "./edit-json.js";

/** A registration that cannot be made, and why. */
export class RegisterError extends Error {
  override readonly name = "RegisterError";
}

/** What is put into the list of an event. */
interface Registration {
  readonly event: string;
  readonly entry: unknown;
}

/** Whether a text of an entry is the command that was registered, now or by an earlier version. */
type IsOurs = (text: string) => boolean;

/**
 * A host's file with these entries: comments, layout and everybody else's entries stay. Where one is registered
 * already, it is made equal to the new one.
 */
export function register(
  before: string | null,
  registrations: readonly Registration[],
  isOurs: IsOurs,
  frame: InstallPlace["frame"],
): string {
  let text = before ?? `${JSON.stringify({ ...frame, hooks: {} }, null, 2)}\n`;
  checkShape(text);
  for (const { event, entry } of registrations) {
    const entries = listAt(text, ["hooks", event]);
    const place: JSONPath = ["hooks", event];
    const there = entries === null ? null : placeOfHook(entries, isOurs);
    if (there !== null) text = replaced(text, [...place, ...there], hookOf(entry, isOurs));
    else if (entries === null) text = editJson(text, place, [entry]);
    else text = editJson(text, [...place, entries.length], entry, true);
  }
  return text;
}

/** The same without the hook; lists that it leaves empty go with it. */
export function unregister(text: string, isOurs: IsOurs): string {
  checkShape(text);
  let left = text;
  const hooks = valueAt(left, ["hooks"]);
  for (const event of Object.keys(isRecord(hooks) ? hooks : {})) {
    for (;;) {
      const there = placeOfHook(listAt(left, ["hooks", event]) ?? [], isOurs);
      if (there === null) break;
      left = removed(left, ["hooks", event, ...withoutCompany(left, event, there)]);
    }
    if (listAt(left, ["hooks", event])?.length === 0) left = removed(left, ["hooks", event]);
  }
  return left;
}

/** What is removed: the hook, or its whole group where it is alone in it. */
function withoutCompany(text: string, event: string, there: JSONPath): JSONPath {
  const around = there.slice(0, -1);
  const list = around.length === 0 ? null : listAt(text, ["hooks", event, ...around]);
  return list?.length === 1 ? there.slice(0, 1) : there;
}

/** The path of the object that has the command, or null. */
function placeOfHook(value: unknown, isOurs: IsOurs): JSONPath | null {
  if (isRecord(value) && Object.values(value).some((one) => typeof one === "string" && isOurs(one)))
    return [];
  if (!Array.isArray(value) && !isRecord(value)) return null;
  for (const [key, one] of Object.entries(value)) {
    const inside = placeOfHook(one, isOurs);
    if (inside !== null) return [Array.isArray(value) ? Number(key) : key, ...inside];
  }
  return null;
}

function hookOf(entry: unknown, isOurs: IsOurs): unknown {
  const path = placeOfHook(entry, isOurs) ?? [];
  return path.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], entry);
}

function replaced(text: string, path: JSONPath, hook: unknown): string {
  const isSame = JSON.stringify(valueAt(text, path)) === JSON.stringify(hook);
  return isSame ? text : editJson(text, path, hook);
}

/** jsonc-parser removes too little of the last item of a list where the list ends on the same line. */
function removed(text: string, path: JSONPath): string {
  const tree = parseTree(text);
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, path);
  const items = node?.parent?.type === "array" ? (node.parent.children ?? []) : [];
  const previous = node === items.at(-1) ? items.at(-2) : undefined;
  if (node === undefined || previous === undefined) return editJson(text, path, undefined);
  return text.slice(0, previous.offset + previous.length) + text.slice(node.offset + node.length);
}

function listAt(text: string, path: JSONPath): readonly unknown[] | null {
  const value = valueAt(text, path);
  if (value === undefined) return null;
  if (!Array.isArray(value)) throw new RegisterError(`${path.join(".")} is not a list`);
  return value;
}

function valueAt(text: string, path: JSONPath): unknown {
  const tree = parseTree(text);
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, path);
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}

/** A file that the host could not read either is not touched. */
function checkShape(text: string): void {
  const errors: { offset: number }[] = [];
  const tree = parseTree(text, errors as never, { allowTrailingComma: true });
  if (tree?.type !== "object" || errors.length > 0)
    throw new RegisterError("it is not a JSON object; fix it first");
  const hooks = valueAt(text, ["hooks"]);
  if (hooks !== undefined && !isRecord(hooks)) throw new RegisterError("hooks is not an object");
}
