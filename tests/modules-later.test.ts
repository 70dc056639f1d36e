import { isDeepStrictEqual } from "node:util";
import { compileFunction } from "node:vm";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { foldersLater, jsonReadersAlone, tablesAsText } from "../scripts/later.mjs";
import { modulesLater } from "../scripts/modules-later.mjs";
import { catalogue, problemCodes } from "../src/problem/index.js";
import { Workspace } from "./workspace.js";

/** What a bundle of these files exports as `result`, and which of them were evaluated by then. */
async function resultOf(files: Readonly<Record<string, string>>): Promise<unknown> {
  const workspace = new Workspace();
  for (const [name, text] of Object.entries(files)) workspace.write(name, text);
  const { outputFiles } = await build({
    entryPoints: [workspace.write("main.ts", files["main.ts"] ?? "")],
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    minify: true,
    plugins: [modulesLater],
  });
  const module = { exports: {} as { result?: unknown } };
  // What the build puts around a command.
  const made = compileFunction(outputFiles[0]?.text ?? "", ["module", "exports", "require"]);
  made(module, module.exports, (id: string) => process.getBuiltinModule(id));
  return module.exports.result;
}

const note = (name: string): string => `((globalThis as any).evaluated ??= []).push("${name}");\n`;

test("a module is evaluated when one of its names is first used, and once", async () => {
  Reflect.set(globalThis, "evaluated", []);
  const result = await resultOf({
    "main.ts": `
      import { used, Kept as Renamed, type Nothing } from "./all.js";
      import { never } from "./never.js";
      const evaluated = (globalThis as any).evaluated;
      const before = [...evaluated];
      const one: Nothing = used();
      const kept = new Renamed(2);
      export const result = { before, one, again: used(), kept: kept.value, is: kept instanceof Renamed, after: [...evaluated] };
      export const other = () => never;`,
    "all.ts": `
      ${note("all")}
      export { used } from "./used.js";
      export { Base as Kept, type Nothing } from "./kept.js";
      export { never } from "./never.js";`,
    "used.ts": `${note("used")} let count = 0; export function used(): number { return ++count; }`,
    "kept.ts": `
      ${note("kept")}
      import { half } from "./folder/index.js";
      export type Nothing = number;
      export class Base { constructor(readonly value: number) { this.value = half(value); } }`,
    "folder/index.ts": `${note("index")} export { half } from "./half.js";`,
    "folder/half.ts": `${note("half")} export const half = (value: number) => value / 2;`,
    "never.ts": `${note("never")} export const never = 1;`,
  });
  Reflect.deleteProperty(globalThis, "evaluated");
  expect(result).toEqual({
    before: [],
    one: 1,
    again: 2,
    kept: 1,
    is: true,
    after: ["used", "kept", "half"],
  });
});

test("modules that import each other, Node's own and names that are imported as another work as before", async () => {
  const result = await resultOf({
    "main.ts": `
      import { join as joined } from "node:path";
      import { even } from "./even.js";
      export const result = [joined("a", "b"), even(4), even(5)];`,
    "even.ts": `
      import { odd } from "./odd.js";
      export function even(value: number): boolean { return value === 0 || odd(value - 1); }`,
    "odd.ts": `
      import { even as isEven } from "./even.js";
      export const odd = (value: number): boolean => value !== 0 && isEven(value - 1);`,
  });
  expect(result).toEqual(["a/b", true, false]);
});

test("a table that is loaded as text is the table, and one that JSON cannot hold is refused", async () => {
  const path = "src/problem/catalogue.ts";
  const table = { catalogue, problemCodes };
  const { outputFiles } = await build({
    stdin: { contents: `export { catalogue } from "./${path}";`, resolveDir: "." },
    bundle: true,
    write: false,
    format: "cjs",
    plugins: [tablesAsText({ [path]: table })],
  });
  const module = { exports: {} as { catalogue?: unknown } };
  compileFunction(outputFiles[0]?.text ?? "", ["module"])(module);
  expect(isDeepStrictEqual(module.exports.catalogue, catalogue)).toBe(true);
  expect(() => tablesAsText({ [path]: { table: new Map() } })).toThrow(
    `${path} has more than texts, numbers and lists`,
  );
});

test("a folder that is loaded later is loaded by its first function, and its constants are there at once", async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { isShell, GLOB, LANGUAGE_NAMES } from "./src/shell/index.js";
        module.exports = { glob: GLOB, python: LANGUAGE_NAMES.python.test("python3"), isShell };`,
      resolveDir: ".",
    },
    bundle: true,
    write: false,
    format: "cjs",
    plugins: [foldersLater({ shell: await import("../src/shell/index.js") }, "load()")],
  });
  let loads = 0;
  const load = (): object => ({ shell: { isShell: (name: string) => `${++loads} ${name}` } });
  const module = { exports: {} as Record<string, unknown> };
  compileFunction(outputFiles[0]?.text ?? "", ["module", "load"])(module, load);
  const { glob, python, isShell } = module.exports as {
    glob: string;
    python: boolean;
    isShell: (name: string) => string;
  };
  expect([python, loads, glob.length, isShell("sh"), isShell("bash")]).toEqual([
    true,
    0,
    1,
    "1 sh",
    "2 bash",
  ]);
});

test.each([
  ["esm", [jsonReadersAlone]],
  ["cjs", [jsonReadersAlone, modulesLater]],
] as const)("who only reads JSON does not load what formats it: %s", async (format, plugins) => {
  const source = 'import { parseTree } from "jsonc-parser"; export const result = parseTree("1");';
  const { outputFiles } = await build({
    entryPoints: [new Workspace().write("main.ts", source)],
    nodePaths: ["node_modules"],
    bundle: true,
    write: false,
    platform: "node",
    mainFields: ["module", "main"],
    format,
    plugins: [...plugins],
  });
  const text = outputFiles[0]?.text ?? "";
  expect([text.includes("parseTree"), text.includes("cachedSpaces")]).toEqual([true, false]);
});
