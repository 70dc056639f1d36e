import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { readRegularFile } from "./read-regular-file.js";

const folder = temporaryFolder();
const made = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test.each([0, 1, 99, 100])("a file of %i bytes is read whole where 100 may be", (size) => {
  const text = "x".repeat(size);
  expect(readRegularFile(made(`of-${size}`, text), 100)).toEqual(Buffer.from(text));
});

test("a link is followed", () => {
  symlinkSync(made("there", "text"), join(folder, "link"));
  expect(readRegularFile(join(folder, "link"), 100)).toEqual(Buffer.from("text"));
});

test("one that is larger is not read", () => {
  expect(readRegularFile(made("large", "x".repeat(101)), 100)).toEqual({
    why: "too large",
    size: 101,
  });
});

test("what is no file is refused at once: a folder, a device, a pipe that nobody writes to", () => {
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  mkdirSync(join(folder, "folder"));
  for (const path of [pipe, join(folder, "folder"), "/dev/zero"])
    expect(readRegularFile(path, 100)).toEqual({ why: "no regular file" });
});

test.skipIf(!existsSync("/proc/self/pagemap"))(
  "a file of the system that says it is empty and has no end is too large",
  () => {
    expect(readRegularFile("/proc/self/pagemap", 1_000_000)).toMatchObject({ why: "too large" });
  },
);

test.skipIf(!existsSync("/proc/self/status"))(
  "one that says it is empty and has an end is read",
  () => {
    const found = readRegularFile("/proc/self/status", 1_000_000);
    expect(Buffer.isBuffer(found) && found.includes("Pid:")).toBe(true);
  },
);

test("what is not there is the system's error", () => {
  expect(() => readRegularFile(join(folder, "none"), 100)).toThrow("ENOENT");
});
