import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readArguments } from "../scripts/mutation-arguments.mjs";
import { codeIn, instrument, mutantsIn } from "../scripts/mutation-copy.mjs";
import { findTests, projectFiles } from "../scripts/mutation-tests.mjs";
import { temporaryFolder } from "./workspace.js";

const usage = "Usage: npm run mutation -- src/run ";

test("takes folders and numbers", () => {
  const given = ["src/run/", "./src/cli", "src/run", "--minutes", "0.5", "--mutants", "7"];
  expect(readArguments([...given, "--seed", "0", "--tests", "3", "--json"])).toEqual({
    folders: ["src/run", "src/cli"],
    minutes: 0.5,
    mutants: 7,
    seed: 0,
    tests: 3,
    json: true,
  });
});

test("takes ten minutes, 40 tests and a seed of its own where none are given", () => {
  const { seed, ...others } = readArguments(["src/run"]);
  expect(others).toEqual({
    folders: ["src/run"],
    minutes: 10,
    mutants: Infinity,
    tests: 40,
    json: false,
  });
  expect(Number.isInteger(seed) && seed >= 0).toBe(true);
});

test.each<[string[], string]>([
  [[], "Name a folder."],
  [["--json"], "Name a folder."],
  [["src/run", "--minutes", "x"], '--minutes must be a positive number, not "x".'],
  [["src/run", "--minutes", ""], '--minutes must be a positive number, not "".'],
  [["src/run", "--minutes", "0"], '--minutes must be a positive number, not "0".'],
  [["src/run", "--minutes", "0.0"], '--minutes must be a positive number, not "0.0".'],
  [["src/run", "--minutes", "NaN"], '--minutes must be a positive number, not "NaN".'],
  [["src/run", "--minutes", "Infinity"], '--minutes must be a positive number, not "Infinity".'],
  [["src/run", "--minutes=-1"], '--minutes must be a positive number, not "-1".'],
  [["src/run", "--mutants", "0"], '--mutants must be a positive integer, not "0".'],
  [["src/run", "--mutants", "2.5"], '--mutants must be a positive integer, not "2.5".'],
  [["src/run", "--tests", "all"], '--tests must be a positive integer, not "all".'],
  [["src/run", "--seed", "s"], '--seed must be an integer, not "s".'],
  [["src/run", "--minute", "4"], "Unknown option '--minute'"],
  [["src/run", "--minutes"], "Option '--minutes <value>' argument missing"],
  [["src/run", "--json=no"], "Option '--json' does not take an argument"],
])("%j is refused, with the usage", (args, why) => {
  expect(() => readArguments(args)).toThrow(why);
  expect(() => readArguments(args)).toThrow(usage);
});

test.each([
  [["src/run", "--minutes", "x"], '--minutes must be a positive number, not "x".'],
  [["src/nowhere"], "There is no code in src/nowhere."],
])("the command with %j ends with 2 before it tries anything", (args, why) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["scripts/mutation.mjs", ...args],
    { encoding: "utf8" },
  );
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
  expect(stderr.split("\n")).toEqual([why, expect.stringContaining(usage), ""]);
});

test("the code of a folder is what is no test of it, and a file is its own", () => {
  const files = ["src/a/b.ts", "src/a/b.test.ts", "src/a/c.tsx", "src/a/d.md", "src/ab.ts"];
  expect(codeIn("src/a", files)).toEqual(["src/a/b.ts", "src/a/c.tsx"]);
  expect(codeIn("src/ab.ts", files)).toEqual(["src/ab.ts"]);
  expect(codeIn("src/ab.ts:7", files)).toEqual(["src/ab.ts"]);
});

test("a line has its own mutants, and none is in two places", () => {
  const [one, two, three] = ["src/a/b.ts:1", "src/a/b.ts:12", "src/a/c.ts:1"].map((place) => {
    const [file = "", line] = place.split(":");
    return { id: place, file, line: Number(line), original: "", mutated: "" };
  });
  if (one === undefined || two === undefined || three === undefined) throw new Error("mutants");
  const given = [one, two, three];
  expect(mutantsIn(["src/a/b.ts:1", "src/a", "src/a/c.ts"], given)).toEqual([
    [one],
    [two, three],
    [],
  ]);
  expect(mutantsIn(["src/a/b.ts", "src/a/b.ts:12", "src/ab"], given)).toEqual([[one, two], [], []]);
});

test.each([
  [
    "src/run/keeper.ts",
    ["src/run/keeper.test.ts", "tests/flow/faults.test.ts", "tests/worker/death.test.ts"],
  ],
  ["src/engine/project-engine.ts", ["tests/flow/stores.test.ts", "tests/flow/wave.test.ts"]],
  [
    "src/engine/thread/open-event.ts",
    ["tests/thread/faults.test.ts", "tests/thread/takeover.test.ts"],
  ],
  ["src/tools/search-tools.ts", ["tests/tools/search-tools.test.ts"]],
])("tests that run %s are among its forty nearest", (file, wanted) => {
  expect(findTests(projectFiles())(file).slice(0, 40)).toEqual(expect.arrayContaining(wanted));
});

test("a program has all mutants in it, does what the one does that is on, and says which it reaches", async () => {
  const folder = temporaryFolder();
  const [program, state, list] = ["program.mjs", "state", "list"].map((name) => join(folder, name));
  if (program === undefined || state === undefined || list === undefined) throw new Error("names");
  const code = '#!/usr/bin/env node\nif (process.argv.length > 2) console.log("two");\n';
  writeFileSync(program, code);
  const { mutants, files } = await instrument([program], state);
  expect(mutants.map(({ line, original, mutated }) => [line, original, mutated])).toEqual([
    [2, "process.argv.length > 2", "true"],
    [2, "process.argv.length > 2", "false"],
    [2, "process.argv.length > 2", "process.argv.length >= 2"],
    [2, "process.argv.length > 2", "process.argv.length <= 2"],
    [2, '"two"', '""'],
  ]);
  writeFileSync(program, files[0]?.content ?? "");
  const printed = (active: string | null, ...args: string[]): string => {
    if (active === null) rmSync(state, { force: true });
    else writeFileSync(state, active);
    return spawnSync(process.execPath, [program, ...args], { encoding: "utf8" }).stdout;
  };
  expect([printed(null), printed(null, "x"), printed("no such", "x")]).toEqual([
    "",
    "two\n",
    "two\n",
  ]);
  expect(mutants.map(({ id }) => [printed(id), printed(id, "x")])).toEqual([
    ["two\n", "two\n"],
    ["", ""],
    ["two\n", "two\n"],
    ["two\n", ""],
    ["", "\n"],
  ]);
  const reached = (...args: string[]): string[] => {
    writeFileSync(list, "");
    printed(list, ...args);
    const ids = readFileSync(list, "utf8").split("\n");
    return mutants.filter(({ id }) => ids.includes(id)).map(({ mutated }) => mutated);
  };
  const condition = mutants.slice(0, 4).map(({ mutated }) => mutated);
  expect([reached(), reached("x")]).toEqual([condition, [...condition, '""']]);
});
