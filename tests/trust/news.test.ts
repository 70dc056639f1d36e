import { cpSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Announcement } from "../../src/trust/index.js";
import { TrustWorkspace } from "./trust-workspace.js";

let workspace: TrustWorkspace;
let file: string;
beforeEach(() => {
  workspace = new TrustWorkspace();
  file = join(workspace.home, "settings.json");
});
afterEach(() => {
  vi.useRealTimers();
});

/** The user's own hooks, each on the event Stop. */
function own(...hooks: readonly object[]): void {
  workspace.write(file, JSON.stringify({ hooks: { Stop: [{ hooks }] } }));
}
const announce = (files: readonly string[] = [file]): Announcement[] =>
  workspace.open().announce(workspace.hooks(), files);
const a = { name: "a", command: "echo a" };
const b = { name: "b", command: "echo b" };
const c = { name: "c", command: "echo c" };

describe("what is new of the user's hooks", () => {
  const news = (name: string, what: Announcement["what"], from?: string, to?: string): object => ({
    file,
    name,
    what,
    changes:
      from === undefined ? [] : [{ what: "action.command", before: `"${from}"`, after: `"${to}"` }],
  });
  const renamed = (from: string, to: string): object => ({
    what: "name",
    before: `"${from}"`,
    after: `"${to}"`,
  });

  test.each<[string, readonly object[], readonly object[], () => readonly object[]]>([
    ["nothing, where nothing is", [a, b], [a, b], () => []],
    ["nothing, where they changed their places", [a, b], [b, a], () => []],
    ["one more", [a], [a, b], () => [news("b", "new")]],
    ["one less", [a, b], [a], () => [news("b", "gone")]],
    ["all of them", [a, b], [], () => [news("a", "gone"), news("b", "gone")]],
    [
      "one at the place of another is that one, changed",
      [a],
      [{ ...a, command: "evil" }],
      () => [news("a", "changed", "echo a", "evil")],
    ],
    [
      "one that moved and changed is known by its name",
      [a, b],
      [b, { ...a, command: "evil" }],
      () => [news("a", "changed", "echo a", "evil")],
    ],
    [
      "one that has another name at the same place",
      [a],
      [{ ...a, name: "z" }],
      () => [{ ...news("z", "changed"), changes: [renamed("a", "z")] }],
    ],
    [
      "each is compared with one other",
      [a],
      [
        { ...a, command: "one" },
        { ...a, command: "two" },
      ],
      () => [news("a", "changed", "echo a", "one"), news("a", "new")],
    ],
    [
      "a changed one, a new one and one that is gone",
      [a, b, c],
      [{ ...a, command: "evil" }, c, c, { name: "d", command: "d" }],
      () => [news("a", "changed", "echo a", "evil"), news("d", "new"), news("b", "gone")],
    ],
  ])("%s", (_, before, after, expected) => {
    own(...before);
    expect(announce()).toEqual([]);
    own(...after);
    expect(announce()).toEqual(expected());
    expect(announce()).toEqual([]);
  });

  test("is reported for each file separately", () => {
    const managed = join(workspace.root, "managed.json");
    const files = [file, managed];
    own(a);
    expect(announce(files)).toEqual([]);
    workspace.write(managed, JSON.stringify({ hooks: { Stop: [{ hooks: [a] }] } }));
    expect(announce(files)).toEqual([{ file: managed, name: "a", what: "new", changes: [] }]);
    own(b);
    expect(announce(files).map(({ file: at, name }) => [at, name])).toEqual([[file, "b"]]);
    rmSync(file);
    expect(announce([managed])).toEqual([]);
    expect(announce(files)).toEqual([{ file, name: "b", what: "gone", changes: [] }]);
  });

  test("is written down where there is any, and not where there is none", () => {
    own(a);
    announce();
    const store = join(workspace.home, "trust.json");
    const { ino } = statSync(store);
    announce();
    expect(statSync(store).ino).toBe(ino);
    own(b);
    announce();
    expect(statSync(store).ino).not.toBe(ino);
    expect(JSON.parse(readFileSync(store, "utf8"))).toMatchObject({
      projects: {},
      seen: { [file]: [{ name: "b", id: "user:Stop:0.0", files: [] }] },
    });
  });

  test("also of a file that is called like something every object has", () => {
    expect(announce(["toString"])).toEqual([]);
    expect(announce(["toString"])).toEqual([]);
  });

  test("cannot be distinguished from a store that cannot be used, and that is left as it is", () => {
    own(a);
    announce();
    const store = join(workspace.home, "trust.json");
    writeFileSync(store, "{");
    own(b);
    expect(announce()).toEqual([]);
    expect(readFileSync(store, "utf8")).toBe("{");
  });

  test("is reported again where it could not be written down", () => {
    own(a);
    announce();
    own(a, b);
    const trust = workspace.open();
    expect(trust.trouble).toBeNull();
    // Between the look and the writing somebody spoils the store.
    const store = readFileSync(join(workspace.home, "trust.json"), "utf8");
    const hooks = workspace.hooks().map((hook) => ({
      ...hook,
      get source() {
        writeFileSync(join(workspace.home, "trust.json"), "{");
        return hook.source;
      },
    }));
    expect(trust.announce(hooks, [file])).toEqual([news("b", "new")]);
    expect(trust.trouble).toContain("is not JSON");
    writeFileSync(join(workspace.home, "trust.json"), store);
    expect(announce()).toEqual([news("b", "new")]);
  });

  test("is not written into a project, and reported each time", () => {
    own(a);
    const home = join(workspace.project, "home");
    const trust = workspace.open({ home });
    expect(trust.announce(workspace.hooks(), [file])).toEqual([]);
    expect(existsSync(home)).toBe(false);
    cpSync(workspace.home, home, { recursive: true });
    expect(trust.announce(workspace.hooks(), [file])).toEqual([]);
    expect(existsSync(join(home, "trust.json"))).toBe(false);
  });
});

describe("what was approved and cannot run any more", () => {
  const settings = (hooks: readonly object[], event = "PreToolUse"): void => {
    workspace.write(
      ".snaphook/settings.json",
      JSON.stringify({ hooks: { [event]: [{ matcher: "Bash", hooks }] } }),
    );
  };
  const gone = (): unknown[] =>
    workspace
      .open()
      .gone(workspace.hooks())
      .map(({ known, isOff }) => [known.name, isOff]);
  const off = { disabled: true };

  test.each<[string, readonly object[], readonly object[], readonly unknown[]]>([
    ["nothing, where all are there", [a, b], [a, b], []],
    ["nothing, where they moved", [a, b], [b, a], []],
    ["nothing, where one changed", [a], [{ ...a, command: "x" }], []],
    ["one that is not there", [a, b], [a], [["b", false]]],
    ["the first of two, whose place the other takes", [a, b], [b], [["a", false]]],
    ["one that was turned off", [a, b], [a, { ...b, ...off }], [["b", true]]],
    ["nothing, where it was off when it was approved", [{ ...a, ...off }], [{ ...a, ...off }], []],
    ["nothing, where one of that name is on", [a], [{ ...a, ...off }, a], []],
    [
      "one with all of its name turned off",
      [a],
      [
        { ...a, ...off },
        { ...a, ...off },
      ],
      [["a", true]],
    ],
  ])("%s", async (_, before, after, expected) => {
    settings(before);
    await workspace.approveAll();
    expect(gone()).toEqual([]);
    settings(after);
    expect(gone()).toEqual(expected);
  });

  test("one that is on another event now", async () => {
    settings([a]);
    await workspace.approveAll();
    settings([a], "PostToolUse");
    expect(workspace.open().gone(workspace.hooks())).toEqual([
      { known: workspace.open().approvedHere()[0], isOff: false },
    ]);
  });
});

describe("what is awaited before a start", () => {
  /** Which files are found to be touched, where each is written again after the look. */
  const touched = async (hooks = workspace.hooks()): Promise<(string | null)[]> => {
    const trust = workspace.open();
    const looked = hooks.map((hook) => trust.of(hook));
    for (const { fingerprint } of looked)
      for (const { path } of fingerprint.states) workspace.write(path, "again");
    return Promise.all(looked.map(async (one) => trust.settle(one)));
  };
  /** So long after the files of the workspace were written. */
  const later = (milliseconds: number): void => {
    vi.useFakeTimers({ now: Date.now() + milliseconds, toFake: ["Date"] });
  };

  test.each([
    ["just now", 0, "./guard.sh"],
    ["nine minutes ago", 9 * 60_000, "./guard.sh"],
    ["eleven minutes ago, which are not", 11 * 60_000, null],
  ])("files are looked at once more that were written %s", async (_, ago, found) => {
    workspace.write("guard.sh", "");
    workspace.settings({ command: "./guard.sh" }, { command: "true" });
    later(ago);
    expect(await touched()).toEqual([found, null]);
  });

  test("files that nobody touches are as they were", async () => {
    workspace.write("guard.sh", "");
    workspace.settings({ command: "./guard.sh" });
    const trust = workspace.open();
    expect(
      await Promise.all(workspace.hooks().map(async (hook) => trust.settle(trust.of(hook)))),
    ).toEqual([null]);
  });

  test("private copies and the user's own hooks are not waited for", async () => {
    workspace.write("guard.sh", "");
    workspace.write(join(workspace.userHome, "mine.sh"), "");
    workspace.settings({ command: "./guard.sh", args: [] });
    own({ command: "~/mine.sh" });
    expect(await touched()).toEqual([null, null]);
  });
});
