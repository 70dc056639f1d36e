import { spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CLOCK_STEP_MS, identityOf, readFileState } from "./file-state.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
beforeEach(() => {
  root = temporaryFolder();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(root, { recursive: true });
});

function write(name: string, text: string): string {
  writeFileSync(join(root, name), text);
  return join(root, name);
}

const sha256 = (text: string): string => hash("sha256", text, "hex");
const identity = (path: string): string => identityOf(lstatSync(path, { bigint: true }));

/** Turns the clock to so many milliseconds after a file was last touched. */
function after(path: string, milliseconds: number): void {
  const { ctimeNs } = lstatSync(path, { bigint: true });
  vi.useFakeTimers({ now: Number(ctimeNs / 1_000_000n) + milliseconds, toFake: ["Date"] });
}

describe("a small file", () => {
  test.each(["exit 2", ""])("is reported with its bytes: %j", (text) => {
    const path = write("a.sh", text);
    after(path, 1000);
    expect(readFileState(path)).toEqual({
      path,
      real: path,
      sha256: sha256(text),
      identity: identity(path),
      bytes: Buffer.from(text),
      isFresh: false,
      isRecent: true,
    });
  });

  test.each([
    [0, true],
    [CLOCK_STEP_MS - 1, true],
    [CLOCK_STEP_MS, false],
  ])("%d ms old, another write could leave it the same time: %s", (late, isFresh) => {
    const path = write("a.sh", "");
    after(path, late);
    expect(readFileState(path)?.isFresh).toBe(isFresh);
  });

  test("is closed again, and so is what is no file", (context) => {
    if (process.platform !== "linux") context.skip("there is nowhere to count");
    const path = write("a.sh", "");
    const open = (): number => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let times = 0; times < 200; times++) readFileState(times % 2 === 0 ? path : root);
    expect(open()).toBeLessThan(before + 100);
  });

  test("that says it has no bytes is read to its end", (context) => {
    if (process.platform !== "linux") context.skip("there are no such files");
    const path = "/proc/version";
    const text = readFileSync(path, "utf8");
    expect(readFileState(path)).toMatchObject({
      sha256: sha256(text),
      bytes: Buffer.from(text),
    });
  });

  test("that turns out to be large is none that can be read", (context) => {
    if (process.platform !== "linux") context.skip("there are no such files");
    const path = "/proc/kallsyms";
    if (readFileSync(path).length <= 1024 * 1024) context.skip("it is small here");
    expect(readFileState(path)).toEqual({
      path,
      real: path,
      sha256: "unreadable (it grows)",
      identity: "unreadable (it grows)",
      bytes: null,
      isFresh: false,
      isRecent: false,
    });
  });
});

describe("a large file", () => {
  const text = `${"x".repeat(1_500_000)}${"y".repeat(1_500_000)}`;

  test("is reported by its hash alone, whether it has come to rest or not", () => {
    const path = write("tool", text);
    const state = { path, real: path, sha256: sha256(text), identity: identity(path), bytes: null };
    for (const [late, isFresh] of [
      [0, true],
      [1000, false],
      [9000, false],
      [9000, false],
    ] as const) {
      after(path, late);
      expect(readFileState(path)).toEqual({ ...state, isFresh, isRecent: true });
    }
  });

  test("that came to rest is remembered, and a change of it is still seen", () => {
    const path = write("tool", text);
    after(path, 3000);
    const before = readFileState(path);
    expect(readFileState(path)).toEqual(before);
    write("tool", text.replace("xx", "xy"));
    expect(readFileState(path)?.sha256).toBe(sha256(text.replace("xx", "xy")));
    write("tool", text);
    expect(readFileState(path)?.sha256).toBe(before?.sha256);
  });
});

describe("of one megabyte", () => {
  test("the bytes are kept, of more only the hash", () => {
    const small = readFileState(write("small", "x".repeat(1024 * 1024)));
    const large = readFileState(write("large", "x".repeat(1024 * 1024 + 1)));
    expect([small?.bytes?.length, large?.bytes]).toEqual([1024 * 1024, null]);
    expect(large?.sha256).toBe(sha256("x".repeat(1024 * 1024 + 1)));
  });
});

describe("a file behind links", () => {
  test("has the identity of each of them, in the order of the way", () => {
    mkdirSync(join(root, "one/two"), { recursive: true });
    mkdirSync(join(root, "links"));
    const file = write("one/two/guard.sh", "x");
    const [folder, relative, absolute] = ["folder", "links/relative", "links/absolute"].map(
      (name) => join(root, name),
    ) as [string, string, string];
    symlinkSync("one/./two", folder);
    symlinkSync("..//folder/../two/guard.sh", relative);
    symlinkSync(relative, absolute);
    const state = readFileState(absolute);
    expect({ real: state?.real, identity: state?.identity }).toEqual({
      real: file,
      identity: [absolute, relative, folder, file].map(identity).join(" "),
    });
  });

  test("has that of a folder that is one", () => {
    mkdirSync(join(root, "real"));
    const file = write("real/guard.sh", "x");
    symlinkSync("real", join(root, "link"));
    expect(readFileState(join(root, "link/guard.sh"))?.identity).toBe(
      [join(root, "link"), file].map(identity).join(" "),
    );
  });
});

describe("an identity changes", () => {
  const path = (): string => join(root, "file");
  test.each<[string, () => void]>([
    ["with the content", () => write("file", "other")],
    ["with the mode", () => chmodSync(path(), 0o700)],
  ])("%s", (_, touch) => {
    write("file", "text");
    const before = identity(path());
    touch();
    expect(identity(path())).not.toBe(before);
  });

  test("and is made of all that distinguishes them", () => {
    const stats = lstatSync(write("file", "text"), { bigint: true });
    const { dev, ino, mtimeNs, ctimeNs, mode } = stats;
    expect(identityOf(stats)).toBe([dev, ino, 4, mtimeNs, ctimeNs, mode].join(":"));
  });
});

describe("what cannot be opened", () => {
  test.each([
    ["because nothing is there", "nothing"],
    ["because a file is no folder", "file/below"],
    ["because it is a file", "file/"],
    ["because it leads to itself", "loop"],
    ["because it is a folder", "."],
    ["because it is a pipe", "pipe"],
  ])("%s is no file", (_, name) => {
    write("file", "");
    spawnSync("mkfifo", [join(root, "pipe")]);
    symlinkSync("loop", join(root, "loop"));
    expect(readFileState(`${root}/${name}`)).toBeNull();
  });

  test.each([
    ["has a name that is too long", "x".repeat(300), "ENAMETOOLONG"],
    ["has a name that no file can have", "a\0b", "ERR_INVALID_ARG_VALUE"],
  ])("because it %s has a content that nobody knows", (_, name, code) => {
    const path = join(root, name);
    expect(readFileState(path)).toEqual({
      path,
      real: path,
      sha256: `unreadable (${code})`,
      identity: `unreadable (${code})`,
      bytes: null,
      isFresh: false,
      isRecent: false,
    });
  });
});
