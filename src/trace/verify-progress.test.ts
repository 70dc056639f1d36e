import { appendFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { openLedger, verifyLedger } from "./index.js";

test("how far it is is said behind each megabyte", () => {
  const file = join(temporaryFolder(), "ledger.jsonl");
  openLedger({ file }).close();
  const { size } = statSync(file);
  const long = "x".repeat(400_000);
  appendFileSync(file, `${long}\n`.repeat(10));
  const said: number[] = [];
  const found = verifyLedger(file, (bytes) => said.push(bytes));
  expect([found.ok, found.records, found.faults.length]).toEqual([false, 2, 10]);
  expect(said).toEqual([3, 6, 9].map((lines) => size + lines * (long.length + 1)));
});

test.each([
  [1_048_574, []],
  [1_048_575, [1_048_576]],
])("and to the byte, behind a line of %i", (length, places) => {
  const file = join(temporaryFolder(), "ledger.jsonl");
  writeFileSync(file, `${"x".repeat(length)}\ny\n`);
  const said: number[] = [];
  verifyLedger(file, (bytes) => said.push(bytes));
  expect(said).toEqual(places);
});
