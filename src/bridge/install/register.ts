import {
  applyEdits,
  modify,
  parseTree,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
} from "jsonc-parser";
import { isRecord } from "../../json/index.js";
import type { InstallPlace } from "../../hosts/index.js";

/** A registration that cannot be made, and why. */
export class RegisterError extends Error {
  override readonly name = "RegisterError";
}

/**
 * A host's file with the command registered on these events: comments, layout and everybody else's entries stay.
 * Where it is registered already nothing changes.
 */
export function register(
  before: string | null,
  events: readonly string[],
  command: string,
  seconds: number,
  { frame, entry }: InstallPlace,
): string {
  let text = before ?? `${JSON.stringify({ ...frame, hooks: {} }, null, 2)}\n`;
  checkShape(text);
  for (const event of events) {
    const entries = listAt(text, ["hooks", event]);
    if (entries?.some((one) => names(one, command)) === true) continue;
    const place: JSONPath = ["hooks", event, ...(entries === null ? [] : [entries.length])];
    const value = entry(command, seconds);
    text = edit(text, place, entries === null ? [value] : value, entries !== null);
  }
  return text;
}

/** The same without the command; lists that it leaves empty go with it. */
export function unregister(text: string, command: string): string {
  checkShape(text);
  let left = text;
  const hooks = valueAt(left, ["hooks"]);
  for (const event of Object.keys(isRecord(hooks) ? hooks : {})) {
    for (let at = foundAt(left, event, command); at >= 0; at = foundAt(left, event, command))
      left = edit(left, ["hooks", event, at], undefined, false);
    if (listAt(left, ["hooks", event])?.length === 0)
      left = edit(left, ["hooks", event], undefined, false);
  }
  return left;
}

function foundAt(text: string, event: string, command: string): number {
  return (listAt(text, ["hooks", event]) ?? []).findIndex((one) => names(one, command));
}

function edit(text: string, path: JSONPath, value: unknown, isArrayInsertion: boolean): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const [, indent = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  const formattingOptions = indent.startsWith("\t")
    ? { insertSpaces: false, tabSize: 1, eol }
    : { insertSpaces: true, tabSize: indent.length, eol };
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }));
}

/** An entry is ours where its command is. */
function names(entry: unknown, command: string): boolean {
  if (typeof entry === "string") return entry === command;
  if (Array.isArray(entry)) return entry.some((one) => names(one, command));
  return isRecord(entry) && Object.values(entry).some((one) => names(one, command));
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
