import type { ExprNode, Located, StmtNode } from "py-ast";
import { patternFlaws } from "./pattern-flaws.js";
import { nameOf } from "./python-names.js";
import type { Flaw, Span } from "./syntax.js";

type Call = Extract<ExprNode, { nodeType: "Call" }>;
interface Node {
  readonly nodeType: string;
  readonly [key: string]: unknown;
}

/** Modules and names of the library that scripts use without having imported them. */
const USUAL =
  /^(?:sys|os|json|re|subprocess|pathlib|datetime|time|shutil|hashlib|glob|tempfile|logging|random|math|Path|timedelta|defaultdict|Counter)$/;
/** What Python has without an import, and had once. */
const BUILT_IN = new Set(
  "__import__ abs aiter all anext any apply ascii basestring bin bool breakpoint buffer bytearray bytes callable chr classmethod cmp coerce compile complex copyright credits delattr dict dir divmod enumerate eval exec execfile exit file filter float format frozenset getattr globals hasattr hash help hex id input int intern isinstance issubclass iter len license list locals long map max memoryview min next object oct open ord pow print property quit range raw_input reduce reload repr reversed round set setattr slice sorted staticmethod str sum super tuple type unichr unicode vars xrange zip snaphook_value".split(
    " ",
  ),
);
/** Its exceptions, likewise. */
const EXCEPTIONS = new Set(
  "ArithmeticError AssertionError AttributeError BaseException BaseExceptionGroup BlockingIOError BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning EOFError EncodingWarning EnvironmentError Exception ExceptionGroup FileExistsError FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError ImportWarning IndentationError IndexError InterruptedError IsADirectoryError KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError NotADirectoryError NotImplementedError OSError OverflowError PendingDeprecationWarning PermissionError ProcessLookupError PythonFinalizationError RecursionError ReferenceError ResourceWarning RuntimeError RuntimeWarning StandardError StopAsyncIteration StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning WindowsError ZeroDivisionError".split(
    " ",
  ),
);
/** Names may come from somewhere else. */
const HIDDEN = /\b(?:NameError|globals\(\)|exec\(|builtins)\b|\bglobals\(/;

/** Methods of texts and bytes alike: with a text as argument they are for texts. */
const WITH_TEXT =
  /^(?:split|rsplit|startswith|endswith|replace|strip|lstrip|rstrip|find|index|count|partition)$/;

/** Where a script in Python fails by itself. */
export function pythonFlaws(
  module: readonly StmtNode[],
  source: string,
  span: (node: Located) => Span,
): Flaw[] {
  const bound = new Set<string>();
  const used = new Map<string, Node>();
  const assigned = new Map<string, ExprNode[]>();
  const given = new Set<string>();
  const called = new Map<string, Node>();
  const all = nodesIn(module);
  for (const node of all) {
    switch (node.nodeType) {
      case "Name": {
        const { id, ctx } = node as unknown as Extract<ExprNode, { nodeType: "Name" }>;
        if (ctx.nodeType === "Load") {
          if (USUAL.test(id) && !isBefore(used.get(id), node)) used.set(id, node);
        } else bound.add(id);
        break;
      }
      case "Call": {
        const { func } = node as unknown as Call;
        if (func.nodeType === "Name" && !isBefore(called.get(func.id), node))
          called.set(func.id, node);
        break;
      }
      case "Assign": {
        const { targets, value } = node as unknown as Extract<StmtNode, { nodeType: "Assign" }>;
        for (const target of targets)
          if (target.nodeType === "Name")
            assigned.set(target.id, [...(assigned.get(target.id) ?? []), value]);
        break;
      }
      case "Alias": {
        const name = (node["asname"] ?? node["name"]) as string;
        bound.add(node["asname"] === undefined ? (name.split(".", 1)[0] ?? "") : name);
        break;
      }
      case "FunctionDef":
      case "AsyncFunctionDef":
      case "ClassDef":
      case "ExceptHandler":
      case "MatchAs":
      case "MatchStar":
        if (typeof node["name"] === "string") bound.add(node["name"]);
        break;
      case "Arg":
        bound.add(node["arg"] as string);
        given.add(node["arg"] as string);
        break;
    }
  }
  const names = bound.has("*")
    ? []
    : Array.from(used).flatMap(([name, node]): Flaw[] =>
        bound.has(name) ? [] : [undefinedName(name, span(node as unknown as Located))],
      );
  const functions =
    bound.has("*") || HIDDEN.test(source)
      ? []
      : Array.from(called).flatMap(([name, node]): Flaw[] =>
          // `_("text")` is a name that is made for all modules.
          bound.has(name) ||
          BUILT_IN.has(name) ||
          EXCEPTIONS.has(name) ||
          USUAL.test(name) ||
          name === "_"
            ? []
            : [unknownFunction(name, span(node as unknown as Located))],
        );
  // The same name in two functions may be two things.
  for (const name of given) assigned.delete(name);
  const bytes = new Bytes(assigned);
  const patterns = all.flatMap((node): Flaw[] => {
    const [pattern] = isPatternCall(node) ? node.args : [];
    return pattern?.nodeType === "Constant" && typeof pattern.value === "string"
      ? patternFlaws(pattern.value, span(pattern))
      : [];
  });
  const failing = all.flatMap((node): Flaw[] => {
    const from = bytes.mixedIn(node);
    return from === null ? [] : [mixed(from, span(node as unknown as Located))];
  });
  return [...patterns, ...names, ...functions, ...failing];
}

function isPatternCall(node: Node): node is Node & Call {
  return (
    node.nodeType === "Call" &&
    /^re\.(?:compile|search|match|fullmatch|findall|finditer|sub)$/.test(
      nameOf((node as unknown as Call).func),
    )
  );
}

function isBefore(one: Node | undefined, other: Node): boolean {
  return one !== undefined && (one["lineno"] as number) <= (other["lineno"] as number);
}

function undefinedName(name: string, at: Span): Flaw {
  return {
    kind: "fails",
    at,
    message: `\`${name}\` is used, but the script never imports it: it stops here with a NameError.`,
    fix: `import \`${name}\``,
  };
}

function unknownFunction(name: string, at: Span): Flaw {
  return {
    kind: "fails",
    at,
    message: `\`${name}\` is called, but the script neither defines nor imports it: it stops here with a NameError.`,
    fix: `define \`${name}\`, or remove the call`,
  };
}

function mixed(from: string, at: Span): Flaw {
  return {
    kind: "fails",
    at,
    message: `\`${from}\` gives bytes where \`text=True\` is missing, and this uses them with a text: the script stops here with a TypeError.`,
    fix: `give \`${from}\` the argument \`text=True\``,
  };
}

/** What programs print comes as bytes unless the script asks for text. */
class Bytes {
  constructor(private readonly assigned: ReadonlyMap<string, readonly ExprNode[]>) {}

  /** What gave the bytes that a node uses together with a text; null where it does no such thing. */
  mixedIn(node: Node): string | null {
    const found = node as unknown as ExprNode;
    if (found.nodeType === "Compare") {
      const [op] = found.ops;
      const [right] = found.comparators;
      return /^(?:In|NotIn)$/.test(op?.nodeType ?? "") && isText(found.left)
        ? this.of(right)
        : null;
    }
    if (found.nodeType === "BinOp" && found.op.nodeType === "Add") {
      if (isText(found.left)) return this.of(found.right);
      return isText(found.right) ? this.of(found.left) : null;
    }
    if (found.nodeType !== "Call") return null;
    const { func, args } = found;
    const [first, second] = args;
    if (/^re\.(?:search|match|fullmatch|findall|finditer|split)$/.test(nameOf(func)))
      return isText(first) ? this.of(second) : null;
    if (func.nodeType !== "Attribute" || !WITH_TEXT.test(func.attr) || !isText(first)) return null;
    return this.of(func.value);
  }

  private of(node: ExprNode | undefined, depth = 0): string | null {
    if (node === undefined || depth > 6) return null;
    if (node.nodeType === "Name") return this.of(this.only(node.id), depth + 1);
    if (node.nodeType === "Attribute")
      return /^std(?:out|err)$/.test(node.attr) ? this.run(node.value) : null;
    if (node.nodeType !== "Call") return null;
    if (nameOf(node.func) === "subprocess.check_output")
      return asksForText(node) ? null : "subprocess.check_output";
    // `.strip()` of bytes gives bytes.
    const { func, args } = node;
    return func.nodeType === "Attribute" && /^[lr]?strip$/.test(func.attr) && args.length === 0
      ? this.of(func.value, depth + 1)
      : null;
  }

  private run(node: ExprNode): string | null {
    const made = node.nodeType === "Name" ? this.only(node.id) : node;
    return made?.nodeType === "Call" && nameOf(made.func) === "subprocess.run" && !asksForText(made)
      ? "subprocess.run"
      : null;
  }

  private only(name: string): ExprNode | undefined {
    const values = this.assigned.get(name) ?? [];
    return values.length === 1 ? values[0] : undefined;
  }
}

function asksForText({ keywords }: Call): boolean {
  return keywords.some(
    ({ arg }) => arg === undefined || /^(?:text|universal_newlines|encoding|errors)$/.test(arg),
  );
}

function isText(node: ExprNode | undefined): boolean {
  if (node?.nodeType === "JoinedStr") return true;
  return node?.nodeType === "Constant" && typeof node.value === "string";
}

/** All nodes, in no order that would matter. What only says how a name is used, or is a text, is none. */
function nodesIn(root: readonly unknown[]): Node[] {
  const nodes: Node[] = [];
  const pending: unknown[] = [...root];
  while (pending.length > 0) {
    const at = pending.pop() as Record<string, unknown>;
    if (typeof at["nodeType"] === "string") nodes.push(at as Node);
    for (const key in at) {
      const part = at[key];
      if (typeof part === "object" && part !== null && key !== "ctx" && key !== "op")
        pending.push(part);
    }
  }
  return nodes;
}
