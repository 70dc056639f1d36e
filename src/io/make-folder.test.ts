import { mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { codeOf } from "./error-code.js";
import { makeFolder } from "./make-folder.js";

const root = mkdtempSync(join(tmpdir(), "snaphook-make-folder-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function errorOf(path: string): string {
  try {
    makeFolder(path);
    return "";
  } catch (error) {
    return codeOf(error);
  }
}

test("a folder and those above it are made, with the mode that was given", () => {
  makeFolder(join(root, "a/b/c"), 0o700);
  expect(["a", "a/b", "a/b/c"].map((name) => statSync(join(root, name)).mode & 0o777)).toEqual([
    0o700, 0o700, 0o700,
  ]);
});

test("one that is there is left as it is, also by way of a link", () => {
  makeFolder(join(root, "d"), 0o755);
  symlinkSync(join(root, "d"), join(root, "link"));
  makeFolder(join(root, "link"), 0o700);
  makeFolder(join(root, "link/e"), 0o700);
  expect(statSync(join(root, "d")).mode & 0o777).toBe(0o755);
  expect(statSync(join(root, "d/e")).isDirectory()).toBe(true);
});

test("where there can be none it fails, and ends", () => {
  writeFileSync(join(root, "file"), "");
  symlinkSync(join(root, "nowhere/at/all"), join(root, "dangling"));
  expect([
    errorOf(join(root, "file")),
    errorOf(join(root, "file/below")),
    errorOf(join(root, "dangling")),
    errorOf(join(root, "dangling/below")),
    errorOf(join(root, `${"x".repeat(300)}/below`)),
  ]).toEqual(["EEXIST", "ENOTDIR", "EEXIST", "EEXIST", "ENAMETOOLONG"]);
});

test.runIf(process.platform === "linux")("below /proc, which takes no entries, it ends", () => {
  expect([errorOf("/proc/snaphook"), errorOf("/proc/snaphook/below")]).toEqual([
    "ENOENT",
    "ENOENT",
  ]);
});
