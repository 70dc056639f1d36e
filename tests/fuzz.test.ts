import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { rowsOfThisRun } from "./turns.js";
import { check } from "../scripts/fuzz-checks.mjs";
import { everyRequest } from "../scripts/fuzz-requests.mjs";
import * as core from "../src/core.js";

const folder = "tests/fuzz/corpus";
const files = readdirSync(folder).filter((file) => file.endsWith(".txt"));

test("the corpus is there, and small", () => {
  const sizes = files.map((file) => readFileSync(`${folder}/${file}`).length);
  expect(files.length).toBeGreaterThan(100);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(2000);
});

test.each(rowsOfThisRun(files))(
  "what the fuzzer found once keeps the laws in every dialect: %s",
  (file) => {
    const stdout = new Uint8Array(readFileSync(`${folder}/${file}`));
    const failed = everyRequest(core, stdout).flatMap((request) => {
      const { faults } = check(core, request);
      const [run] = request.runs;
      const { stdout: _, ...ending } = run ?? {};
      return faults.map((fault) => ({
        fault,
        dialect: request.dialect,
        event: request.event,
        ending,
      }));
    });
    expect(failed).toEqual([]);
  },
);
