import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import layers from "../layers.json" with { type: "json" };
import { unusedPermissions } from "../scripts/arch.mjs";

// What the files import is compared with layers.json by `npm run arch`.

const folders = readdirSync("src", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

test("a permission that no file uses is reported, wherever it is", () => {
  const imports = (source: string, ...files: string[]) => ({
    source,
    dependencies: files.map((resolved) => ({ resolved })),
  });
  const modules = [
    imports("src/engine/a.ts", "src/problem/index.ts", "src/decode/index.ts", "src/run/index.ts"),
    imports("src/index.ts", "src/engine/index.ts"),
    imports("scripts/b.mjs", "src/problem/table.ts"),
    imports("src/cli/c.test.ts", "src/tui/index.ts"),
    imports("src/tui/d.ts", "src/show/e.ts"),
  ];
  const generous = {
    bottom: ["problem", "cli"],
    modules: { engine: ["decode", "tui"], gone: ["problem"], cli: ["tui"] },
    exportLists: { "index.ts": ["engine", "tui"] },
    typesOnly: { engine: ["run", "show"] },
    sides: { tui: { also: ["show", "run"] } },
    doors: { "problem/table.ts": ["scripts", "bench"] },
  };
  const found = [
    "src → src/cli",
    "src/engine → src/tui",
    "src/gone → src/problem",
    "src/cli → src/tui",
    "src/index.ts → src/tui",
    "src/engine → src/show",
    "src/tui → src/run",
    "bench → src/problem/table.ts",
  ];
  expect(unusedPermissions(generous, modules)).toEqual(
    found.map((line) => `allowed, but not used: ${line}`),
  );
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
