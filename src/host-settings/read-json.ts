import { parseTree, printParseErrorCode, stripComments, type ParseError } from "jsonc-parser";
import { parseSettings, type Located } from "../config/index.js";
import type { HostFileText } from "./read-file.js";

/** How a host gets from bytes to JSON. */
export interface JsonFlavour {
  /** `cut`: whatever follows `//` on a line is cut away, inside a text as well. */
  readonly comments: "none" | "all" | "cut";
  /** `breaks`: a byte order mark or a byte that is no UTF-8 costs the file; `doubtful`: nobody has looked. */
  readonly bytes: "breaks" | "doubtful";
}

/** The settings with their lines; or why the host takes the text for none; or why only Snaphook cannot read it. */
export type SettingsRead =
  | { readonly root: Located; readonly doubt?: string }
  | { readonly fault: string; readonly line: number }
  | { readonly beyond: string };

/** Reads a text as the host does: JavaScript's own JSON decides what is valid, whatever an editor would accept. */
export function readJson(
  file: Extract<HostFileText, { state: "read" }>,
  { comments, bytes }: JsonFlavour,
): SettingsRead {
  const oddity = file.hasBom
    ? "a byte order mark"
    : file.isUtf8
      ? null
      : "bytes that are not UTF-8";
  if (oddity !== null && bytes === "breaks") return { fault: oddity, line: 1 };
  const bare = strippers[comments](file.text);
  if (!isJson(bare)) return faultOf(file.text, bare, comments);
  const parsed = parseSettings(bare);
  if ("fault" in parsed) return { beyond: parsed.fault.found };
  return oddity === null ? parsed : { ...parsed, doubt: oddity };
}

/** Every offset stays where it was, and so does every line. */
const strippers: Readonly<Record<JsonFlavour["comments"], (text: string) => string>> = {
  none: (text) => text,
  all: (text) => stripComments(text, " "),
  cut: (text) => text.replaceAll(/\/\/.*$/gm, (comment) => " ".repeat(comment.length)),
};

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function faultOf(
  text: string,
  bare: string,
  comments: JsonFlavour["comments"],
): { readonly fault: string; readonly line: number } {
  const { offset, what } = firstError(bare);
  const line = bare.slice(0, offset).split("\n").length;
  if (comments === "all" || !isJson(strippers.all(text))) return { fault: what, line };
  const why = comments === "cut" ? "`//` in a text is taken for a comment" : "a comment";
  const at = comments === "cut" ? cutLine(text) : line;
  return { fault: why, line: at };
}

/** The first line on which more is cut than a comment. */
function cutLine(text: string): number {
  const [cut, honest] = [strippers.cut(text), strippers.all(text)].map((all) => all.split("\n"));
  const found = (cut ?? []).findIndex((one, index) => one.trimEnd() !== honest?.[index]?.trimEnd());
  return found < 0 ? 1 : found + 1;
}

function firstError(text: string): { readonly offset: number; readonly what: string } {
  const errors: ParseError[] = [];
  try {
    parseTree(text, errors, { disallowComments: true });
  } catch {
    // Thousands of brackets exhaust the stack of a recursive parser.
    return { offset: 0, what: "too many brackets" };
  }
  const [first] = errors;
  if (first === undefined) return { offset: 0, what: "no JSON" };
  const words = printParseErrorCode(first.error).replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
  return { offset: first.offset, what: words.toLowerCase() };
}
