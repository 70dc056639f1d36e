import type { Span, Statement } from "./syntax.js";

/** A node of ESTree. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export function spanOf({ start, end }: Node): Span {
  return { start, end };
}

export function isFunction({ type }: Node): boolean {
  return type === "ArrowFunctionExpression" || type === "FunctionExpression";
}

/** A text is parsed that comes from no other file. */
export const PARSES_INPUT =
  /\bJSON\.parse\((?![^\n]*(?:readFileSync|readFile)\((?!0|["']\/dev\/stdin|process\.stdin))/;
/** The name of a function that reads the payload. */
export const READS_INPUT = /^(?:read|get|load|slurp|collect)|stdin|input|payload/i;

/** `process.stdout.write` of the callee, or "" where it is no path of names. */
export function nameOf(node: Node): string {
  const names: string[] = [];
  let at = node;
  while (at.type === "MemberExpression" && at["computed"] !== true) {
    names.unshift((at["property"] as Node)["name"] as string);
    at = at["object"] as Node;
  }
  return at.type === "Identifier" ? [at["name"] as string, ...names].join(".") : "";
}

/** `output.hookSpecificOutput` as a name and its keys; null where it begins with no name. */
export function memberPath(
  node: Node,
): { readonly name: string; readonly keys: (string | null)[] } | null {
  const keys: (string | null)[] = [];
  let at = node;
  while (at.type === "MemberExpression") {
    const property = at["property"] as Node;
    const key = at["computed"] === true ? property["value"] : property["name"];
    keys.unshift(typeof key === "string" ? key : null);
    at = at["object"] as Node;
  }
  return at.type === "Identifier" ? { name: at["name"] as string, keys } : null;
}

/** `{ decision: undefined }` has no decision. */
export function isThere(property: Node): boolean {
  const value = property["value"] as Node | undefined;
  return value?.type !== "Identifier" || value["name"] !== "undefined";
}

/** Without what it is worth where nothing is given. */
export function targetOf(node: Node): Node {
  return node.type === "AssignmentPattern" ? (node["left"] as Node) : node;
}

/** The body of a case. */
export function withoutBreak(body: readonly Statement[]): readonly Statement[] {
  return body.at(-1)?.s === "break" ? body.slice(0, -1) : body;
}
