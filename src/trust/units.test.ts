import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { canonicalPath, isInside } from "./canonical-path.js";
import { exclusively } from "./exclusive.js";
import { readFileState } from "./file-state.js";
import { canonicalJson } from "./fingerprint.js";
import { lockChanges } from "./lock-changes.js";

/** A folder of its own with a project in it. */
class Ground {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "snaphook-units-")));
  readonly project = join(this.root, "project");

  constructor() {
    mkdirSync(this.project);
  }

  write(path: string, text: string): string {
    const place = join(this.project, path);
    writeFileSync(place, text);
    return place;
  }

  close(): void {
    rmSync(this.root, { recursive: true, force: true });
  }
}

let arena: Ground;
beforeEach(() => {
  arena = new Ground();
});
afterEach(() => arena.close());

describe("canonical paths", () => {
  test("links are resolved as far as there is anything, and the rest is kept", () => {
    symlinkSync(arena.project, join(arena.root, "link"));
    expect(canonicalPath(join(arena.root, "link", "not", "yet.txt"))).toBe(
      join(arena.project, "not", "yet.txt"),
    );
    expect(canonicalPath(join(arena.root, "link"))).toBe(arena.project);
    expect(canonicalPath("/")).toBe("/");
  });

  test.each([
    ["/a/b", "/a", true],
    ["/a", "/a", true],
    ["/a/..b", "/a", true],
    ["/a/../b", "/a", false],
    ["/ab", "/a", false],
    ["/", "/a", false],
    ["/b", "/a", false],
  ])("%s in %s: %s", (path, folder, expected) => {
    expect(isInside(path, folder)).toBe(expected);
  });
});

describe("canonical JSON", () => {
  test.each<[unknown, string]>([
    [{ b: 1, a: [2, { d: null, c: "x" }], gone: undefined }, '{"a":[2,{"c":"x","d":null}],"b":1}'],
    [[undefined, 1], "[null,1]"],
    [12345678901234567890n, '{"bigint":"12345678901234567890"}'],
    [undefined, "null"],
    ["é", '"é"'],
    [false, "false"],
  ])("%o", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });
});

describe("the state of a file", () => {
  test("of one megabyte its bytes are kept, of more only the hash", () => {
    const small = readFileState(arena.write("small", "x".repeat(1024 * 1024)));
    const large = readFileState(arena.write("large", "x".repeat(1024 * 1024 + 1)));
    expect(small?.bytes?.length).toBe(1024 * 1024);
    expect(large?.bytes).toBeNull();
    expect(large?.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(large?.sha256).not.toBe(small?.sha256);
  });

  test("an empty file is one", () => {
    expect(readFileState(arena.write("empty", ""))?.bytes?.length).toBe(0);
  });

  test.each<[string, () => string]>([
    ["nothing", () => join(arena.project, "nothing")],
    ["below a file", () => join(arena.write("file", ""), "below")],
    ["a folder", () => arena.project],
    [
      "a pipe",
      () => {
        const pipe = join(arena.project, "pipe");
        spawnSync("mkfifo", [pipe]);
        return pipe;
      },
    ],
    [
      "a link to itself",
      () => {
        const link = join(arena.project, "loop");
        symlinkSync("loop", link);
        return link;
      },
    ],
  ])("%s has none", (_, make) => {
    expect(readFileState(make())).toBeNull();
  });

  test("what is there but cannot be read has one that no content equals", () => {
    const name = "x".repeat(300);
    expect(readFileState(join(arena.project, name))).toMatchObject({
      sha256: "unreadable (ENAMETOOLONG)",
      bytes: null,
    });
  });

  test("a large file that came to rest is remembered, and a change of it is still seen", async () => {
    const path = arena.write("large", "x".repeat(1_500_000));
    await new Promise((wake) => setTimeout(wake, 2200));
    const before = readFileState(path);
    expect(readFileState(path)).toEqual(before);
    writeFileSync(path, "y".repeat(1_500_000));
    expect(readFileState(path)?.sha256).not.toBe(before?.sha256);
    writeFileSync(path, "x".repeat(1_500_000));
    expect(readFileState(path)?.sha256).toBe(before?.sha256);
  });
});

describe("one at a time", () => {
  const lock = (): string => join(arena.root, "deep", "down", "store.lock");
  const leftovers = (): string[] => readdirSync(join(arena.root, "deep", "down"));

  test("the lock names its owner while the action runs, and is gone afterwards", () => {
    const owner = exclusively(lock(), () => readFileSync(lock(), "utf8"));
    expect(owner).toBe(String(process.pid));
    expect(leftovers()).toEqual([]);
  });

  test("also where the action fails", () => {
    const fail = (): never => {
      throw new Error("mine");
    };
    expect(() => exclusively(lock(), fail)).toThrow("mine");
    expect(leftovers()).toEqual([]);
  });

  test("that of a dead process is taken over", () => {
    mkdirSync(join(arena.root, "deep", "down"), { recursive: true });
    writeFileSync(lock(), String(spawnSync("true").pid));
    expect(exclusively(lock(), () => 7)).toBe(7);
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ["a living one", String(process.pid)],
    ["nobody that can be told", "who knows"],
    ["a number that is none", "-1"],
    ["init", "1"],
  ])("that of %s is waited for, not taken", (_, owner) => {
    mkdirSync(join(arena.root, "deep", "down"), { recursive: true });
    writeFileSync(lock(), owner);
    expect(() => exclusively(lock(), () => 7, 60)).toThrow(
      `another process holds ${lock()}; if none does, remove the file and try again`,
    );
    expect(readFileSync(lock(), "utf8")).toBe(owner);
    expect(leftovers()).toEqual(["store.lock"]);
  });

  test("where no lock can be made that is said", () => {
    const file = arena.write("file", "");
    expect(() => exclusively(join(file, "store.lock"), () => 7)).toThrow(/ENOTDIR|EEXIST/);
    mkdirSync(join(arena.root, "place", "x.lock"), { recursive: true });
    expect(() => exclusively(join(arena.root, "place", "x.lock"), () => 7, 60)).toThrow(
      /another process|EISDIR/,
    );
    expect(existsSync(join(arena.root, "place", "x.lock"))).toBe(true);
    rmSync(join(arena.root, "place"), { recursive: true });
  });
});

test("what differs between two lock files is shown shortened, hook by hook", () => {
  const hook = (
    name: string,
    event: string,
    mark: string,
  ): Parameters<typeof lockChanges>[0][number] => ({
    name,
    event,
    fingerprint: mark.repeat(64),
    files: [{ path: "./a.sh", real: "./a.sh", sha256: mark.repeat(64) }],
  });
  const before = [
    hook("a", "Stop", "1"),
    hook("a", "Stop", "2"),
    hook("a", "PreToolUse", "3"),
    hook("b", "Stop", "4"),
  ];
  const after = [
    hook("a", "Stop", "1"),
    hook("a", "Stop", "5"),
    hook("a", "PreToolUse", "3"),
    hook("c", "Stop", "6"),
  ];
  const text = (mark: string): string => `${mark.repeat(16)}, ./a.sh ${mark.repeat(16)}`;
  expect(lockChanges(before, after)).toEqual([
    { what: "Stop a (2)", before: text("2"), after: text("5") },
    { what: "Stop b", before: text("4"), after: null },
    { what: "Stop c", before: null, after: text("6") },
  ]);
});
