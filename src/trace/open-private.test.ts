import {
  appendFileSync,
  chmodSync,
  closeSync,
  mkdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
  type Stats,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { temporaryFolder } from "../../tests/workspace.js";
import {
  closeQuietly,
  fileFault,
  folderFault,
  identityAt,
  openPrivate,
  syncFolder,
  type OpenLedgerFile,
} from "./open-file.js";
import type { Trouble } from "./trouble.js";

const me = process.geteuid?.() ?? 0;
const stats = (kind: "file" | "folder" | "link" | "pipe", more: Partial<Stats> = {}): Stats =>
  ({
    isFile: () => kind === "file",
    isDirectory: () => kind === "folder",
    isSymbolicLink: () => kind === "link",
    uid: me,
    nlink: 1,
    mode: 0o700,
    ...more,
  }) as Stats;
const other = `belongs to user ${me + 1}, not to user ${me}`;

test.each<[string, Stats, string | null]>([
  ["a private one", stats("folder"), null],
  ["one that others may read", stats("folder", { mode: 0o755 }), null],
  ["one that a group may write", stats("folder", { mode: 0o775 }), null],
  ["one that anyone may write", stats("folder", { mode: 0o757 }), "can be written by anyone"],
  ["one that anyone may write and nobody replace", stats("folder", { mode: 0o1777 }), null],
  ["one with more names, as folders have", stats("folder", { nlink: 5 }), null],
  ["a link", stats("link"), "is a symbolic link"],
  ["a file", stats("file"), "is not a folder"],
  ["another user's", stats("folder", { uid: me + 1 }), other],
])("of a folder, %s: what is wrong", (_name, found, fault) => {
  expect(folderFault(found)).toBe(fault);
});

test.each<[string, Stats, string | null]>([
  ["a private one", stats("file"), null],
  ["one that anyone may write", stats("file", { mode: 0o666 }), null],
  ["a pipe", stats("pipe"), "is not a plain file"],
  ["a folder", stats("folder"), "is not a plain file"],
  ["one with two names", stats("file", { nlink: 2 }), "has a second name (a hard link)"],
  ["one that was removed", stats("file", { nlink: 0 }), null],
  ["another user's", stats("file", { uid: me + 1 }), other],
])("of a file, %s: what is wrong", (_name, found, fault) => {
  expect(fileFault(found)).toBe(fault);
});

let folder: string;
let file: string;
let opened: (OpenLedgerFile | Trouble)[];
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "ledger.jsonl");
  opened = [];
});
afterEach(() => {
  for (const one of opened) if ("fd" in one) closeSync(one.fd);
});
const open = (path = file): OpenLedgerFile | Trouble => {
  const one = openPrivate(path);
  opened.push(one);
  return one;
};
const identity = (): string => {
  const { dev, ino } = statSync(file);
  return `${dev}:${ino}`;
};

describe("a file that is opened", () => {
  const chunk = 65_536;
  test.each<[string, string, number]>([
    ["with whole lines", "a\nb\n", 0],
    ["with nothing but a line end", "\n", 0],
    ["with a byte behind the last line", "a\nb", 1],
    ["without any line", "abc", 3],
    ["with a tail behind the last line", `a\n${"b".repeat(500)}`, 500],
    ["with a tail that is a byte shorter than a chunk", `a\n${"b".repeat(chunk - 1)}`, chunk - 1],
    ["with a tail of a chunk", `a\n${"b".repeat(chunk)}`, chunk],
    ["with a tail that is a byte longer", `a\n${"b".repeat(chunk + 1)}`, chunk + 1],
    ["of a chunk without a line", "b".repeat(chunk), chunk],
    ["of two chunks without a line", "b".repeat(2 * chunk), 2 * chunk],
    ["with a tail of three chunks", `${"a\n".repeat(9)}${"b".repeat(3 * chunk)}`, 3 * chunk],
    ["with the longest tail that is measured", `a\n${"b".repeat(16 * chunk - 1)}`, 16 * chunk - 1],
    ["with a longer one", `a\n${"b".repeat(16 * chunk)}`, 16 * chunk],
    ["with a much longer one", `a\n${"b".repeat(20 * chunk)}`, 16 * chunk],
    ["of very much without a line", "b".repeat(20 * chunk), 16 * chunk],
  ])("%s says how much is behind the last line", (_name, text, damaged) => {
    writeFileSync(file, text, { mode: 0o600 });
    expect(open()).toEqual({
      fd: expect.any(Number) as number,
      identity: identity(),
      isNew: false,
      damaged,
    });
  });

  test("is new where there was none, and where it is empty", () => {
    const found = { fd: expect.any(Number) as number, isNew: true, damaged: 0 };
    expect(open()).toEqual({ ...found, identity: identity() });
    expect(open()).toEqual({ ...found, identity: identity() });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([0o640, 0o604, 0o610, 0o601, 0o666])("of mode %i is made private", (mode) => {
    writeFileSync(file, "a\n");
    chmodSync(file, mode);
    open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test.each([0o600, 0o700])("of the private mode %i stays as it is", (mode) => {
    writeFileSync(file, "a\n");
    chmodSync(file, mode);
    open();
    expect(statSync(file).mode & 0o777).toBe(mode);
  });

  test("is appended to, wherever it was read", () => {
    writeFileSync(file, "a\nb");
    const one = open();
    if ("fd" in one) appendFileSync(one.fd, "c\n");
    expect(statSync(file).size).toBe(5);
  });
});

describe("what is refused is named", () => {
  test("a folder", () => {
    const real = join(folder, "real");
    mkdirSync(real);
    symlinkSync(real, join(folder, "link"));
    expect(open(join(folder, "link", "ledger.jsonl"))).toEqual({
      kind: "refused",
      message: `The folder ${join(folder, "link")} is a symbolic link.`,
    });
  });

  test("a file", () => {
    writeFileSync(file, "");
    // A file is no folder either.
    expect(open(join(file, "ledger.jsonl"))).toMatchObject({ kind: "unopened", code: "EEXIST" });
    expect(open(folder)).toMatchObject({ kind: "unopened", code: "EISDIR" });
  });
});

test("what is at a path is known by its device and its number, and nothing is where there is none", () => {
  expect(identityAt(file)).toBeNull();
  writeFileSync(file, "");
  expect(identityAt(file)).toBe(identity());
  symlinkSync("nowhere", join(folder, "link"));
  expect(identityAt(join(folder, "link"))).not.toBeNull();
});

test("what is closed already, and a folder that is not there, are no trouble", () => {
  expect(() => closeQuietly(-1)).not.toThrow();
  expect(() => syncFolder(join(folder, "none", "ledger.jsonl"))).not.toThrow();
});
