import { nameOf, spanOf, type Node } from "./javascript-nodes.js";
import { unknown, type Expression } from "./syntax.js";

/** `process.argv`, `input.tool_name`, and what else has a dot or brackets. */
export function readMember(node: Node, value: (node: Node) => Expression): Expression {
  const at = spanOf(node);
  const name = nameOf(node);
  if (name === "process.argv") return { e: "argv", at };
  if (name === "process.stdin" || name === "Bun.stdin") return { e: "stdin", at };
  const object = node["object"] as Node;
  const property = node["property"] as Node;
  const key =
    node["computed"] === true
      ? typeof property["value"] === "string"
        ? property["value"]
        : null
      : ((property["name"] as string | undefined) ?? null);
  const of = nameOf(object);
  if (of === "process.argv") return { e: "argv", at };
  // `process.stdin.isTTY` is no field of the payload.
  if (of === "process.stdin") return unknown;
  if (of === "process.env" && key !== null) return { e: "variable", name: key, at };
  const by = node["computed"] === true && key === null ? { by: value(property) } : {};
  return { e: "member", of: value(object), key, at, ...by };
}
