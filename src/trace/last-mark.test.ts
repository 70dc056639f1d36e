import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { LastMark } from "./last-mark.js";

const fileIn = (folder = temporaryFolder()): string => join(folder, "ledger.jsonl.once");

test("the mark that was kept last is known, by others too, and no other one", () => {
  const file = fileIn();
  const [mark, other] = [new LastMark(file), new LastMark(file)];
  expect([mark.has("a"), other.has("a")]).toEqual([false, false]);
  mark.keep("a");
  expect([mark.has("a"), mark.has("b"), other.has("a"), other.has("b")]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  other.keep("b");
  expect([other.has("b"), mark.has("b"), mark.has("a")]).toEqual([true, true, false]);
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["b", 0o600]);
});

test("what it has seen itself it does not read again", () => {
  const file = fileIn();
  const mark = new LastMark(file);
  mark.keep("a");
  rmSync(file);
  expect([mark.has("a"), mark.has("b"), mark.has("a")]).toEqual([true, false, false]);
  writeFileSync(file, "c");
  expect(mark.has("c")).toBe(true);
  rmSync(file);
  expect(mark.has("c")).toBe(true);
});

test("one that cannot be kept is known here", () => {
  const folder = temporaryFolder();
  const file = fileIn(join(folder, "none"));
  const mark = new LastMark(file);
  mark.keep("a");
  expect([mark.has("a"), new LastMark(file).has("a")]).toEqual([true, false]);
  mkdirSync(join(folder, "none"));
  mark.keep("b");
  expect(new LastMark(file).has("b")).toBe(true);
});
