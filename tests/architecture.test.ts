import { readdirSync } from "node:fs";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseOptions from "dependency-cruiser/config-utl/extract-depcruise-options";
import extractTSConfig from "dependency-cruiser/config-utl/extract-ts-config";
import { beforeAll, expect, test } from "vitest";
import layers from "../layers.json" with { type: "json" };

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  .map((file) => `src/${file.replaceAll("\\", "/")}`);

const folders = readdirSync("src", { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name);

let result: ICruiseResult;

beforeAll(async () => {
  const options = await extractDepcruiseOptions("./.dependency-cruiser.cjs");
  const { output } = await cruise(["src", "tests", "scripts", "bench"], options, undefined, {
    tsConfig: extractTSConfig("tsconfig.json"),
  });
  if (typeof output === "string") throw new TypeError("expected a result, not a report");
  result = output;
});

test("every import goes in a direction that layers.json allows", () => {
  expect(
    result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ).toEqual([]);
});

test("the check saw every source file", () => {
  const seen = new Set(result.modules.map((module) => module.source));
  expect(sources.length).toBeGreaterThan(5);
  expect(sources.filter((file) => !seen.has(file))).toEqual([]);
});

test("every folder in src is named in layers.json", () => {
  expect(folders.filter((folder) => !Object.hasOwn(layers.modules, folder))).toEqual([]);
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
