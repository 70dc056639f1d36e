import { resolve } from "node:path";
import ts from "typescript";
import { code, page, table, type Files } from "./markdown.js";

const entries: readonly (readonly [name: string, file: string, what: string])[] = [
  [
    "snaphook/core",
    "src/core.ts",
    "What a hook's answer means. Pure and synchronous, without any `node:` module: it runs in a browser.",
  ],
  [
    "snaphook/engine",
    "src/engine/index.ts",
    "Finds, matches and runs hooks. How to use it: [Embedding the engine](engine.md).",
  ],
  [
    "snaphook/agent",
    "src/agent/index.ts",
    "The loop of an agent that hooks guard, without a model and without a screen. How to use it: [Embedding](engine.md).",
  ],
  [
    "snaphook/react",
    "src/react/index.ts",
    "The hooks and questions of an agent, for components. React is an optional peer.",
  ],
  [
    "snaphook/testing",
    "src/testing/index.ts",
    "Fixtures for the tests of an agent, or of hooks. How to use it: [Testing](testing-kit.md).",
  ],
  [
    "snaphook/telemetry",
    "src/telemetry/index.ts",
    "Sends what the ledger records as OpenTelemetry. How to use it: [Telemetry](telemetry.md).",
  ],
];

export interface ApiExport {
  readonly entry: string;
  readonly name: string;
  readonly kind: string;
  readonly doc: string;
  readonly signature: string;
}

let known: readonly ApiExport[] | null = null;

/** Everything that the package exports, with the comment that is above it in the source. Found once: it takes seconds. */
export function apiExports(): readonly ApiExport[] {
  return (known ??= findExports());
}

function findExports(): ApiExport[] {
  const files = entries.map(([, file]) => resolve(file));
  const config = ts.readConfigFile("tsconfig.json", (path) => ts.sys.readFile(path)).config as {
    compilerOptions: object;
  };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ".");
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  return entries.flatMap(([entry], index) => {
    const source = program.getSourceFile(files[index] ?? "");
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) throw new Error(`${entry}: no such file`);
    return checker.getExportsOfModule(module).map((symbol) => describe(entry, symbol, checker));
  });
}

function describe(entry: string, exported: ts.Symbol, checker: ts.TypeChecker): ApiExport {
  const symbol =
    (exported.flags & ts.SymbolFlags.Alias) === 0 ? exported : checker.getAliasedSymbol(exported);
  const doc = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const { name } = exported;
  if ((symbol.flags & ts.SymbolFlags.Function) !== 0 && symbol.valueDeclaration !== undefined) {
    const [call] = checker
      .getTypeOfSymbolAtLocation(symbol, symbol.valueDeclaration)
      .getCallSignatures();
    const flags = ts.TypeFormatFlags.NoTruncation;
    const signature = call === undefined ? "" : checker.signatureToString(call, undefined, flags);
    return { entry, name, kind: "function", doc, signature: `${name}${signature}` };
  }
  const isType = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) !== 0;
  return { entry, name, kind: isType ? "type" : "value", doc, signature: "" };
}

export function apiPage(): Files {
  const all = apiExports();
  const parts = entries.flatMap(([entry, , what]) => {
    const own = all.filter((one) => one.entry === entry);
    const values = own.filter(({ kind }) => kind !== "type");
    const types = own.filter(({ kind }) => kind === "type");
    return [
      `## ${entry}`,
      what,
      table(["export", "what it is"], rows(values)),
      ...(types.length === 0 ? [] : [table(["type", "what it is"], rows(types))]),
    ];
  });
  const intro =
    "Every export of the package, from the comments in its source. Fields of types are described in the declarations, where an editor shows them.";
  return new Map([["docs/api.md", page("API", intro, ...parts)]]);
}

function rows(exports: readonly ApiExport[]): string[][] {
  return exports.map(({ name, signature, doc }) => [code(signature || name), oneLine(doc)]);
}

function oneLine(doc: string): string {
  return doc.replace(/\s+/g, " ").trim();
}
