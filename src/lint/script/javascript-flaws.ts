import { nameOf, spanOf, type Node } from "./javascript-nodes.js";
import { patternFlaws } from "./pattern-flaws.js";
import type { Flaw, ModuleForm, ParsedScript } from "./syntax.js";

/** Names that only CommonJS has. */
const COMMON = /^(?:require|module|exports|__dirname|__filename)$/;
/** Modules of Node and functions of theirs, by the names that they usually get. */
const USUAL =
  /^(?:fs|path|os|child_process|crypto|readline|execSync|execFileSync|spawnSync|spawn|readFileSync|writeFileSync|appendFileSync|existsSync|mkdirSync|statSync|readdirSync|homedir|tmpdir|fileURLToPath)$/;
/** What texts have and bytes have not. */
const OF_TEXTS =
  /^(?:trim|trimEnd|trimStart|split|match|matchAll|replace|replaceAll|startsWith|endsWith|toLowerCase|toUpperCase|charAt|padEnd|padStart|substring|substr)$/;

/** What Node, Bun and Deno have without an import, the newest of it that this Node may not have yet, and what zx gives to scripts. */
const BUILT_IN =
  /^(?:require|import|super|eval|alert|confirm|prompt|gc|cd|echo|question|within|glob|quote|spinner|retry|sleep|WebSocket|WebSocketStream|EventSource|CloseEvent|ErrorEvent|PromiseRejectionEvent|Iterator|Float16Array|Storage|URLPattern|CustomEvent|Navigator|Worker|SharedWorker|SuppressedError|DisposableStack|AsyncDisposableStack|HTMLRewriter|reportError|fetch|navigator)$/;

interface Use {
  readonly name: string;
  readonly node: Node;
  /** It is called as a function. */
  readonly isCall: boolean;
}

/** Where a script in JavaScript fails by itself, and which kind of module it is written as. */
export function javascriptFlaws(program: Node): Pick<ParsedScript, "flaws" | "form"> {
  /** How often each name is given to something. */
  const bound = new Map<string, number>();
  const uses: Use[] = [];
  const assigned = new Map<string, (Node | null)[]>();
  const calls: Node[] = [];
  const patterns: Flaw[] = [];
  let es: ModuleForm["es"] = null;
  let isTested = false;
  const bind = (node: unknown): void => {
    for (const one of nodesIn(node))
      if (one.type === "Identifier")
        bound.set(one["name"] as string, (bound.get(one["name"] as string) ?? 0) + 1);
  };
  for (const node of nodesIn(program)) {
    switch (node.type) {
      case "VariableDeclarator": {
        const id = node["id"] as Node;
        bind(id);
        if (id.type === "Identifier") note(assigned, id, node["init"] as Node | null);
        break;
      }
      case "AssignmentExpression": {
        const left = node["left"] as Node;
        if (left.type === "Identifier") note(assigned, left, node["right"] as Node);
        break;
      }
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
      case "ClassDeclaration":
      case "ClassExpression":
      case "TSDeclareFunction":
      case "TSImportEqualsDeclaration":
        bind(node["id"]);
        bind(node["params"]);
        break;
      case "CatchClause":
        bind(node["param"]);
        break;
      case "ImportDeclaration":
        bind((node["specifiers"] as Node[]).map((one) => one["local"]));
        if (node["importKind"] !== "type") es ??= { at: spanOf(node) };
        break;
      case "ExportNamedDeclaration":
      case "ExportDefaultDeclaration":
      case "ExportAllDeclaration":
        if (node["exportKind"] !== "type") es ??= { at: spanOf(node) };
        break;
      case "Literal": {
        const regex = node["regex"] as { readonly pattern: string } | undefined;
        if (regex !== undefined) patterns.push(...patternFlaws(regex.pattern, spanOf(node)));
        break;
      }
      case "UnaryExpression":
        isTested ||= node["operator"] === "typeof";
        break;
      case "CallExpression":
        calls.push(node);
        useOf(node["callee"] as Node, uses, true);
        break;
      case "MemberExpression":
        useOf(node["object"] as Node, uses);
        break;
      case "Identifier":
        if (/^__(?:dir|file)name$/.test(node["name"] as string)) useOf(node, uses);
        break;
    }
  }
  // The same name in two functions may be two things.
  for (const [name, times] of bound) if (times > 1) assigned.delete(name);
  const free = uses.filter(({ name }) => !bound.has(name));
  // `typeof log === "function"`, `log = () => …`: somebody thought of where it comes from.
  const asked = free.filter(
    ({ name, isCall }) => !isCall || USUAL.test(name) || !(isTested || assigned.has(name)),
  );
  // `typeof require`: it knows of both.
  const common = isTested ? undefined : first(free.filter(({ name }) => COMMON.test(name)));
  return {
    form: {
      es,
      common: common === undefined ? null : { name: common.name, at: spanOf(common.node) },
    },
    flaws: [
      ...patterns,
      ...undefinedNames(asked),
      ...calls.flatMap((call) => onBytes(call, assigned)),
    ],
  };
}

function note(assigned: Map<string, (Node | null)[]>, id: Node, value: Node | null): void {
  const name = id["name"] as string;
  assigned.set(name, [...(assigned.get(name) ?? []), value]);
}

function useOf(node: Node, uses: Use[], isCall = false): void {
  if (node.type === "Identifier") uses.push({ name: node["name"] as string, node, isCall });
}

function first<One extends { readonly node: Node }>(uses: readonly One[]): One | undefined {
  return uses.toSorted((one, other) => one.node.start - other.node.start)[0];
}

/** Names of Node's modules that the script never got, and functions that are nowhere: each once. */
function undefinedNames(free: readonly Use[]): Flaw[] {
  const isUnknown = ({ name, isCall }: Use): boolean =>
    USUAL.test(name) || (isCall && !BUILT_IN.test(name) && !(name in globalThis));
  const names = new Set(free.filter(isUnknown).map(({ name }) => name));
  return [...names].flatMap((name): Flaw[] => {
    const use = first(free.filter((one) => one.name === name));
    if (use === undefined) return [];
    const [lacks, fix] = USUAL.test(name)
      ? ["is used, but the script never imports it", `import \`${name}\``]
      : [
          "is called, but the script neither defines nor imports it",
          `define \`${name}\`, or remove the call`,
        ];
    const message = `\`${name}\` ${lacks}: it stops here with a ReferenceError.`;
    return [{ kind: "fails", at: spanOf(use.node), message, fix }];
  });
}

/** `execSync("git status").trim()`: without an encoding it gives bytes. */
function onBytes(call: Node, assigned: ReadonlyMap<string, readonly (Node | null)[]>): Flaw[] {
  const callee = call["callee"] as Node;
  if (callee.type !== "MemberExpression" || callee["computed"] === true) return [];
  const method = (callee["property"] as Node)["name"] as string;
  const from = OF_TEXTS.test(method) ? bytesOf(callee["object"] as Node, assigned) : null;
  if (from === null) return [];
  return [
    {
      kind: "fails",
      at: spanOf(callee["property"] as Node),
      message: `\`${from}\` gives bytes where no encoding is named, and bytes have no \`${method}\`: the script stops here with a TypeError.`,
      fix: `give \`${from}\` the option \`encoding: "utf8"\``,
    },
  ];
}

function bytesOf(
  node: Node,
  assigned: ReadonlyMap<string, readonly (Node | null)[]>,
  depth = 0,
): string | null {
  if (depth > 4) return null;
  if (/^(?:ChainExpression|ParenthesizedExpression|TSNonNullExpression)$/.test(node.type))
    return bytesOf(node["expression"] as Node, assigned, depth + 1);
  if (node.type === "Identifier") {
    const values = assigned.get(node["name"] as string) ?? [];
    const [only] = values;
    return values.length === 1 && only !== null && only !== undefined
      ? bytesOf(only, assigned, depth + 1)
      : null;
  }
  if (node.type === "MemberExpression") {
    const key = (node["property"] as Node)["name"];
    const isOutput = node["computed"] !== true && (key === "stdout" || key === "stderr");
    return isOutput ? programOf(node["object"] as Node, assigned) : null;
  }
  return callWithoutEncoding(node, /(?:^|\.)(?:execSync|execFileSync|readFileSync)$/);
}

/** `spawnSync(…)`, or the name of what it gave. */
function programOf(
  node: Node,
  assigned: ReadonlyMap<string, readonly (Node | null)[]>,
): string | null {
  const values = node.type === "Identifier" ? assigned.get(node["name"] as string) : [node];
  const [only] = values ?? [];
  return values?.length === 1 && only !== null && only !== undefined
    ? callWithoutEncoding(only, /(?:^|\.)spawnSync$/)
    : null;
}

function callWithoutEncoding(node: Node, names: RegExp): string | null {
  if (node.type !== "CallExpression") return null;
  const name = nameOf(node["callee"] as Node);
  if (!names.test(name)) return null;
  const options = (node["arguments"] as Node[])
    .slice(1)
    .filter(({ type }) => type !== "ArrayExpression");
  const isKnown = options.every(
    (one) =>
      one.type === "ObjectExpression" &&
      (one["properties"] as Node[]).every(
        (property) =>
          property.type === "Property" && (property["key"] as Node)["name"] !== "encoding",
      ),
  );
  return isKnown ? name : null;
}

/** Every node, each once; names that are keys and no values are left out. */
function* nodesIn(root: unknown): Generator<Node> {
  const pending: unknown[] = [root];
  for (let at = pending.pop(); pending.length > 0 || at !== undefined; at = pending.pop()) {
    if (typeof at !== "object" || at === null) continue;
    if (Array.isArray(at)) {
      pending.push(...at);
      continue;
    }
    const node = at as Node;
    if (typeof node.type === "string") yield node;
    const isPlain = node["computed"] !== true;
    for (const key of Object.keys(node)) {
      if (key === "type" || key === "start" || key === "end") continue;
      if (isPlain && key === "property" && node.type === "MemberExpression") continue;
      if (isPlain && key === "key") continue;
      pending.push(node[key]);
    }
  }
}
