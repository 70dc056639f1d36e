import type { ExprNode, StmtNode } from "py-ast";
import type { Handler } from "./syntax.js";

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

/** The names that a module has; null where they may be made while it runs. */
export function moduleNames(body: readonly StmtNode[]): ReadonlySet<string> | null {
  const names = new Set<string>();
  const pending = [...body];
  const put = (target: ExprNode): void => {
    if (target.nodeType === "Name") names.add(target.id);
    else if (target.nodeType === "Tuple" || target.nodeType === "List") target.elts.forEach(put);
  };
  for (let node = pending.pop(); node !== undefined; node = pending.pop())
    switch (node.nodeType) {
      case "FunctionDef":
      case "AsyncFunctionDef":
      case "ClassDef":
        names.add(node.name);
        break;
      case "Assign":
        node.targets.forEach(put);
        break;
      case "AnnAssign":
      case "AugAssign":
        put(node.target);
        break;
      case "Import":
      case "ImportFrom":
        for (const { name, asname } of node.names) names.add(asname ?? name.split(".", 1)[0] ?? "");
        break;
      case "If":
        pending.push(...node.body, ...node.orelse);
        break;
      case "Try":
      case "TryStar":
        pending.push(...node.body, ...node.orelse, ...node.finalbody);
        pending.push(...node.handlers.flatMap((handler) => handler.body));
        break;
      case "With":
      case "For":
      case "While":
        pending.push(...node.body);
        break;
      case "Expr":
      case "Pass":
        break;
      default:
        // What else may give a name is not looked into.
        return null;
    }
  return names.has("*") || names.has("__getattr__") ? null : names;
}

/** `if __name__ == "__main__"` */
export function isMainTest(test: ExprNode): boolean {
  return (
    test.nodeType === "Compare" && test.left.nodeType === "Name" && test.left.id === "__name__"
  );
}

/** A text that is written out, else null. */
export function constantOf(node: ExprNode): string | null {
  return node.nodeType === "Constant" && typeof node.value === "string" ? node.value : null;
}

type Handlers = Extract<StmtNode, { nodeType: "Try" }>["handlers"];

/** What each handler catches of the exception by which a script ends. */
export function caughtBy(
  handlers: Handlers,
): readonly Pick<Handler, "catchesExit" | "isForExit" | "name">[] {
  // `except SystemExit: raise` passes it on: those after it do not get it.
  const passed = handlers.findIndex(
    ({ type, body: [only] }) =>
      type !== undefined &&
      /SystemExit/.test(nameOf(type)) &&
      only?.nodeType === "Raise" &&
      only.exc === undefined,
  );
  return handlers.map(({ type, name }, index) => {
    const caught = type === undefined ? "BaseException" : nameOf(type);
    return {
      catchesExit: (passed < 0 || index < passed) && /BaseException|SystemExit/.test(caught),
      ...(caught === "SystemExit" && { isForExit: true as const }),
      ...(name !== undefined && { name }),
    };
  });
}
