import type { Span } from "./syntax.js";

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
