import {
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Hook } from "../../src/config/index.js";
import { Trust, type HookTrust } from "../../src/trust/index.js";
import { TrustArena } from "./arena.js";

let arena: TrustArena;
beforeEach(() => {
  arena = new TrustArena();
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** What is said of a hook, without the hook itself. */
const said = ({ state, runs, why, changes, guards }: HookTrust): object => ({
  state,
  runs,
  why,
  changes,
  guards,
});
const onEvents = (hooks: Readonly<Record<string, readonly object[]>>): string =>
  JSON.stringify({
    hooks: Object.fromEntries(
      Object.entries(hooks).map(([event, list]) => [event, [{ hooks: list }]]),
    ),
  });
const store = (): { projects: Record<string, unknown>; seen: object } =>
  JSON.parse(readFileSync(join(arena.home, "trust.json"), "utf8")) as ReturnType<typeof store>;

describe("what is said of a hook", () => {
  beforeEach(() => arena.settings({ name: "guard", command: "exit 2", onFailure: "ask" }));

  test("that nobody has looked at", () => {
    const [hook] = arena.hooks();
    const [looked] = arena.looked();
    expect(looked).toEqual({
      hook,
      state: "new",
      runs: false,
      why: "nobody has approved it",
      fingerprint: looked?.fingerprint,
      changes: [],
      guards: null,
    });
  });

  test("that was approved", async () => {
    await arena.approveAll();
    expect(arena.looked().map(said)).toEqual([
      { state: "approved", runs: true, why: "it is what was approved", changes: [], guards: null },
    ]);
  });

  test("that is trusted for one call", () => {
    expect(arena.looked({ once: true }).map(said)).toEqual([
      {
        state: "once",
        runs: true,
        why: "the project is trusted for this call",
        changes: [],
        guards: null,
      },
    ]);
  });

  test("that is the user's own", () => {
    arena.write(join(arena.home, "settings.json"), onEvents({ Stop: [{ command: "true" }] }));
    expect(arena.looked().map(said)[0]).toEqual({
      state: "own",
      runs: true,
      why: "it needs nobody's approval",
      changes: [],
      guards: null,
    });
  });

  test("that changed: what differs, and what should follow where it gives no answer", async () => {
    await arena.approveAll();
    arena.settings({ name: "guard", command: "exit 0", onFailure: "block" });
    expect(arena.looked().map(said)).toEqual([
      {
        state: "changed",
        runs: false,
        why: "it changed since it was approved: action.command, onFailure",
        changes: [
          { what: "action.command", before: '"exit 2"', after: '"exit 0"' },
          { what: "onFailure", before: '"ask"', after: '"block"' },
        ],
        guards: "ask",
      },
    ]);
  });

  test("that drifted", async () => {
    await arena.approveAll();
    arena.open().lock(arena.hooks(), true);
    arena.settings({ name: "guard", command: "exit 0" });
    const [looked] = arena.looked();
    const [change] = looked?.changes ?? [];
    expect(looked && said(looked)).toEqual({
      state: "drifted",
      runs: false,
      why: "it is not what snaphook.lock pins",
      changes: [
        {
          what: "PreToolUse guard",
          before: expect.stringMatching(/^[0-9a-f]{16}$/),
          after: expect.stringMatching(/^[0-9a-f]{16}$/),
        },
      ],
      guards: "ask",
    });
    expect(change?.before).not.toBe(change?.after);
  });

  test("that the lock file does not know, also by its name on another event", () => {
    arena.write(".snaphook/settings.json", onEvents({ Stop: [{ name: "a", command: "x" }] }));
    arena.open().lock(arena.hooks(), true);
    const here = { name: "a", command: "y" };
    arena.write(
      ".snaphook/settings.json",
      onEvents({ SessionEnd: [here], Stop: [{ ...here, name: "b" }] }),
    );
    const pinned = { before: null, after: expect.any(String) as string };
    const drifted = { state: "drifted", runs: false, why: "snaphook.lock does not know it" };
    const all = arena.looked().map(said);
    expect(all).toEqual(
      arena.hooks().map(({ event, name }) => ({
        ...drifted,
        changes: [{ what: `${event} ${name}`, ...pinned }],
        guards: null,
      })),
    );
    expect(all).toHaveLength(2);
  });

  test("that names more than can be looked at: it cannot be approved, but trusted for one call", async () => {
    const folders = Array.from({ length: 230 }, (_, index) => `f${index}`);
    for (const folder of folders) mkdirSync(join(arena.project, folder));
    arena.settings({ name: "many", command: folders.join(" ") }, { name: "one", command: "true" });
    const why = "it names more files than can be looked at";
    expect(said(arena.looked()[0] as HookTrust)).toEqual({
      state: "unknown",
      runs: false,
      why,
      changes: [],
      guards: null,
    });
    await expect(arena.approveAll()).rejects.toThrow(`many cannot be approved: ${why}`);
    expect(existsSync(join(arena.home, "trust.json"))).toBe(false);
    expect(arena.states({ once: true })).toEqual(["once", "once"]);
  });

  test.each([
    ["ask", "ask"],
    ["block", "block"],
    ["continue", null],
  ])("that was approved with onFailure %s and is not the same", async (onFailure, guards) => {
    arena.settings({ name: "guard", command: "exit 2", onFailure });
    await arena.approveAll();
    arena.settings({ name: "guard", command: "exit 0" });
    expect(arena.looked().map((looked) => looked.guards)).toEqual([guards]);
  });
});

describe("which version was approved", () => {
  const a = { name: "a", command: "a", onFailure: "block" };
  const b = { name: "b", command: "b", onFailure: "ask" };
  const judged = (): unknown[] =>
    arena.looked().map(({ hook, state, guards }) => [hook.name, state, guards]);

  test("a hook that moved is still the same", async () => {
    arena.settings(a, b);
    await arena.approveAll();
    arena.settings(b, a);
    expect(judged()).toEqual([
      ["b", "approved", null],
      ["a", "approved", null],
    ]);
  });

  test("the one at its place, and else the one of its name", async () => {
    arena.settings(a, b);
    await arena.approveAll();
    arena.settings({ ...b, command: "other" }, { name: "c", command: "c" }, { ...a, command: "x" });
    expect(judged()).toEqual([
      ["b", "changed", "block"],
      ["c", "changed", "ask"],
      ["a", "changed", "block"],
    ]);
  });

  test("not one of its name on another event, nor another one of the same event", async () => {
    arena.settings(a);
    await arena.approveAll();
    const settings = { Stop: [{ ...a, command: "x" }], PreToolUse: [b, { ...b, name: "d" }] };
    arena.write(".snaphook/settings.json", onEvents(settings));
    expect(arena.looked().map(({ hook, state }) => [hook.event, hook.name, state])).toEqual([
      ["Stop", "a", "new"],
      ["PreToolUse", "b", "changed"],
      ["PreToolUse", "d", "new"],
    ]);
  });
});

describe("approving and taking back", () => {
  test("the user's own hooks are not written down, and nothing is where there is nothing else", async () => {
    const own = onEvents({ Stop: [{ name: "own", command: "true" }] });
    arena.write(join(arena.home, "settings.json"), own);
    await arena.approveAll();
    expect(existsSync(join(arena.home, "trust.json"))).toBe(false);
    arena.settings({ name: "guard", command: "exit 2" });
    await arena.approveAll();
    const approved = arena.open().approvedHere();
    const [looked] = arena.looked().slice(1);
    expect(approved).toEqual([
      {
        fingerprint: looked?.fingerprint.sha256,
        id: "project:PreToolUse:0.0",
        name: "guard",
        entry: looked?.fingerprint.entry,
        files: [],
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    ]);
  });

  test("one that is approved again takes the place of its older version alone", async () => {
    arena.settings({ name: "a", command: "a" }, { name: "b", command: "b" });
    await arena.approveAll();
    arena.settings({ name: "a", command: "x" }, { name: "b", command: "b" });
    await arena.open().approve(arena.looked().slice(0, 1));
    const approved = arena.open().approvedHere();
    expect(approved.map(({ name, entry }) => [name, entry["action"]])).toMatchObject([
      ["b", { command: "b" }],
      ["a", { command: "x" }],
    ]);
  });

  test("what was approved elsewhere stays, and a project without approvals is not kept", async () => {
    const other = join(arena.root, "other");
    mkdirSync(other);
    arena.settings({ name: "a", command: "a" });
    await arena.approveAll();
    await arena.open({ projectDir: other }).approve(arena.looked({ projectDir: other }));
    expect(Object.keys(store().projects).toSorted()).toEqual([other, arena.project].toSorted());
    expect(await arena.open().revoke(["project:PreToolUse:0.0"])).toBe(1);
    expect(Object.keys(store().projects)).toEqual([other]);
  });

  test("where nothing is taken back nothing is written", async () => {
    expect(await arena.open().revoke(null)).toBe(0);
    expect(existsSync(arena.home)).toBe(false);
    arena.settings({ name: "a", command: "a" });
    await arena.approveAll();
    const { ino } = statSync(join(arena.home, "trust.json"));
    expect(await arena.open().revoke(["nonsense"])).toBe(0);
    expect(statSync(join(arena.home, "trust.json")).ino).toBe(ino);
  });
});

describe("what is not said is taken from the system", () => {
  const named = (trust: Trust, [hook]: readonly Hook[]): string[] =>
    hook === undefined ? [] : trust.of(hook).fingerprint.files.map(({ path }) => path);

  test("the home folder", () => {
    arena.settings({ command: "~/not-there.sh" });
    const { project: projectDir, home } = arena;
    const paths = new Trust({ projectDir, home }).protectedPaths(arena.hooks());
    expect(paths).toContain(join(realpathSync(homedir()), "not-there.sh"));
  });

  test("the PATH", () => {
    arena.write(join(arena.userHome, "bin/tool"), "");
    arena.settings({ command: "tool", env: { X: "$GIVEN/x" } });
    const { project: projectDir, home, userHome } = arena;
    const found = (path: string | undefined): string[] => {
      vi.stubEnv("PATH", path);
      return named(new Trust({ projectDir, home, userHome }), arena.hooks());
    };
    expect(found(join(arena.root, "bin"))).toEqual([]);
    expect(found(join(arena.userHome, "bin"))).toEqual(["~/bin/tool"]);
    expect(found(undefined)).toEqual([]);
  });

  test("but not where it is said", () => {
    vi.stubEnv("PATH", join(arena.project, "bin"));
    arena.write(join(arena.userHome, "mine.sh"), "");
    arena.write("bin/tool", "");
    arena.settings({ command: "tool ~/mine.sh $DIR/x.sh" });
    arena.write("hooks/x.sh", "");
    expect(named(arena.open({ variables: { DIR: "hooks" } }), arena.hooks())).toEqual([
      "./hooks/x.sh",
      "~/mine.sh",
    ]);
  });
});

describe("Snaphook's folder in the project", () => {
  test.each([
    ["beside it", () => arena.home, {}, false],
    ["in it", () => join(arena.project, "home"), {}, true],
    ["in it, for one call", () => join(arena.project, "home"), { once: true }, false],
  ])("%s", (_, home, options, isPlanted) => {
    expect(arena.open({ home: home(), ...options }).isPlanted).toBe(isPlanted);
  });

  test("is where it belongs if the project is the home folder, or around it", () => {
    expect(arena.open({ projectDir: arena.userHome }).isPlanted).toBe(false);
    expect(arena.open({ projectDir: arena.root }).isPlanted).toBe(false);
  });

  test("is no trouble as long as no store is there, but none is made", async () => {
    arena.settings({ name: "a", command: "a" });
    const home = join(arena.project, "home");
    const trust = arena.open({ home });
    const why = `${home} lies inside the project; SNAPHOOK_HOME must not`;
    expect(trust.trouble).toBeNull();
    expect(arena.states({ home })).toEqual(["new"]);
    await expect(trust.approve(arena.looked({ home }))).rejects.toThrow(why);
    expect(existsSync(join(home, "trust.json"))).toBe(false);
    arena.write("home/trust.json", '{"version":1,"projects":{},"seen":{}}', 0o600);
    expect(trust.trouble).toBe(why);
    expect(arena.open({ home, once: true }).trouble).toBeNull();
    expect(arena.open({ home, once: true }).isKnownProject).toBe(true);
  });
});

describe("the lock file", () => {
  test("is looked at without being written, and says what would change", () => {
    arena.settings({ name: "a", command: "a" });
    const trust = arena.open();
    const change = { what: "PreToolUse a", before: null, after: expect.any(String) as string };
    expect([trust.hasLock, trust.lockFault]).toEqual([false, null]);
    expect(trust.lock(arena.hooks(), false)).toEqual([change]);
    expect(trust.hasLock).toBe(false);
    expect(trust.lock(arena.hooks(), true)).toEqual([change]);
    expect([trust.hasLock, trust.lockFault]).toEqual([true, null]);
    expect(trust.lock(arena.hooks(), false)).toEqual([]);
  });

  test("that cannot be read is a fault, and is compared with as if there were none", () => {
    arena.settings({ name: "a", command: "a" });
    const path = join(arena.project, "snaphook.lock");
    writeFileSync(path, "[]");
    const trust = arena.open();
    expect([trust.hasLock, trust.lockFault]).toEqual([false, `${path} is not an object`]);
    expect(trust.lock(arena.hooks(), false).map(({ what }) => what)).toEqual(["PreToolUse a"]);
    expect(() => trust.lock(arena.hooks(), true)).toThrow(`${path} is not an object`);
    expect(readFileSync(path, "utf8")).toBe("[]");
  });
});
