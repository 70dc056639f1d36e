import type { ExprNode, Located, Module, StmtNode } from "py-ast";
import { caughtBy, constantOf, isMainTest, moduleNames, nameOf } from "./python-names.js";
import { parametersOf } from "./python-parameters.js";
import { pythonFlaws } from "./python-flaws.js";
import { pythonCall, type PythonExpressions } from "./python-calls.js";
import { moduleFolders, modulePaths } from "./python-paths.js";
import {
  BY_HAND,
  firstOf,
  lastOf,
  text,
  unknown,
  type Expression,
  type Include,
  type ParsedScript,
  type Span,
  type StartedFile,
  type Statement,
} from "./syntax.js";
import { HOLE } from "./values.js";

/** The parser's door, given by whoever has loaded it. */
export type ParsePython = (source: string) => Module;

const DEEPEST = 100;
const MOST_INCLUDES = 60;
/** What is parsed is no other file. */
const PARSES_INPUT = /\bjson\.(?:load\(\s*sys\.stdin|loads\((?![^\n]*(?:read_text|open)\())/;

/** A test for something that is not there. */
const MISSING = /^not\s+[\w.]+\.(?:exists|isfile|isdir|is_file|is_dir|which)\(/;

/** Reads a Python script. A syntax error is the caller's to catch. */
export function readPython(source: string, parse: ParsePython): ParsedScript {
  const reader = new PythonReader(source);
  const module = parse(source).body;
  const body = reader.block(module);
  return {
    language: "python",
    body,
    checked: reader.checked,
    assigned: new Set(),
    nested: new Map(),
    includes: reader.includes,
    included: new Map(),
    starts: reader.starts,
    flaws: pythonFlaws(module, source, (node) => reader.span(node)),
    form: null,
    names: moduleNames(module),
    file: null,
    fault: null,
  };
}

class PythonReader implements PythonExpressions {
  readonly checked = new Set<string>();
  readonly includes: Include[] = [];
  readonly starts: StartedFile[] = [];
  /** Names of modules. */
  private readonly modules = new Set<string>();
  private readonly folders: readonly string[];
  private readonly lines: number[];
  private depth = 0;
  tries = 0;
  readonly hasContext: boolean;

  constructor(private readonly source: string) {
    this.folders = moduleFolders(source);
    this.hasContext = /^\s*(?:from|import) cchooks\b/m.test(source);
    this.lines = [0];
    for (let at = source.indexOf("\n"); at >= 0; at = source.indexOf("\n", at + 1))
      this.lines.push(at + 1);
  }

  span({
    lineno,
    col_offset: column,
    end_lineno: endLine,
    end_col_offset: endColumn,
  }: Located): Span {
    const at = (line: number, offset: number): number => (this.lines[line - 1] ?? 0) + offset;
    const start = at(lineno, column);
    return { start, end: endLine === undefined ? start + 1 : at(endLine, endColumn ?? 0) };
  }

  block(statements: readonly StmtNode[]): Statement[] {
    if (this.depth > DEEPEST) return [];
    this.depth++;
    const read = statements.flatMap((statement) => this.statement(statement));
    this.depth--;
    return read;
  }

  private statement(node: StmtNode): Statement[] {
    switch (node.nodeType) {
      case "FunctionDef":
      case "AsyncFunctionDef": {
        const { params, defaults } = parametersOf(node.args, (one) => this.value(one));
        return [{ s: "define", name: node.name, params, defaults, body: this.block(node.body) }];
      }
      case "ClassDef":
        return this.block(node.body).map((one) =>
          one.s === "define" ? { ...one, isMethod: true as const } : one,
        );
      case "Return":
        return [
          {
            s: "return",
            value: node.value === undefined ? null : this.value(node.value),
            at: this.span(node),
          },
        ];
      case "Assign":
        return node.targets.map((target) => this.assignment(target, this.value(node.value), false));
      case "AnnAssign":
        return node.value === undefined
          ? []
          : [this.assignment(node.target, this.value(node.value), false)];
      case "AugAssign":
        return [this.assignment(node.target, this.value(node.value), true)];
      case "If": {
        const { start, end } = this.span(node.test);
        if (BY_HAND.test(this.source.slice(start, end))) return this.block(node.orelse);
        const test = this.value(node.test);
        const body = this.block(node.body);
        if (isMainTest(node.test)) return [{ s: "main", body }];
        const arms = node.orelse.length === 0 ? [body] : [body, this.block(node.orelse)];
        const isTrouble = MISSING.test(this.source.slice(start, end));
        return [{ s: "branch", arms, complete: node.orelse.length > 0, test, isTrouble }];
      }
      case "For":
      case "AsyncFor": {
        const set = this.assignment(node.target, { e: "item", of: this.value(node.iter) }, false);
        return [{ s: "loop", body: [set, ...this.block(node.body)] }, ...this.block(node.orelse)];
      }
      case "While": {
        const test: Statement = { s: "do", value: this.value(node.test) };
        return [{ s: "loop", body: [test, ...this.block(node.body)] }];
      }
      case "With":
      case "AsyncWith": {
        const opened = node.items.map(({ context_expr: context }) => this.value(context));
        return [
          ...opened.map((value): Statement => ({ s: "do", value })),
          ...this.block(node.body),
        ];
      }
      case "Match": {
        const arms = node.cases.map(({ body }) => this.block(body));
        return [
          { s: "do", value: this.value(node.subject) },
          { s: "branch", arms, complete: false },
        ];
      }
      case "Try":
      case "TryStar":
        return [this.guarded(node)];
      case "Raise":
        return this.raise(node);
      case "Expr":
        return [{ s: "do", value: this.value(node.value) }];
      case "Break":
      case "Continue":
        return [{ s: "break" }];
      case "ImportFrom":
        return this.importFrom(node);
      case "Import":
        return node.names.flatMap(({ name, asname }) =>
          this.include(modulePaths(name, this.folders), node, [
            { local: asname ?? name, exported: null },
          ]),
        );
      default:
        return [];
    }
  }

  /** `from common import deny`, `from . import common` */
  private importFrom(node: Extract<StmtNode, { nodeType: "ImportFrom" }>): Statement[] {
    const { module = "", level = 0 } = node;
    const above = ["@", ...Array<string>(Math.max(level - 1, 0)).fill("..")].join("/");
    const folders = level > 0 ? [above] : this.folders;
    const names = node.names.map(({ name, asname }) => ({ local: asname ?? name, exported: name }));
    const all = module === "" ? [] : this.include(modulePaths(module, folders), node, names);
    // A name may be a module itself.
    const modules = names.flatMap(({ local, exported }) =>
      exported === "*"
        ? []
        : this.include(
            modulePaths(module === "" ? exported : `${module}.${exported}`, folders),
            node,
            [{ local, exported: null }],
          ),
    );
    return [...all, ...modules];
  }

  private include(paths: readonly string[], node: StmtNode, names: Include["names"]): Statement[] {
    if (this.includes.length >= MOST_INCLUDES) return [];
    const at = this.span(node);
    const include: Include = { kind: "module", paths, names, at, isOptional: true };
    for (const { local, exported } of names) if (exported === null) this.modules.add(local);
    this.includes.push(include);
    return [{ s: "include", include }];
  }

  isModule(name: string): boolean {
    return this.modules.has(name);
  }

  private guarded(node: Extract<StmtNode, { nodeType: "Try" | "TryStar" }>): Statement {
    const [first, last] = [node.body[0], node.body.at(-1)];
    const tried =
      first === undefined || last === undefined
        ? ""
        : this.source.slice(this.span(first).start, this.span(last).end);
    const kinds = caughtBy(node.handlers);
    this.tries++;
    const body = [...this.block(node.body), ...this.block(node.orelse)];
    this.tries--;
    return {
      s: "try",
      body,
      handlers: node.handlers.map((handler, index) => ({
        ...(kinds[index] ?? { catchesExit: false }),
        parsesInput: PARSES_INPUT.test(tried),
        body: this.block(handler.body),
        at: this.span(handler),
      })),
      final: this.block(node.finalbody),
    };
  }

  private raise(node: Extract<StmtNode, { nodeType: "Raise" }>): Statement[] {
    const { exc } = node;
    if (exc?.nodeType === "Call" && nameOf(exc.func) === "SystemExit")
      return [{ s: "do", value: this.exit(exc.args[0], this.span(node)) }];
    return [{ s: "raise" }];
  }

  /** `sys.exit("text")` prints the text on stderr and ends with 1. */
  exit(given: ExprNode | undefined, at: Span): Expression {
    if (given === undefined)
      return { e: "effect", statement: { s: "exit", code: { e: "number", value: 0 }, at } };
    const value = this.value(given);
    if (value.e !== "text" && value.e !== "join")
      return { e: "effect", statement: { s: "exit", code: value, at } };
    const write: Statement = { s: "write", stream: "stderr", value, at };
    const exit: Statement = { s: "exit", code: { e: "number", value: 1 }, at };
    return {
      e: "effect",
      statement: {
        s: "scope",
        body: [write, exit],
        stdout: "stdout",
        stderr: "stderr",
        isSubshell: false,
      },
    };
  }

  private assignment(target: ExprNode, value: Expression, adds: boolean): Statement {
    const path: (string | null)[] = [];
    let at = target;
    while (at.nodeType === "Subscript") {
      path.unshift(constantOf(at.slice));
      at = at.value;
    }
    if (at.nodeType === "Tuple" || at.nodeType === "List") {
      const names = at.elts.map((one) => (one.nodeType === "Name" ? one.id : null));
      return { s: "unpack", names, value };
    }
    if (at.nodeType !== "Name") return { s: "do", value };
    return { s: "set", name: at.id, path, value, adds };
  }

  value(node: ExprNode): Expression {
    if (this.depth > DEEPEST) return unknown;
    this.depth++;
    const read = this.read(node);
    this.depth--;
    return read;
  }

  private read(node: ExprNode): Expression {
    switch (node.nodeType) {
      case "Constant": {
        const { value } = node;
        if (typeof value === "string") return text(value);
        if (typeof value === "number") return { e: "number", value };
        if (typeof value === "boolean") return { e: "flag", value };
        return value === null ? { e: "null" } : unknown;
      }
      case "JoinedStr":
        return { e: "join", parts: node.values.map((part) => this.value(part)) };
      case "FormattedValue":
        return this.value(node.value);
      case "BinOp": {
        const [left, right] = [this.value(node.left), this.value(node.right)];
        if (node.op.nodeType === "Add") return { e: "join", parts: [left, right] };
        if (node.op.nodeType === "Mod" && left.e === "text")
          return text(left.text.replaceAll(/%[-+ 0-9.]*[sdrfx]|%\(\w+\)s/g, HOLE));
        return { e: "unknown", uses: [left, right] };
      }
      case "UnaryOp": {
        const operand = this.value(node.operand);
        if (node.op.nodeType === "USub" && operand.e === "number")
          return { e: "number", value: -operand.value };
        if (node.op.nodeType === "Not") return { e: "not", of: operand };
        return { e: "unknown", uses: [operand] };
      }
      case "BoolOp":
        return (node.op.nodeType === "And" ? lastOf : firstOf)(
          node.values.map((value) => this.value(value)),
        );
      case "NamedExpr":
        return {
          e: "effect",
          statement: this.assignment(node.target, this.value(node.value), false),
        };
      case "IfExp":
        return {
          e: "either",
          options: [this.value(node.body), this.value(node.orelse)],
          test: this.value(node.test),
        };
      case "Dict":
        return {
          e: "object",
          entries: node.values.map((value, index) => {
            const key = node.keys[index];
            const name = key === null || key === undefined ? null : constantOf(key);
            return { key: name, value: this.value(value) };
          }),
        };
      case "List":
      case "Tuple":
      case "Set":
        return { e: "list", items: node.elts.map((item) => this.value(item)) };
      case "Await":
      case "Starred":
        return this.value(node.value);
      case "Compare": {
        const [left = unknown, right = unknown, ...more] = [node.left, ...node.comparators].map(
          (one) => this.value(one),
        );
        const [op = ""] = node.ops.map(({ nodeType }) => nodeType);
        if (more.length > 0 || !/^(?:Eq|NotEq|Is|IsNot|In|NotIn)$/.test(op))
          return { e: "unknown", uses: [left, right, ...more] };
        const at = this.span(node);
        const isMember = op.endsWith("In") ? { isMember: true as const } : {};
        return { e: "compare", isEqual: !op.includes("Not"), left, right, at, ...isMember };
      }
      case "Call":
        return pythonCall(node, this);
      case "Attribute": {
        const path = nameOf(node);
        if (path === "sys.stdin") return { e: "stdin", at: this.span(node) };
        const of = this.value(node.value);
        // A constant of a module, or how a program or the script itself ended.
        return /^(?:returncode|code)$/.test(node.attr) || this.isModule(nameOf(node.value))
          ? { e: "member", of, key: node.attr, at: this.span(node) }
          : { e: "unknown", uses: [of] };
      }
      case "Subscript": {
        const of = nameOf(node.value);
        const at = this.span(node);
        if (node.slice.nodeType === "Slice") {
          const { lower, upper } = node.slice;
          const whole = this.value(node.value);
          return lower === undefined && upper !== undefined
            ? { e: "cut", of: whole, most: this.value(upper) }
            : { e: "unknown", uses: [whole] };
        }
        const key = constantOf(node.slice);
        if (of === "sys.argv") return { e: "argv", at };
        if (of === "os.environ" && key !== null) return { e: "variable", name: key, at };
        const by = key === null ? { by: this.value(node.slice) } : {};
        return { e: "member", of: this.value(node.value), key, at, ...by };
      }
      case "Lambda": {
        const read = parametersOf(node.args, (one) => this.value(one));
        const body: Statement[] = [{ s: "return", value: this.value(node.body) }];
        return { e: "function", define: { s: "define", name: "", ...read, body } };
      }
      case "Name":
        return { e: "name", name: node.id, at: this.span(node) };
      case "ListComp":
      case "SetComp":
      case "GeneratorExp":
        return {
          e: "unknown",
          uses: [...node.generators.map(({ iter }) => this.value(iter)), this.value(node.elt)],
        };
      default:
        return unknown;
    }
  }
}
