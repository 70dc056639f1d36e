import { readdirSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import layers from "../layers.json" with { type: "json" };
import { readImports, unusedPermissions, violations } from "../scripts/arch.mjs";

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll("\\", "/")}`);

const folders = readdirSync("src", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

let result: Awaited<ReturnType<typeof readImports>>;

beforeAll(async () => {
  result = await readImports();
});

test("every import goes in a direction that layers.json allows", () => {
  expect(violations(result)).toEqual([]);
});

test("every permission of layers.json is used", () => {
  expect(unusedPermissions(layers, result.modules)).toEqual([]);
});

test("a permission that no file uses is reported, wherever it is", () => {
  const generous = {
    ...layers,
    bottom: [...layers.bottom, "cli"],
    modules: { ...layers.modules, problem: ["cli"], gone: ["problem"] },
    exportLists: { ...layers.exportLists, "index.ts": ["core.ts", "agent", "tui"] },
    typesOnly: { ...layers.typesOnly, show: ["run"] },
    doors: { "payload/schemas.ts": ["scripts", "bench"] },
  };
  const found = [
    "src → src/cli",
    "src/problem → src/cli",
    "src/gone → src/problem",
    "src/index.ts → src/tui",
    "src/show → src/run",
    "bench → src/payload/schemas.ts",
  ];
  expect(unusedPermissions(generous, result.modules)).toEqual(
    found.map((line) => `allowed, but not used: ${line}`),
  );
});

test("the check saw every source file", () => {
  const seen = new Set(result.modules.map((module) => module.source));
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((file) => !seen.has(file))).toEqual([]);
});

test("layers.json names the folders in src, and no others", () => {
  expect(Object.keys(layers.modules).toSorted()).toEqual(folders.toSorted());
});

test("layers.json names only modules it knows", () => {
  const known = [...Object.keys(layers.modules), ...Object.keys(layers.exportLists)];
  const named = [
    ...layers.bottom,
    ...layers.pure,
    ...Object.values(layers.modules).flat(),
    ...Object.values(layers.exportLists).flat(),
    ...Object.entries(layers.sides).flatMap(([name, { also }]) => [name, ...also]),
  ];
  expect(named.filter((name) => !known.includes(name))).toEqual([]);
});

test("a pure module may import only pure modules", () => {
  expect(layers.bottom.filter((name) => !layers.pure.includes(name))).toEqual([]);
  const leaks = Object.entries(layers.modules)
    .filter(([name]) => layers.pure.includes(name))
    .flatMap(([name, allowed]) =>
      allowed.filter((other) => !layers.pure.includes(other)).map((other) => `${name} → ${other}`),
    );
  expect(leaks).toEqual([]);
});

test("nothing may import cli", () => {
  expect(Object.values(layers.modules).flat()).not.toContain("cli");
});
