import { findNodeAtLocation, parseTree } from "jsonc-parser";
import type { Problem } from "../problem/index.js";

/** What a Problem is about, of what can be typed. */
type PlaceField = "stdout" | "stderr" | "exit" | "event";

/** Where a Problem is; the range is empty but for texts. */
export interface ProblemPlace {
  readonly field: PlaceField;
  readonly from: number;
  readonly to: number;
}

/** The part of what was typed that a Problem is about. A path that is not found there is all of stdout. */
export function placeOf(
  { path, offset, found }: Pick<Problem, "path" | "offset" | "found">,
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
): ProblemPlace {
  if (path === "exit" || path === "event") return { field: path, from: 0, to: 0 };
  if (path === "stderr") return { field: path, ...printed(stderr) };
  const range =
    (path === "stdout" ? quoted(stdout, found, offset) : member(stdout, path)) ??
    (offset === undefined ? null : lineFrom(stdout, offset)) ??
    printed(stdout);
  return { field: "stdout", ...range };
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** All of a text but the blanks around it. */
function printed(text: string): Range {
  const end = text.trimEnd().length;
  return { from: Math.min(text.length - text.trimStart().length, end), to: end };
}

/** What was found, where it is in the text word for word. */
function quoted(text: string, found: string, offset?: number): Range | null {
  if (offset !== undefined) return null;
  const part = (found.endsWith("…") ? found.slice(0, -1) : found).trim();
  const from = part === "" ? -1 : text.indexOf(part);
  if (from < 0) return null;
  return found.endsWith("…") ? printed(text) : { from, to: from + part.length };
}

/** A key with its value, also in an object that is not complete or has other lines before it. */
function member(text: string, path: string): Range | null {
  const start = /^[ \t]*\{/m.exec(text)?.index ?? text.indexOf("{");
  if (start < 0) return null;
  const tree = parseTree(text.slice(start));
  const node = tree && findNodeAtLocation(tree, path.split("."));
  const whole = node?.parent?.type === "property" ? node.parent : node;
  if (whole === undefined || whole.length === 0) return null;
  return { from: start + whole.offset, to: start + whole.offset + whole.length };
}

/** From a character to the end of its line; the last one where there is nothing more. */
function lineFrom(text: string, offset: number): Range | null {
  if (text === "") return null;
  const from = Math.min(offset, text.trimEnd().length - 1, text.length - 1);
  if (from < 0) return null;
  const end = text.indexOf("\n", from);
  return { from, to: Math.max(end < 0 ? text.length : end, from + 1) };
}
