import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkCase, readCases } from "../src/conform/index.js";
import { allDialects } from "../src/dialects/index.js";

const files = readdirSync("conformance").filter((name) => name.endsWith(".json"));

describe.each(files)("%s", (file) => {
  const cases = readCases(JSON.parse(readFileSync(`conformance/${file}`, "utf8")));
  if ("error" in cases) throw new Error(cases.error);
  test.each(cases)("$id: $source", (example) => {
    expect(checkCase(example)).toEqual([]);
  });
});

test("every dialect has cases of its own", () => {
  expect(
    allDialects.filter(({ name }) => !files.includes(`${name.replace("/", "-")}.json`)),
  ).toEqual([]);
});

test("a case that does not hold is reported with what was expected and what came", () => {
  const differences = checkCase({
    id: "wrong",
    dialect: "wave",
    event: "PreToolUse",
    runs: [{ exit: 2, stderr: "no" }],
    expect: { outcome: "proceed", toModel: ["no", "more"], toUser: [], input: null },
  });
  expect(differences).toEqual([
    { key: "outcome", expected: "proceed", actual: "block" },
    { key: "toModel", expected: ["no", "more"], actual: ["no"] },
  ]);
});

test("a case of an unknown dialect differs instead of throwing", () => {
  const [difference] = checkCase({ id: "x", dialect: "nope", event: "Stop", runs: [], expect: {} });
  expect(difference?.key).toBe("error");
  expect(difference?.actual).toMatch(
    /unknown dialect "nope"; known are: gosu@spec, pact@spec, wave.exit@spec, wave.strict@spec, wave@spec/,
  );
});

test("a case is about its version; of one that is not known nothing is guessed", () => {
  const about = { id: "x", dialect: "claude-code", event: "Stop", runs: [{ exit: 0 }], expect: {} };
  expect(checkCase({ ...about, version: "2.1.240" })).toEqual([]);
  expect(checkCase({ ...about, version: "9.9.9" })).toMatchObject([
    { key: "error", actual: expect.stringMatching(/"claude-code@9.9.9"; .*claude-code@2.1.325/) },
  ]);
});
