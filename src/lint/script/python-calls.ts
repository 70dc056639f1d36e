import type { ExprNode } from "py-ast";
import { codeIn, lineOf } from "./checks.js";
import { nameOf } from "./python-names.js";
import {
  firstOf,
  text,
  type Expression,
  type Span,
  type StartedFile,
  type Statement,
} from "./syntax.js";

/** What the reader of calls needs from the reader of expressions. */
export interface PythonExpressions {
  readonly checked: Set<string>;
  value(node: ExprNode): Expression;
  span(node: ExprNode): Span;
  exit(given: ExprNode | undefined, at: Span): Expression;
  /** Whether a name is that of a module. */
  isModule(name: string): boolean;
  readonly starts: StartedFile[];
  /** How many `try` are around what is being read. */
  readonly tries: number;
  /** The script is written with cchooks. */
  readonly hasContext: boolean;
}

type Call = Extract<ExprNode, { nodeType: "Call" }>;

/** Texts stay what they are, as far as anybody reads them. */
const keeping =
  /^(?:strip|rstrip|lstrip|format|encode|decode|dedent|upper|lower|replace|expandtabs)$/;

/** How cchooks, a library that many hooks are written with, ends the script. */
const ENDS: Readonly<Record<string, number>> = { exit_success: 0, exit_block: 2, exit_deny: 2 };

const starting =
  /^(?:subprocess\.(?:run|call|check_call|check_output|Popen)|os\.system|os\.popen)$/;

/** What a call in Python does, as far as a hook's answer needs it. */
export function pythonCall(node: Call, reader: PythonExpressions): Expression {
  const name = nameOf(node.func);
  const at = reader.span(node);
  const [first, second] = node.args;
  const named = (key: string): ExprNode | undefined =>
    node.keywords.find(({ arg }) => arg === key)?.value;
  const write = (stream: "stdout" | "stderr", value: Expression): Expression => ({
    e: "effect",
    statement: { s: "write", stream, value, at },
  });
  const values = [...node.args, ...node.keywords.map(({ value }) => value)].map((arg) =>
    reader.value(arg),
  );
  switch (name) {
    case "print": {
      const file = named("file");
      const parts = node.args.flatMap((arg, index) =>
        index === 0 ? [reader.value(arg)] : [text(" "), reader.value(arg)],
      );
      const value: Expression = { e: "join", parts };
      if (file === undefined) return write("stdout", value);
      const to = nameOf(file);
      if (to === "sys.stderr" || to === "stderr") return write("stderr", value);
      return to === "sys.stdout" ? write("stdout", value) : { e: "unknown", uses: parts };
    }
    case "sys.stdout.write":
    case "stdout.write":
      return write("stdout", values[0] ?? text(""));
    case "sys.stderr.write":
    case "stderr.write":
      return write("stderr", values[0] ?? text(""));
    case "sys.exit":
    case "exit":
    case "quit":
    case "os._exit":
      return reader.exit(first, at);
    case "json.dumps":
    case "dumps":
      return { e: "json", value: values[0] ?? { e: "null" } };
    case "json.dump": {
      const to = second === undefined ? "" : nameOf(second);
      if (to === "sys.stdout")
        return write("stdout", { e: "json", value: values[0] ?? { e: "null" } });
      return to === "sys.stderr"
        ? write("stderr", { e: "json", value: values[0] ?? { e: "null" } })
        : { e: "unknown", uses: values };
    }
    case "json.load":
    case "json.loads": {
      const [from] = values;
      if (from?.e === "stdin") return { ...from, isWhole: true };
      return from === undefined ? { e: "unknown", uses: [] } : { e: "parsed", of: from, at };
    }
    case "sys.stdin.read":
    case "sys.stdin.readlines":
    case "sys.stdin.buffer.read": {
      const [most] = values;
      return most === undefined
        ? { e: "stdin", at, isWhole: true }
        : { e: "cut", of: { e: "stdin", at }, most };
    }
    case "sys.stdin.readline":
    case "input":
      return { e: "stdin", at };
    case "os.environ.get":
    case "os.getenv":
    case "environ.get":
      return first?.nodeType === "Constant" && typeof first.value === "string"
        ? firstOf([{ e: "variable", name: first.value, at }, ...values.slice(1)])
        : { e: "unknown", uses: values };
    case "dict":
      return {
        e: "object",
        entries: node.keywords.map(({ arg, value }) => ({
          key: arg ?? null,
          value: reader.value(value),
        })),
      };
    case "str":
    case "textwrap.dedent":
      return values[0] ?? text("");
    case "shutil.which":
    case "which":
      if (first?.nodeType === "Constant") reader.checked.add(String(first.value));
      return { e: "unknown", uses: values };
    case "asyncio.run":
      return values[0] ?? { e: "unknown", uses: [] };
    default:
      return otherCall(node, name, { values, at, reader });
  }
}

function otherCall(
  node: Call,
  name: string,
  {
    values,
    at,
    reader,
  }: {
    readonly values: readonly Expression[];
    readonly at: Span;
    readonly reader: PythonExpressions;
  },
): Expression {
  const { func } = node;
  const [first] = node.args;
  const names = [...node.args.map(() => null), ...node.keywords.map(({ arg }) => arg ?? null)];
  if (starting.test(name)) {
    const program = programOf(first);
    const path = wordOf(first);
    if (path !== null && /^\.{0,2}[\w.@-]*\//.test(path) && !path.startsWith("/"))
      reader.starts.push({ path, interpreter: null, at, isTested: false });
    const uses: Statement[] = program === null ? [] : [{ s: "program", name: program, at }];
    const line = lineOf(values[0]);
    const code = codeIn(values[0], undefined, name.startsWith("os.") || isShellCall(node));
    const has = (key: string): boolean => node.keywords.some(({ arg }) => arg === key);
    const isTold = /check_(?:call|output)$/.test(name) || has("check");
    const failure = isTold && reader.tries === 0 ? "ends" : isTold ? "tested" : "lost";
    const isKept = has("capture_output") || name.endsWith("popen") || name.endsWith("Popen");
    const isCut = isKept || name.endsWith("check_output") || has("stdout");
    if (line !== null)
      uses.push({
        s: "scope",
        body: [{ s: "runs", line, at, failure, ...(code && { code }) }],
        stdout: isCut ? null : "stdout",
        stderr: isKept || has("stderr") ? null : "stderr",
        isSubshell: false,
      });
    return {
      e: "unknown",
      uses: [...values, ...uses.map((statement): Expression => ({ e: "effect", statement }))],
      ...(isCut && line !== null && { ran: line }),
    };
  }
  if (func.nodeType === "Attribute") {
    const of = func.value;
    if (func.attr === "get" && first?.nodeType === "Constant" && typeof first.value === "string") {
      const member: Expression = { e: "member", of: reader.value(of), key: first.value, at };
      const [, fallback] = values;
      // The default says nothing about what the host sends, but its type may go on: `.get("x", {})`.
      return fallback === undefined || fallback.e === "object" || fallback.e === "text"
        ? member
        : { e: "either", options: [member, fallback] };
    }
    const receiver = reader.value(of);
    // `for key in ("patch", "input"): data.get(key)`
    if (func.attr === "get" && first !== undefined)
      return { e: "member", of: receiver, key: null, at, by: reader.value(first) };
    if (func.attr === "join" && first !== undefined)
      return { e: "join", parts: values.flatMap((v) => (v.e === "list" ? v.items : [v])) };
    if (func.attr === "append" && of.nodeType === "Name" && values[0] !== undefined)
      return { e: "effect", statement: { s: "append", name: of.id, value: values[0] } };
    if (func.attr === "update" && of.nodeType === "Name" && values[0] !== undefined)
      return {
        e: "effect",
        statement: { s: "set", name: of.id, path: [null], value: values[0], adds: false },
      };
    if (keeping.test(func.attr)) return { e: "join", parts: [receiver] };
    if (reader.hasContext && func.attr.startsWith("exit_"))
      return endedBy(func.attr, values[0], at);
    if (reader.isModule(nameOf(of))) return { e: "call", name, args: values, names, at };
    const isOwn = of.nodeType === "Name" && (of.id === "self" || of.id === "cls");
    const call = { e: "call", name: func.attr, args: values, names, at } as const;
    return isOwn ? call : { ...call, of: receiver };
  }
  // `handlers[tool](data)`
  if (func.nodeType === "Subscript")
    return { e: "call", name: "", of: reader.value(func.value), args: values, names, at };
  return name === ""
    ? { e: "unknown", uses: values }
    : { e: "call", name, args: values, names, at };
}

/** `context.output.exit_block("…")`: the reason is on stderr. */
function endedBy(method: string, reason: Expression | undefined, at: Span): Expression {
  const known = ENDS[method];
  const code: Expression =
    known === undefined ? { e: "unknown", uses: [] } : { e: "number", value: known };
  const writes: Statement[] =
    reason === undefined || known === 0
      ? []
      : [{ s: "write", stream: "stderr", value: reason, at }];
  const body: Statement[] = [...writes, { s: "exit", code, at }];
  const scope = {
    s: "scope",
    body,
    stdout: "stdout",
    stderr: "stderr",
    isSubshell: false,
  } as const;
  return { e: "effect", statement: scope };
}

/** `shell=True` */
function isShellCall({ keywords }: Call): boolean {
  return keywords.some(
    ({ arg, value }) => arg === "shell" && value.nodeType === "Constant" && value.value === true,
  );
}

function programOf(node: ExprNode | undefined): string | null {
  return wordOf(node)?.split("/").at(-1) ?? null;
}

/** The first word of a command, where it is written out. */
function wordOf(node: ExprNode | undefined): string | null {
  const [first] = node?.nodeType === "List" ? node.elts : [];
  const word = first ?? node;
  if (word?.nodeType !== "Constant" || typeof word.value !== "string") return null;
  return word.value.split(" ", 1)[0] ?? null;
}
