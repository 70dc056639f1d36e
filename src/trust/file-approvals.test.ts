import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readLock, writeLock } from "./lock-file.js";
import type { Approvals } from "./approval-store.js";
import { FileApprovals } from "./file-approvals.js";
import { Watched } from "./watched.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
let store: FileApprovals;
beforeEach(() => {
  root = temporaryFolder();
  store = new FileApprovals(root, "/home/somebody");
});
afterEach(() => rmSync(root, { recursive: true }));

const file = { path: "./a.sh", real: "./b.sh", sha256: "content" };
const hook = {
  fingerprint: "0123456789abcdef".repeat(4),
  id: "project:Stop:0.0",
  name: "guard",
  entry: { event: "Stop" },
  files: [file],
  at: "2026-01-01T00:00:00.000Z",
};
const content = {
  version: 1,
  projects: { "/p": { hooks: [hook] } },
  seen: { "/s.json": [hook, { ...hook, files: [] }], "/empty.json": [] },
};
const put = (value: unknown): void =>
  writeFileSync(store.path, JSON.stringify(value), { mode: 0o600 });

const change = (alter: (before: Approvals) => Approvals): void =>
  store.change("/p", alter, new Map());

describe("a store", () => {
  test("that is not there holds nothing", () => {
    expect(store.path).toBe(join(root, "trust.json"));
    expect(store.read("/p")).toEqual({ hooks: null, seen: {} });
  });

  test("is read as it was written", () => {
    put(content);
    expect(store.read("/p")).toEqual({ hooks: [hook], seen: content.seen });
    expect(store.read("/other")).toEqual({ hooks: null, seen: content.seen });
  });

  test("is changed by what is made of its content, in lines that people can read", () => {
    change(({ seen }) => ({ hooks: [hook], seen }));
    change((before) => ({ ...before, seen: content.seen }));
    expect(readFileSync(store.path, "utf8")).toBe(`${JSON.stringify(content, null, 2)}\n`);
  });

  test("keeps what belongs to other projects, and nothing of one without approvals", () => {
    put({ ...content, projects: { ...content.projects, "/other": { hooks: [] } } });
    change(({ seen }) => ({ hooks: null, seen }));
    const projects = { "/other": { hooks: [] } };
    expect(JSON.parse(readFileSync(store.path, "utf8"))).toEqual({ ...content, projects });
  });

  test("keeps the texts of what is approved", () => {
    const sha256 = "a".repeat(64);
    store.change("/p", (before) => before, new Map([[sha256, "text"]]));
    expect([store.text(sha256), store.text("b".repeat(64))]).toEqual(["text", null]);
  });

  test("gives the same object until the file is another one", () => {
    put(content);
    const before = store.read("/p");
    expect(store.read("/p")).toBe(before);
    change(({ seen }) => ({ hooks: [], seen }));
    expect(store.read("/p")).toEqual({ ...before, hooks: [] });
  });

  test("is not written where nothing changes", () => {
    put(content);
    const { ino } = statSync(store.path);
    change((before) => before);
    expect(statSync(store.path).ino).toBe(ino);
  });

  test("is locked while it is changed", () => {
    change((before) => {
      expect(readFileSync(`${store.path}.lock`, "utf8")).toBe(String(process.pid));
      return before;
    });
  });

  const newer = "which this Snaphook does not know; a newer one has written it";
  const inProject = "has a damaged entry for /p";
  const inSeen = "has a damaged entry for /s.json";
  const { fingerprint } = hook;
  test.each<[string, unknown, string]>([
    ["null", null, "is not an object"],
    ["a list", [], "is not an object"],
    ["a text", "store", "is not an object"],
    ["without a version", { projects: {}, seen: {} }, "has no version that is known"],
    ["of an older version", { ...content, version: 0 }, "has no version that is known"],
    ["of a version in words", { ...content, version: "1" }, "has no version that is known"],
    ["of version 1.5", { ...content, version: 1.5 }, `is of version 1.5, ${newer}`],
    ["of version 2", { version: 2 }, `is of version 2, ${newer}`],
    ["without projects", { version: 1, seen: {} }, "is not a trust store"],
    ["without what was seen", { version: 1, projects: {} }, "is not a trust store"],
    ["with a list of projects", { ...content, projects: [] }, "is not a trust store"],
    ["with a list of what was seen", { ...content, seen: [] }, "is not a trust store"],
    ["with a project that is null", { ...content, projects: { "/p": null } }, inProject],
    ["with a project that is a list", { ...content, projects: { "/p": [hook] } }, inProject],
    ["with hooks that are none", { ...content, projects: { "/p": { hooks: {} } } }, inProject],
    ["with a text for hooks", { ...content, seen: { "/s.json": "x" } }, inSeen],
    ...(
      [
        ["a hook that is null", null],
        ["a hook that is a list", []],
        ["no fingerprint", { ...hook, fingerprint: undefined }],
        ["a short fingerprint", { ...hook, fingerprint: fingerprint.slice(1) }],
        ["a long fingerprint", { ...hook, fingerprint: `${fingerprint}0` }],
        ["a fingerprint with something before it", { ...hook, fingerprint: `x${fingerprint}` }],
        ["a fingerprint in capitals", { ...hook, fingerprint: fingerprint.toUpperCase() }],
        ["no id", { ...hook, id: 1 }],
        ["no name", { ...hook, name: null }],
        ["no entry", { ...hook, entry: undefined }],
        ["a list for an entry", { ...hook, entry: [] }],
        ["no files", { ...hook, files: undefined }],
        ["an object for files", { ...hook, files: {} }],
        ["a file that is a text", { ...hook, files: [file, "x"] }],
        ["a file without a path", { ...hook, files: [{ ...file, path: undefined }] }],
        ["a file without an end of its way", { ...hook, files: [{ ...file, real: 1 }] }],
        ["a file without a hash", { ...hook, files: [{ ...file, sha256: null }] }],
      ] as const
    ).flatMap(([what, bad]): [string, unknown, string][] => [
      [`with ${what}`, { ...content, projects: { "/p": { hooks: [hook, bad] } } }, inProject],
      [`that has seen ${what}`, { ...content, seen: { "/s.json": [bad, hook] } }, inSeen],
    ]),
  ])("%s is not used and not overwritten", (_, value, why) => {
    put(value);
    expect(() => store.read("/p")).toThrow(`${store.path} ${why}`);
    expect(() => change(() => ({ hooks: [], seen: {} }))).toThrow(`${store.path} ${why}`);
    expect(JSON.parse(readFileSync(store.path, "utf8"))).toEqual(JSON.parse(JSON.stringify(value)));
  });
});

describe("a lock file", () => {
  const path = (): string => join(root, "snaphook.lock");
  const pinned = { name: "guard", event: "Stop", fingerprint: "print", files: [file] };
  const noLock = "is not a lock file; write it with: snaphook trust lock";

  test("is read as it was written, in lines that people can read", () => {
    expect(readLock(root)).toBeNull();
    writeLock(root, [pinned]);
    const text = JSON.stringify({ version: 1, hooks: [pinned] }, null, 2);
    expect(readFileSync(path(), "utf8")).toBe(`${text}\n`);
    expect(readLock(root)).toEqual([pinned]);
    writeLock(root, []);
    expect(readLock(root)).toEqual([]);
  });

  test("leaves no draft behind where it cannot be written", () => {
    mkdirSync(path());
    expect(() => writeLock(root, [])).toThrow(/EISDIR/);
    expect(readdirSync(root)).toEqual(["snaphook.lock"]);
  });

  test("of four megabytes is read, a larger one is not", () => {
    const text = '{"version":1,"hooks":[]}';
    writeFileSync(path(), text.padEnd(4 * 1024 * 1024));
    expect(readLock(root)).toEqual([]);
    writeFileSync(path(), text.padEnd(4 * 1024 * 1024 + 1));
    expect(() => readLock(root)).toThrow(`${path()} is not a regular file of at most 4 MiB`);
  });

  test.each<[string, unknown, string]>([
    ["null", null, "is not an object"],
    ["of version 2", { version: 2 }, "is of version 2; this Snaphook knows 1: update it"],
    ["of version 0", { version: 0, hooks: [] }, noLock],
    ["of a version in words", { version: "2", hooks: [] }, noLock],
    ["without hooks", { version: 1 }, noLock],
    ["with an object for hooks", { version: 1, hooks: {} }, noLock],
    ["with a hook that is null", { version: 1, hooks: [pinned, null] }, noLock],
    ["with a hook without a name", { version: 1, hooks: [{ ...pinned, name: 1 }] }, noLock],
    ["with a hook without an event", { version: 1, hooks: [{ ...pinned, event: 1 }] }, noLock],
    ["without a fingerprint", { version: 1, hooks: [{ ...pinned, fingerprint: 1 }] }, noLock],
    ["with a hook without files", { version: 1, hooks: [{ ...pinned, files: 1 }] }, noLock],
  ])("%s is not used", (_, value, why) => {
    writeFileSync(path(), JSON.stringify(value));
    expect(() => readLock(root)).toThrow(`${path()} ${why}`);
  });

  test("that is no JSON says why", () => {
    writeFileSync(path(), "{");
    expect(() => readLock(root)).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/snaphook\.lock cannot be read: .*JSON/) as string,
        cause: expect.any(SyntaxError) as SyntaxError,
      }),
    );
  });
});

describe("a file that is watched", () => {
  test("is read when it is another one, and only then", () => {
    const path = join(root, "file");
    const read = vi.fn<(isThere: boolean) => string>((isThere) =>
      isThere ? readFileSync(path, "utf8") : "nothing",
    );
    const watched = new Watched(path, read);
    expect(read).not.toHaveBeenCalled();
    const looks = (value: string, times: number): void => {
      expect(watched.get()).toEqual({ value, fault: null });
      expect(watched.get()).toEqual({ value, fault: null });
      expect(read).toHaveBeenCalledTimes(times);
    };
    looks("nothing", 1);
    writeFileSync(path, "one");
    looks("one", 2);
    writeFileSync(path, "three");
    looks("three", 3);
    chmodSync(path, 0o600);
    looks("three", 4);
    utimesSync(path, 5, 5);
    looks("three", 5);
    rmSync(path);
    looks("nothing", 6);
  });

  test("that cannot be read has a fault until it is another one", () => {
    const path = join(root, "file");
    const watched = new Watched(path, () => JSON.parse(readFileSync(path, "utf8")) as unknown);
    writeFileSync(path, "{");
    const fault = { value: null, fault: expect.stringContaining("JSON") as string };
    expect([watched.get(), watched.get()]).toEqual([fault, fault]);
    writeFileSync(path, "{}");
    expect(watched.get()).toEqual({ value: {}, fault: null });
  });

  test("that cannot even be looked at is read all the same, which says why", () => {
    writeFileSync(join(root, "file"), "");
    const path = join(root, "file", "below");
    const watched = new Watched(path, (isThere) => {
      throw new Error(isThere ? "there" : "not there");
    });
    expect(watched.get()).toEqual({ value: null, fault: "there" });
  });
});
