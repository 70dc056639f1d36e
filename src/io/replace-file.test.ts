import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import { replaceFile } from "./replace-file.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, "a file");
});

const modeOf = (place: string): string => (statSync(place).mode & 0o777).toString(8);

test.each([true, false])(
  "a file is new as a whole, and no draft stays (durable: %s)",
  (durable) => {
    writeFileSync(path, "old");
    const { ino } = statSync(path);
    replaceFile(path, "new", { durable });
    expect(readFileSync(path, "utf8")).toBe("new");
    expect(statSync(path).ino).not.toBe(ino);
    expect(readdirSync(folder)).toEqual(["a file"]);
  },
);

test.each([0o600, 0o640, 0o666, 0o755])("the mode of what was there stays (%s)", (mode) => {
  writeFileSync(path, "old");
  chmodSync(path, mode);
  replaceFile(path, new Uint8Array([1, 2]));
  expect(modeOf(path)).toBe(mode.toString(8));
  expect([...readFileSync(path)]).toEqual([1, 2]);
});

test("a mode that is given counts, whatever was there", () => {
  writeFileSync(path, "old");
  chmodSync(path, 0o644);
  replaceFile(path, "new", { mode: 0o600 });
  expect(modeOf(path)).toBe("600");
});

test("what cannot be replaced is left as it is, without a draft", () => {
  mkdirSync(join(path, "inside"), { recursive: true });
  expect(() => replaceFile(path, "new")).toThrow(expect.objectContaining({ code: "EISDIR" }));
  expect(readdirSync(folder)).toEqual(["a file"]);
  expect(() => replaceFile(join(folder, "none", "file"), "new")).toThrow(/ENOENT/);
});
