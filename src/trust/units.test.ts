import { exclusively } from "../io/index.js";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { canonicalPath, isInside } from "./canonical-path.js";
import { canonicalJson } from "./fingerprint.js";
import { lockChanges } from "./lock-changes.js";
import { temporaryFolder } from "../../tests/workspace.js";

/** A folder of its own with a project in it. */
class ProjectFolder {
  readonly root = temporaryFolder();
  readonly project = join(this.root, "project");

  constructor() {
    mkdirSync(this.project);
  }

  write(path: string, text: string): string {
    const place = join(this.project, path);
    writeFileSync(place, text);
    return place;
  }
}

let workspace: ProjectFolder;
beforeEach(() => {
  workspace = new ProjectFolder();
});

describe("canonical paths", () => {
  test("links are resolved as far as there is anything, and the rest is kept", () => {
    symlinkSync(workspace.project, join(workspace.root, "link"));
    expect(canonicalPath(join(workspace.root, "link", "not", "yet.txt"))).toBe(
      join(workspace.project, "not", "yet.txt"),
    );
    expect(canonicalPath(join(workspace.root, "link"))).toBe(workspace.project);
    expect(canonicalPath("/")).toBe("/");
  });

  test("after a link, two dots lead to the folder around what it leads to", () => {
    mkdirSync(join(workspace.project, "deep"));
    symlinkSync(join(workspace.project, "deep"), join(workspace.root, "link"));
    const found = ["link/..", "link/../new.txt", "link/../new/../b/", "link//./../b"].map((path) =>
      canonicalPath(`${workspace.root}/${path}`),
    );
    expect(found).toEqual(
      ["", "/new.txt", "/b", "/b"].map((rest) => `${workspace.project}${rest}`),
    );
  });

  test("a link that leads nowhere is where something is made through it", () => {
    symlinkSync("project/new.txt", join(workspace.root, "first"));
    symlinkSync("first", join(workspace.root, "second"));
    symlinkSync("round", join(workspace.root, "round"));
    const found = ["first", "second", "second/", "round"].map((name) =>
      canonicalPath(`${workspace.root}/${name}`),
    );
    const made = join(workspace.project, "new.txt");
    expect(found).toEqual([made, made, made, join(workspace.root, "round")]);
  });

  test.each([
    ["/a/b", "/a", true],
    ["/a", "/a", true],
    ["/a/..b", "/a", true],
    ["/a/../b", "/a", false],
    ["/ab", "/a", false],
    ["/", "/a", false],
    ["/b", "/a", false],
    ["/a/C:b", "/a", true],
    ["/a/\\b", "/a", true],
    ["/a/...", "/a", true],
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

describe("one at a time", () => {
  const lock = (): string => join(workspace.root, "deep", "down", "store.lock");
  const leftovers = (): string[] => readdirSync(join(workspace.root, "deep", "down"));

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

  test("a lock that is gone by then is not missed", () => {
    expect(exclusively(lock(), () => rmSync(lock()))).toBeUndefined();
    expect(leftovers()).toEqual([]);
  });

  test("that of a dead process is taken over", () => {
    mkdirSync(join(workspace.root, "deep", "down"), { recursive: true });
    writeFileSync(lock(), String(spawnSync("true").pid));
    expect(exclusively(lock(), () => 7)).toBe(7);
    expect(leftovers()).toEqual([]);
  });

  test.each([
    ["a living one", String(process.pid)],
    ["nobody that can be told", "who knows"],
    ["a number that is none", "-4000000"],
    ["a number that is too large", "99999999999"],
    ["nobody at all", ""],
    ["init", "1"],
  ])("that of %s is waited for, not taken", (_, owner) => {
    mkdirSync(join(workspace.root, "deep", "down"), { recursive: true });
    writeFileSync(lock(), owner);
    expect(() => exclusively(lock(), () => 7, 60)).toThrow(
      `another process holds ${lock()}; if none does, remove the file and try again`,
    );
    expect(readFileSync(lock(), "utf8")).toBe(owner);
    expect(leftovers()).toEqual(["store.lock"]);
  });

  test("that of a living one is waited for until it is gone", async () => {
    mkdirSync(join(workspace.root, "deep", "down"), { recursive: true });
    const other = spawn("sh", ["-c", `echo $$ > "$0"; echo; sleep 0.2; rm "$0"`, lock()]);
    await once(other.stdout, "data");
    expect(exclusively(lock(), () => readFileSync(lock(), "utf8"))).toBe(String(process.pid));
    expect(leftovers()).toEqual([]);
  });

  test("the folder of a lock is its owner's alone", () => {
    exclusively(lock(), () => expect(statSync(lock()).mode & 0o777).toBe(0o600));
    expect(statSync(join(workspace.root, "deep")).mode & 0o777).toBe(0o700);
  });

  test("where no lock can be made that is said", () => {
    const file = workspace.write("file", "");
    expect(() => exclusively(join(file, "store.lock"), () => 7)).toThrow(/ENOTDIR|EEXIST/);
    mkdirSync(join(workspace.root, "place", "x.lock"), { recursive: true });
    expect(() => exclusively(join(workspace.root, "place", "x.lock"), () => 7, 60)).toThrow(
      /another process|EISDIR/,
    );
    expect(existsSync(join(workspace.root, "place", "x.lock"))).toBe(true);
    rmSync(join(workspace.root, "place"), { recursive: true });
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
