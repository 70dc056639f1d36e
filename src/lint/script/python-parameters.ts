import type { ExprNode, StmtNode } from "py-ast";
import type { Define, Expression } from "./syntax.js";

type Arguments = Extract<StmtNode, { nodeType: "FunctionDef" }>["args"];

/** The names of parameters, and what they are worth where nothing is given for them. */
export function parametersOf(
  { args, defaults, kwonlyargs, kw_defaults: named }: Arguments,
  value: (node: ExprNode) => Expression,
): Required<Pick<Define, "params" | "defaults">> {
  const placed = args.map(({ arg }) => arg).filter((arg) => arg !== "self");
  // They belong to the last parameters.
  const missing = placed.length - defaults.length;
  const nodes = [
    ...placed.map((_, index) => defaults[index - missing]),
    ...kwonlyargs.map((_, index) => named[index]),
  ];
  return {
    params: [...placed, ...kwonlyargs.map(({ arg }) => arg)],
    defaults: nodes.map((node) => (node === undefined || node === null ? null : value(node))),
  };
}
