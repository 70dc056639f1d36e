import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { readArguments } from "../scripts/mutation-arguments.mjs";

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
