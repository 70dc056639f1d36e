import { nameOf, type Node } from "./javascript-nodes.js";
import type { FilePath, Include } from "./syntax.js";

const ENDINGS = [
  "",
  ".js",
  ".mjs",
  ".cjs",
  ".ts",
  ".mts",
  ".cts",
  ".tsx",
  ".jsx",
  ".json",
  "/index.js",
  "/index.ts",
  "/index.mjs",
  "/index.cjs",
  "/package.json",
];

/** Where a relative module may be; TypeScript names the file that its own becomes. */
export function modulePaths(path: string): readonly FilePath[] {
  const typed = path.replace(/\.([mc]?)js$/, ".$1ts");
  const plain = /\.[mc]?[jt]s$/.test(path) ? [path, typed] : ENDINGS.map((end) => `${path}${end}`);
  return [...new Set(plain)].map((one) => `@/${one}`);
}

/** `import lib, { deny as no } from "./lib.js"` */
export function importedNames(node: Node): Include["names"] {
  const values = (node["specifiers"] as Node[]).filter((one) => one["importKind"] !== "type");
  return (node["importKind"] === "type" ? [] : values).map((one) => {
    const local = (one["local"] as Node)["name"] as string;
    const imported = one["imported"] as Node | undefined;
    return {
      local,
      exported: (imported?.["name"] ?? imported?.["value"] ?? null) as string | null,
    };
  });
}

/** The names that a module exports; null where they are not all known, or it is none of ES. */
export function exportedNames(body: readonly Node[]): ReadonlySet<string> | null {
  const names = new Set<string>();
  let isModule = false;
  for (const node of body) {
    if (node.type === "ExportAllDeclaration") return null;
    if (node.type === "ExportDefaultDeclaration") names.add("default");
    isModule ||= node.type.startsWith("Export");
    if (node.type !== "ExportNamedDeclaration") continue;
    for (const { exported } of node["specifiers"] as { exported: Node }[])
      names.add((exported["name"] ?? exported["value"]) as string);
    const declared = node["declaration"] as Node | null;
    const ids = [declared, ...((declared?.["declarations"] as Node[] | undefined) ?? [])];
    for (const one of ids) {
      const id = one?.["id"] as Node | null | undefined;
      if (id?.type === "Identifier") names.add(id["name"] as string);
      else if (id !== null && id !== undefined) return null;
    }
  }
  return isModule ? names : null;
}

/** The names of `const lib = require(…)`, `const { deny: no } = require(…)`. */
export function boundNames(id: Node): Include["names"] {
  if (id.type === "Identifier") return [{ local: id["name"] as string, exported: null }];
  if (id.type !== "ObjectPattern") return [];
  return (id["properties"] as Node[]).flatMap((property) => {
    const exported = (property["key"] as Node | undefined)?.["name"];
    const local = (property["value"] as Node | undefined)?.["name"];
    return typeof exported === "string" && typeof local === "string" ? [{ local, exported }] : [];
  });
}

/** The path of `require("./lib")`, `await import("./lib.mjs")` or `require(path.join(__dirname, "lib"))`. */
export function requiredPath(node: Node, paths: KnownPaths): string | null {
  const call = node.type === "AwaitExpression" ? (node["argument"] as Node) : node;
  if (call.type === "ImportExpression") return textOf(call["source"] as Node, paths);
  if (call.type !== "CallExpression" || nameOf(call["callee"] as Node) !== "require") return null;
  const [given] = call["arguments"] as Node[];
  return given === undefined ? null : textOf(given, paths);
}

/** Paths from the folder of the script, by the names that it has for them. */
export type KnownPaths = ReadonlyMap<string, string>;

/** `path.join(__dirname, "..", "lib")`, or a name for such a path: from the folder of the script. */
export function pathOf(node: Node, paths: KnownPaths): string | null {
  if (node.type === "Identifier")
    return node["name"] === "__dirname" ? "." : (paths.get(node["name"] as string) ?? null);
  if (nameOf(node) === "import.meta.dirname") return ".";
  if (node.type !== "CallExpression") return null;
  if (!/(?:^|\.)(?:join|resolve)$/.test(nameOf(node["callee"] as Node))) return null;
  const [folder, ...rest] = node["arguments"] as Node[];
  const base = folder === undefined ? null : pathOf(folder, paths);
  const parts = rest.map((one) => textOf(one, paths));
  return base === null || parts.includes(null) ? null : [base, ...parts].join("/");
}

function textOf(node: Node, paths: KnownPaths): string | null {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  return pathOf(node, paths);
}

/** `require.main === module`, `import.meta.main`, `import.meta.url === pathToFileURL(process.argv[1]).href` */
export function isMainTest(test: string): boolean {
  return /\brequire\.main\b|\bimport\.meta\.(?:main|url|filename)\b|\bisMain\b/.test(test);
}
