import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { lockPrune } from "./prune-lock.js";

let ledger: string;
let file: string;
beforeEach(() => {
  ledger = join(temporaryFolder(), "ledger.jsonl");
  file = `${ledger}.prune-lock`;
});

const released = (): boolean => {
  const lock = lockPrune(ledger);
  if (typeof lock === "string") return false;
  lock.release();
  return true;
};

test("a lock is a private file that says who holds it, until it is released", () => {
  const lock = lockPrune(ledger);
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual([
    String(process.pid),
    0o600,
  ]);
  const taken = `Another process (${process.pid}) prunes this ledger. If none does, remove ${file}.`;
  expect(lockPrune(ledger)).toBe(taken);
  if (typeof lock === "string") expect.unreachable();
  lock.release();
  expect(existsSync(file)).toBe(false);
  expect(() => lock.release()).not.toThrow();
  expect(released()).toBe(true);
});

test.each(["", "0", "-1", "1.5", "x", "9007199254740993"])(
  "of a lock that says %j nobody knows who holds it: it is left alone",
  (holder) => {
    writeFileSync(file, holder);
    expect(lockPrune(ledger)).toBe(
      `Another process prunes this ledger. If none does, remove ${file}.`,
    );
    expect(readFileSync(file, "utf8")).toBe(holder);
  },
);

test("the lock of a process that is gone is taken over", () => {
  writeFileSync(file, "4194304");
  expect(released()).toBe(true);
});

test("what is in its place and is no file is left alone", () => {
  mkdirSync(file);
  expect(lockPrune(ledger)).toBe(
    `Another process prunes this ledger. If none does, remove ${file}.`,
  );
});

test("where there is no folder, it says why", () => {
  ledger = join(dirname(ledger), "none", "ledger.jsonl");
  expect(lockPrune(ledger)).toBe(
    `${ledger}.prune-lock cannot be made: Error: ENOENT: no such file or directory, open '${ledger}.prune-lock'`,
  );
});
