import { codeIn, lineOf } from "./checks.js";
import { isFunction, nameOf, spanOf, type Node } from "./javascript-nodes.js";
import { text, type Expression, type StartedFile, type Statement } from "./syntax.js";

/** What the reader of calls needs from the reader of statements. */
export interface JavaScriptExpressions {
  value(node: Node): Expression;
  functionBody(node: Node): Statement[];
  assign(target: Node, value: Expression): Statement[];
  /** Whether a name is that of a module. */
  isModule(name: string): boolean;
  readonly starts: StartedFile[];
  /** How many `try` are around what is being read. */
  readonly tries: number;
  textOf(node: Node): string;
}

const streams: Readonly<Record<string, "stdout" | "stderr">> = {
  "console.log": "stdout",
  "console.info": "stdout",
  "console.debug": "stdout",
  "process.stdout.write": "stdout",
  "console.error": "stderr",
  "console.warn": "stderr",
  "process.stderr.write": "stderr",
};

const starting = /(?:^|\.)(?:exec|execSync|spawn|spawnSync|execFile|execFileSync)$/;
const keeping =
  /^(?:trim|trimEnd|trimStart|slice|substring|substr|toString|join|replace|replaceAll|toLowerCase|toUpperCase)$/;

/** What a call in JavaScript does, as far as a hook's answer needs it. */
export function javascriptCall(node: Node, reader: JavaScriptExpressions): Expression {
  const callee = node["callee"] as Node;
  const args = node["arguments"] as Node[];
  const at = spanOf(node);
  const name = nameOf(callee);
  const stream = streams[name];
  const plain = args.filter((arg) => !isFunction(arg));
  const values = plain.map((arg) => reader.value(arg));
  if (stream !== undefined) {
    const parts = values.flatMap((value, index) => (index === 0 ? [value] : [text(" "), value]));
    return { e: "effect", statement: { s: "write", stream, value: { e: "join", parts }, at } };
  }
  const [first] = values;
  if (name === "process.exit" || name === "Deno.exit")
    return {
      e: "effect",
      statement: { s: "exit", code: first ?? { e: "number", value: 0 }, at },
    };
  if (name === "JSON.stringify") return { e: "json", value: first ?? { e: "null" } };
  if (name === "JSON.parse" && first !== undefined) return { e: "parsed", of: first, at };
  if (name === "Promise.resolve" || name === "String") return first ?? { e: "unknown", uses: [] };
  const method = callee.type === "MemberExpression" ? (callee["property"] as Node)["name"] : name;
  if (method === "readFileSync" && isStdinFile(args[0])) return { e: "stdin", at, isWhole: true };
  if (/^Bun\.stdin\.(?:text|json)$/.test(name)) return { e: "stdin", at, isWhole: true };
  if (/^(?:Bun\.stdin|process\.stdin)\.(?:text|json|read)$/.test(name)) return { e: "stdin", at };
  if (/(?:^|\.)text$/.test(name) && first?.e === "stdin") return { ...first, isWhole: true };
  return otherCall(node, name, { args, values, reader });
}

function otherCall(
  node: Node,
  name: string,
  {
    args,
    values,
    reader,
  }: {
    readonly args: readonly Node[];
    readonly values: readonly Expression[];
    readonly reader: JavaScriptExpressions;
  },
): Expression {
  const at = spanOf(node);
  const callee = node["callee"] as Node;
  const effects: Statement[] = [];
  if (starting.test(name)) {
    const [command] = values;
    const program = command?.e === "text" ? command.text.split(" ", 1)[0] : undefined;
    if (program !== undefined && /^\.{0,2}[\w.@-]*\//.test(program) && !program.startsWith("/"))
      reader.starts.push({ path: program, interpreter: null, at, isTested: false });
    if (program !== undefined)
      effects.push({ s: "program", name: program.split("/").at(-1) ?? program, at });
    const list = values[1]?.e === "list" ? values[1] : undefined;
    const line = lineOf(command, list);
    const code = codeIn(command, list, /exec(?:Sync)?$/.test(name));
    const isShown = args.some((arg) => /stdio\W+(?:\w+\W+)?inherit\b/.test(reader.textOf(arg)));
    const isTold = /exec(?:File)?Sync$/.test(name);
    const failure = isTold ? (reader.tries === 0 ? "ends" : "tested") : "lost";
    const [stdout, stderr] = isShown ? (["stdout", "stderr"] as const) : [null, null];
    if (line !== null)
      effects.push({
        s: "scope",
        body: [{ s: "runs", line, at, failure, ...(code && { code }) }],
        stdout,
        stderr,
        isSubshell: false,
      });
    if (name.endsWith("Sync")) {
      const done = effects.map((statement): Expression => ({ e: "effect", statement }));
      const ran = isShown || line === null ? {} : { ran: line };
      return { e: "unknown", uses: [...values, ...done], ...ran };
    }
  }
  const [first] = values;
  const uses: Expression[] = [...values];
  if (isFunction(callee)) {
    // `(async () => { … })()`
    return { e: "effect", statement: inline(reader.functionBody(callee)) };
  }
  if (callee.type === "MemberExpression") {
    const object = callee["object"] as Node;
    const property = (callee["property"] as Node)["name"];
    if (object.type === "ThisExpression" && typeof property === "string")
      return { e: "call", name: property, args: values, at };
    if (reader.isModule(nameOf(object))) return { e: "call", name, args: values, at };
    // All arguments as one text.
    if (property === "join" && isArguments(object)) return { e: "argv", at };
    const receiver = reader.value(object);
    if (property === "catch" && args[0] !== undefined) {
      const handler = {
        catchesExit: false,
        parsesInput: false,
        body: callback(args[0], [], reader),
        at: spanOf(args[0]),
      };
      const body: Statement[] = [...effects, { s: "do", value: receiver }];
      return withEffects([{ s: "try", body, handlers: [handler], final: [] }]);
    }
    if (
      typeof property === "string" &&
      keeping.test(property) &&
      args.every((arg) => !isFunction(arg))
    ) {
      const [from, to] = values;
      return /^(?:slice|substring|substr)$/.test(property) &&
        from?.e === "number" &&
        from.value === 0 &&
        to !== undefined
        ? { e: "cut", of: receiver, most: to }
        : { e: "join", parts: [receiver] };
    }
    if (property === "includes" && first !== undefined && values.length === 1)
      return { e: "compare", isEqual: true, left: first, right: receiver, at, isMember: true };
    if (property === "push" && object.type === "Identifier")
      return withEffects(
        values.map((value) => ({ s: "append", name: object["name"] as string, value })),
      );
    uses.push(receiver);
    const isStdin = receiver.e === "stdin";
    for (const arg of args) {
      if (!isFunction(arg) && arg.type !== "Identifier") continue;
      const isFailure = first?.e === "text" && first.text === "error";
      const given: Expression[] = (isStdin && !isFailure) || property === "then" ? [receiver] : [];
      const body = callback(arg, given, reader);
      // What waits for the end of stdin, or for a promise, is done in any case.
      if (isStdin || property === "then") effects.push(...body);
      else if (isFunction(arg)) effects.push({ s: "branch", arms: [body], complete: false });
    }
    if (effects.length > 0)
      return withEffects([{ s: "do", value: { e: "unknown", uses } }, ...effects]);
    const key = callee["computed"] === true ? "" : property;
    return typeof key === "string"
      ? { e: "call", name: key, of: receiver, args: values, at }
      : { e: "unknown", uses };
  }
  if (effects.length > 0)
    return withEffects([{ s: "do", value: { e: "unknown", uses } }, ...effects]);
  if (name === "") return { e: "unknown", uses };
  return { e: "call", name, args: args.map((arg) => reader.value(arg)), at };
}

/** A function that someone else calls, with its first values. */
function callback(
  node: Node,
  given: readonly Expression[],
  reader: JavaScriptExpressions,
): Statement[] {
  if (node.type === "Identifier")
    return [
      {
        s: "do",
        value: { e: "call", name: node["name"] as string, args: given, at: spanOf(node) },
      },
    ];
  if (!isFunction(node)) return [];
  const params = node["params"] as Node[];
  const sets = params.flatMap((param, index) => {
    const value = given[index];
    return value === undefined ? [] : reader.assign(param, value);
  });
  return [inline([...sets, ...reader.functionBody(node)])];
}

/** Where a return ends only the function. */
function inline(body: readonly Statement[]): Statement {
  return { s: "inline", body };
}

function withEffects(statements: readonly Statement[]): Expression {
  const [only, ...more] = statements;
  if (only !== undefined && more.length === 0) return { e: "effect", statement: only };
  return {
    e: "effect",
    statement: {
      s: "scope",
      body: statements,
      stdout: "stdout",
      stderr: "stderr",
      isSubshell: false,
    },
  };
}

/** `process.argv.slice(2)` */
function isArguments(node: Node): boolean {
  return node.type === "CallExpression" && nameOf(node["callee"] as Node) === "process.argv.slice";
}

function isStdinFile(node: Node | undefined): boolean {
  if (node?.type === "Literal") return node["value"] === 0 || node["value"] === "/dev/stdin";
  return node !== undefined && nameOf(node) === "process.stdin.fd";
}
