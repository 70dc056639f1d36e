import { parseTree, printParseErrorCode, type Node, type ParseError } from "jsonc-parser";
import { DEEPEST, tooDeep, type Located, type Member } from "./located.js";

/** Why a text is no JSON, and where. */
export interface SyntaxFault {
  readonly line: number;
  readonly offset: number;
  readonly found: string;
}

/** Reads JSON with comments and trailing commas. Keys that appear twice are kept twice. */
export function parseSettings(
  text: string,
): { readonly root: Located } | { readonly fault: SyntaxFault } {
  const lines = lineStarts(text);
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(text, errors, { allowTrailingComma: true });
  } catch (error) {
    // The parser is recursive, so thousands of brackets exhaust the stack.
    if (!(error instanceof RangeError)) throw error;
    return { fault: { line: 1, offset: 0, found: tooDeep } };
  }
  const [first] = errors;
  if (first !== undefined || tree === undefined) {
    const offset = first?.offset ?? 0;
    const line = lineAt(lines, offset);
    const column = offset - (lines[line - 1] ?? 0) + 1;
    const what = first === undefined ? "value expected" : inWords(first);
    return { fault: { line, offset, found: `line ${line}, column ${column}: ${what}` } };
  }
  return { root: locate(tree, text, lines, 0) };
}

/** `CommaExpected` is reported as `comma expected`. */
function inWords({ error }: ParseError): string {
  return printParseErrorCode(error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}

function locate(node: Node, text: string, lines: readonly number[], depth: number): Located {
  const line = lineAt(lines, node.offset);
  const children = node.children ?? [];
  if (children.length > 0 && depth >= DEEPEST) return { type: "unfit", why: tooDeep, line };
  switch (node.type) {
    case "object":
      return {
        type: "object",
        line,
        members: children.flatMap((child) => member(child, text, lines, depth + 1)),
      };
    case "array":
      return {
        type: "list",
        line,
        items: children.map((child) => locate(child, text, lines, depth + 1)),
      };
    case "string":
      return { type: "text", line, value: node.value as string };
    case "number":
      return { type: "number", line, value: exact(text.substr(node.offset, node.length)) };
    case "boolean":
      return { type: "flag", line, value: node.value as boolean };
    case "null":
    case "property":
      return { type: "null", line };
  }
}

function member(node: Node, text: string, lines: readonly number[], depth: number): Member[] {
  const [key, value] = node.children ?? [];
  if (key === undefined || value === undefined) return [];
  return [
    {
      key: key.value as string,
      line: lineAt(lines, key.offset),
      value: locate(value, text, lines, depth),
    },
  ];
}

/** Integers past 2^53 keep every digit. */
function exact(digits: string): number | bigint {
  const value = Number(digits);
  return Number.isSafeInteger(value) || !/^-?\d+$/.test(digits) ? value : BigInt(digits);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The line of an offset, from 1, by halving. */
function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle;
  }
  return low + 1;
}
