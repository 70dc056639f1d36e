import { javascriptCall, type JavaScriptExpressions } from "./javascript-calls.js";
import { readMember } from "./javascript-member.js";
import {
  boundNames,
  importedNames,
  isMainTest,
  modulePaths,
  pathOf,
  requiredPath,
} from "./javascript-modules.js";
import {
  isFunction,
  isThere,
  memberPath,
  nameOf,
  PARSES_INPUT,
  READS_INPUT,
  spanOf,
  targetOf,
  withoutBreak,
  type Node,
} from "./javascript-nodes.js";
import {
  BY_HAND,
  firstOf,
  lastOf,
  text,
  unknown,
  type Define,
  type Expression,
  type Handler,
  type Include,
  type StartedFile,
  type Statement,
} from "./syntax.js";

const EXPORTED = /^(?:(?:module\.)?exports\.(?=\w+$))?(\w+|module\.exports)$/;
const DEEPEST = 150;
const MOST_INCLUDES = 60;

/** Reads the statements of a program of ESTree. */
export class JavaScriptReader implements JavaScriptExpressions {
  readonly includes: Include[] = [];
  readonly starts: StartedFile[] = [];
  /** Names of modules. */
  private readonly modules = new Set<string>();
  /** Names of paths from the folder of the script. */
  private readonly paths = new Map<string, string>();
  private depth = 0;
  private isReadingInput = false;
  /** How many `try` are around what is being read. */
  tries = 0;

  constructor(private readonly source: string) {}

  block(nodes: readonly (Node | null)[]): Statement[] {
    if (this.depth > DEEPEST) return [];
    this.depth++;
    const read = nodes.flatMap((node) => (node === null ? [] : this.statement(node)));
    this.depth--;
    return read;
  }

  private body(node: Node | null | undefined): Statement[] {
    if (node === null || node === undefined) return [];
    return node.type === "BlockStatement" ? this.block(node["body"] as Node[]) : this.block([node]);
  }

  private statement(node: Node): Statement[] {
    const child = (key: string): Node => node[key] as Node;
    switch (node.type) {
      case "FunctionDeclaration":
        return [this.define((node["id"] as Node | null)?.["name"] as string, node)];
      case "VariableDeclaration":
        return (node["declarations"] as Node[]).flatMap((one) => this.declaration(one));
      case "ExpressionStatement":
        return [{ s: "do", value: this.value(child("expression")) }];
      case "ReturnStatement": {
        const argument = node["argument"] as Node | null;
        const value = argument === null ? null : this.value(argument);
        const at = spanOf(node);
        if (value === null || !this.isReadingInput) return [{ s: "return", value, at }];
        const stdin: Expression = { e: "stdin", at, isGuess: true };
        return [{ s: "return", value: { e: "either", options: [value, stdin] }, at }];
      }
      case "IfStatement": {
        const otherwise = node["alternate"] as Node | null;
        const test = this.textOf(child("test"));
        if (BY_HAND.test(test)) return this.body(otherwise);
        const arms = [this.body(child("consequent"))];
        if (isMainTest(test)) return [{ s: "main", body: arms.flat() }];
        if (otherwise !== null) arms.push(this.body(otherwise));
        const value = this.value(child("test"));
        const isTrouble = /^\s*!\s*(?:\w+\.)?existsSync\(/.test(test);
        return [{ s: "branch", arms, complete: otherwise !== null, test: value, isTrouble }];
      }
      case "SwitchStatement": {
        const cases = node["cases"] as Node[];
        const items = cases.flatMap((one) =>
          one["test"] === null ? [] : [this.value(one["test"] as Node)],
        );
        const left = this.value(child("discriminant"));
        const right: Expression = { e: "list", items };
        const at = spanOf(child("discriminant"));
        return [
          { s: "do", value: { e: "compare", isEqual: true, left, right, at, isMember: true } },
          {
            s: "branch",
            arms: cases.map((one) => withoutBreak(this.block(one["consequent"] as Node[]))),
            complete: cases.some((one) => one["test"] === null),
          },
        ];
      }
      case "ForStatement":
      case "WhileStatement":
      case "DoWhileStatement":
        return [{ s: "loop", body: this.body(child("body")) }];
      case "ForOfStatement":
      case "ForInStatement": {
        const from = this.value(child("right"));
        const left = child("left");
        const [declared] = (left["declarations"] as Node[] | undefined) ?? [];
        const target = (declared?.["id"] as Node | undefined) ?? left;
        const value: Expression = from.e === "stdin" ? from : { e: "item", of: from };
        return [{ s: "loop", body: [...this.assign(target, value), ...this.body(child("body"))] }];
      }
      case "TryStatement":
        return [this.guarded(node)];
      case "ThrowStatement":
        return [{ s: "do", value: this.value(child("argument")) }, { s: "raise" }];
      case "BlockStatement":
        return this.block(node["body"] as Node[]);
      case "BreakStatement":
      case "ContinueStatement":
        return [{ s: "break" }];
      case "LabeledStatement":
        return this.body(child("body"));
      case "ImportDeclaration":
        return this.include((child("source")["value"] as string) ?? "", node, importedNames(node));
      case "ClassDeclaration":
        return this.methods(node);
      case "ExportNamedDeclaration":
      case "ExportDefaultDeclaration": {
        const declared = node["declaration"] as Node | null;
        return declared === null ? [] : this.block([declared]);
      }
      default:
        return [];
    }
  }

  textOf({ start, end }: Node): string {
    return this.source.slice(start, end);
  }

  private include(path: string, node: Node, names: Include["names"]): Statement[] {
    if (!path.startsWith(".") || this.includes.length >= MOST_INCLUDES) return [];
    const include: Include = {
      kind: "module",
      paths: modulePaths(path),
      names,
      at: spanOf(node),
      isOptional: this.tries > 0,
    };
    for (const { local, exported } of names) if (exported === null) this.modules.add(local);
    this.includes.push(include);
    return [{ s: "include", include }];
  }

  isModule(name: string): boolean {
    return this.modules.has(name);
  }

  private methods(node: Node): Statement[] {
    return ((node["body"] as Node)["body"] as Node[]).flatMap((one) => {
      const name = (one["key"] as Node | undefined)?.["name"];
      const value = (one["value"] as Node | null | undefined) ?? null;
      return typeof name === "string" && value !== null && isFunction(value)
        ? [{ ...this.define(name, value), isMethod: true as const }]
        : [];
    });
  }

  private guarded(node: Node): Statement {
    const handler = node["handler"] as Node | null;
    const handlers: Handler[] =
      handler === null
        ? []
        : [
            {
              catchesExit: false,
              parsesInput: PARSES_INPUT.test(this.textOf(node["block"] as Node)),
              body: this.body(handler["body"] as Node),
              at: spanOf(handler),
            },
          ];
    this.tries++;
    const body = this.body(node["block"] as Node);
    this.tries--;
    return {
      s: "try",
      body,
      handlers,
      final: this.body(node["finalizer"] as Node | null),
    };
  }

  define(name: string, node: Node): Define {
    const given = node["params"] as Node[];
    const params = given.map((param) => {
      const target = targetOf(param);
      return (target["name"] as string | undefined) ?? `{${target.start}}`;
    });
    // `({ noExit = false }) => { … }`
    const taken = given.flatMap((param, index) => {
      const target = targetOf(param);
      const of: Expression = { e: "name", name: params[index] ?? "", at: spanOf(target) };
      return target.type === "ObjectPattern" ? this.assign(target, of) : [];
    });
    const defaults = given.map((param) =>
      param.type === "AssignmentPattern" ? this.value(param["right"] as Node) : null,
    );
    // `readStdin()`: however it collects what comes, that is what it gives back.
    const outer = this.isReadingInput;
    this.isReadingInput = READS_INPUT.test(name) && this.textOf(node).includes("process.stdin");
    const body = [...taken, ...this.functionBody(node)];
    this.isReadingInput = outer;
    return { s: "define", name, params, defaults, body };
  }

  /** An arrow function may be one expression. */
  functionBody(node: Node): Statement[] {
    const body = node["body"] as Node | null;
    if (body === null) return [];
    return body.type === "BlockStatement"
      ? this.block(body["body"] as Node[])
      : [{ s: "return", value: this.value(body) }];
  }

  private declaration(node: Node): Statement[] {
    const init = node["init"] as Node | null;
    const id = node["id"] as Node;
    if (init === null) return [];
    const path = id.type === "Identifier" ? pathOf(init, this.paths) : null;
    if (path !== null) this.paths.set(id["name"] as string, path);
    const required = requiredPath(init, this.paths);
    if (required !== null) return this.include(required, node, boundNames(id));
    if (isFunction(init) && id.type === "Identifier")
      return [this.define(id["name"] as string, init)];
    return this.assign(id, this.value(init));
  }

  /** Gives a value to a name, a member or a pattern. */
  assign(target: Node, value: Expression, adds = false): Statement[] {
    if (target.type === "Identifier")
      return [{ s: "set", name: target["name"] as string, path: [], value, adds }];
    if (target.type === "ObjectPattern")
      return (target["properties"] as Node[]).flatMap((property) => {
        const key = property["key"] as Node | undefined;
        const to = property["value"] as Node | undefined;
        if (key === undefined || to === undefined) return [];
        const name = (key["name"] ?? key["value"]) as string;
        const otherwise =
          to.type === "AssignmentPattern" ? { otherwise: this.value(to["right"] as Node) } : {};
        const at = spanOf(property);
        return this.assign(targetOf(to), { e: "member", of: value, key: name, at, ...otherwise });
      });
    if (target.type === "ArrayPattern") {
      const items = target["elements"] as (Node | null)[];
      // `const [, , file] = process.argv`
      if (value.e === "argv" && items.length < 3) return [];
      const names = items.map((one) =>
        one?.type === "Identifier" ? (one["name"] as string) : null,
      );
      return [{ s: "unpack", names, value }];
    }
    if (target.type === "MemberExpression") {
      const path = memberPath(target);
      if (nameOf(target) === "process.exitCode")
        return [{ s: "exit-code", code: value, at: spanOf(target) }];
      if (path !== null) return [{ s: "set", name: path.name, path: path.keys, value, adds }];
    }
    return [{ s: "do", value }];
  }

  value(node: Node): Expression {
    if (this.depth > DEEPEST) return unknown;
    this.depth++;
    const read = this.read(node);
    this.depth--;
    return read;
  }

  private read(node: Node): Expression {
    const child = (key: string): Node => node[key] as Node;
    const children = (key: string): Node[] =>
      (node[key] as (Node | null)[]).filter((one) => one !== null);
    switch (node.type) {
      case "Literal": {
        const value = node["value"];
        if (typeof value === "string") return text(value);
        if (typeof value === "number") return { e: "number", value };
        if (typeof value === "boolean") return { e: "flag", value };
        return value === null && node["raw"] === "null" ? { e: "null" } : unknown;
      }
      case "TemplateLiteral": {
        const values = children("expressions").map((one) => this.value(one));
        const parts = children("quasis").flatMap((quasi, index) => {
          const { cooked } = quasi["value"] as { cooked: string | null };
          const next = values[index];
          return [text(cooked ?? ""), ...(next === undefined ? [] : [next])];
        });
        return { e: "join", parts };
      }
      case "BinaryExpression": {
        const [left, right] = [this.value(child("left")), this.value(child("right"))];
        const operator = node["operator"] as string;
        if (/^[=!]==?$/.test(operator))
          return { e: "compare", isEqual: operator.startsWith("="), left, right, at: spanOf(node) };
        const parts = [left, right];
        return operator === "+" ? { e: "join", parts } : { e: "unknown", uses: parts };
      }
      case "UnaryExpression": {
        const operand = this.value(child("argument"));
        if (node["operator"] === "-" && operand.e === "number")
          return { e: "number", value: -operand.value };
        if (node["operator"] === "!") return { e: "not", of: operand };
        return { e: "unknown", uses: [operand] };
      }
      case "LogicalExpression": {
        const [left, right] = [this.value(child("left")), this.value(child("right"))];
        return node["operator"] === "&&" ? lastOf([left, right]) : firstOf([left, right]);
      }
      case "ConditionalExpression":
        return {
          e: "either",
          options: [this.value(child("consequent")), this.value(child("alternate"))],
          test: this.value(child("test")),
        };
      case "ObjectExpression":
        return {
          e: "object",
          entries: children("properties")
            .filter(isThere)
            .map((property) => {
              if (property.type === "SpreadElement")
                return { key: null, value: this.value(property["argument"] as Node) };
              const key = property["key"] as Node;
              const isComputed = property["computed"] === true;
              const name = (key["name"] ?? key["value"]) as string | undefined;
              return {
                key: isComputed && key.type !== "Literal" ? null : (name ?? null),
                value: this.value(property["value"] as Node),
              };
            }),
        };
      case "ArrayExpression":
        return { e: "list", items: children("elements").map((item) => this.value(item)) };
      case "Identifier":
        return { e: "name", name: node["name"] as string, at: spanOf(node) };
      case "AwaitExpression":
      case "SpreadElement":
        return this.value(child("argument"));
      case "ChainExpression":
      case "TSAsExpression":
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
        return this.value(child("expression"));
      case "SequenceExpression":
        return (
          children("expressions")
            .map((one) => this.value(one))
            .at(-1) ?? unknown
        );
      case "AssignmentExpression": {
        const adds = node["operator"] === "+=";
        const right = child("right");
        if (isFunction(right)) {
          // `exports.deny = () => { … }`, `deny = () => { … }`
          const [, name] = EXPORTED.exec(nameOf(child("left"))) ?? [];
          return name === undefined
            ? unknown
            : { e: "effect", statement: this.define(name, right) };
        }
        const [set] = this.assign(child("left"), this.value(right), adds);
        return set === undefined ? unknown : { e: "effect", statement: set };
      }
      case "MemberExpression":
        return readMember(node, (part) => this.value(part));
      case "ArrowFunctionExpression":
      case "FunctionExpression":
        return { e: "function", define: this.define("", node) };
      case "CallExpression":
      case "NewExpression":
        return javascriptCall(node, this);
      default:
        return unknown;
    }
  }
}
