import type { ExprNode } from "py-ast";

/** `sys.stdin.read` of the expression, or "" where it is no path of names. */
export function nameOf(node: ExprNode): string {
  const names: string[] = [];
  let at = node;
  while (at.nodeType === "Attribute") {
    names.unshift(at.attr);
    at = at.value;
  }
  if (at.nodeType === "Tuple") return at.elts.map(nameOf).join(" ");
  return at.nodeType === "Name" ? [at.id, ...names].join(".") : "";
}
