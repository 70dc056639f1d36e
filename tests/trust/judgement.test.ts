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
import { TrustWorkspace } from "./trust-workspace.js";

let workspace: TrustWorkspace;
beforeEach(() => {
  workspace = new TrustWorkspace();
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
  JSON.parse(readFileSync(join(workspace.home, "trust.json"), "utf8")) as ReturnType<typeof store>;

describe("what is said of a hook", () => {
  beforeEach(() => workspace.settings({ name: "guard", command: "exit 2", onFailure: "ask" }));

  test("that nobody has looked at", () => {
    const [hook] = workspace.hooks();
    const [looked] = workspace.looked();
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
    await workspace.approveAll();
    expect(workspace.looked().map(said)).toEqual([
      { state: "approved", runs: true, why: "it is what was approved", changes: [], guards: null },
    ]);
  });

  test("that is trusted for one call", () => {
    expect(workspace.looked({ once: true }).map(said)).toEqual([
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
    workspace.write(
      join(workspace.home, "settings.json"),
      onEvents({ Stop: [{ command: "true" }] }),
    );
    expect(workspace.looked().map(said)[0]).toEqual({
      state: "own",
      runs: true,
      why: "it needs nobody's approval",
      changes: [],
      guards: null,
    });
  });

  test("that changed: what differs, and what should follow where it gives no answer", async () => {
    await workspace.approveAll();
    workspace.settings({ name: "guard", command: "exit 0", onFailure: "block" });
    expect(workspace.looked().map(said)).toEqual([
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
    await workspace.approveAll();
    workspace.open().lock(workspace.hooks(), true);
    workspace.settings({ name: "guard", command: "exit 0" });
    const [looked] = workspace.looked();
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
    workspace.write(".snaphook/settings.json", onEvents({ Stop: [{ name: "a", command: "x" }] }));
    workspace.open().lock(workspace.hooks(), true);
    const here = { name: "a", command: "y" };
    workspace.write(
      ".snaphook/settings.json",
      onEvents({ SessionEnd: [here], Stop: [{ ...here, name: "b" }] }),
    );
    const pinned = { before: null, after: expect.any(String) as string };
    const drifted = { state: "drifted", runs: false, why: "snaphook.lock does not know it" };
    const all = workspace.looked().map(said);
    expect(all).toEqual(
      workspace.hooks().map(({ event, name }) => ({
        ...drifted,
        changes: [{ what: `${event} ${name}`, ...pinned }],
        guards: null,
      })),
    );
    expect(all).toHaveLength(2);
  });

  test("that names more than can be looked at: it cannot be approved, but trusted for one call", async () => {
    const folders = Array.from({ length: 230 }, (_, index) => `f${index}`);
    for (const folder of folders) mkdirSync(join(workspace.project, folder));
    workspace.settings(
      { name: "many", command: folders.join(" ") },
      { name: "one", command: "true" },
    );
    const why = "it names more files than can be looked at";
    expect(said(workspace.looked()[0] as HookTrust)).toEqual({
      state: "unknown",
      runs: false,
      why,
      changes: [],
      guards: null,
    });
    await expect(workspace.approveAll()).rejects.toThrow(`many cannot be approved: ${why}`);
    expect(existsSync(join(workspace.home, "trust.json"))).toBe(false);
    expect(workspace.states({ once: true })).toEqual(["once", "once"]);
  });

  test.each([
    ["ask", "ask"],
    ["block", "block"],
    ["continue", null],
  ])("that was approved with onFailure %s and is not the same", async (onFailure, guards) => {
    workspace.settings({ name: "guard", command: "exit 2", onFailure });
    await workspace.approveAll();
    workspace.settings({ name: "guard", command: "exit 0" });
    expect(workspace.looked().map((looked) => looked.guards)).toEqual([guards]);
  });
});

describe("which version was approved", () => {
  const a = { name: "a", command: "a", onFailure: "block" };
  const b = { name: "b", command: "b", onFailure: "ask" };
  const judged = (): unknown[] =>
    workspace.looked().map(({ hook, state, guards }) => [hook.name, state, guards]);

  test("a hook that moved is still the same", async () => {
    workspace.settings(a, b);
    await workspace.approveAll();
    workspace.settings(b, a);
    expect(judged()).toEqual([
      ["b", "approved", null],
      ["a", "approved", null],
    ]);
  });

  test("the one at its place, and else the one of its name", async () => {
    workspace.settings(a, b);
    await workspace.approveAll();
    workspace.settings(
      { ...b, command: "other" },
      { name: "c", command: "c" },
      { ...a, command: "x" },
    );
    expect(judged()).toEqual([
      ["b", "changed", "block"],
      ["c", "changed", "ask"],
      ["a", "changed", "block"],
    ]);
  });

  test("not one of its name on another event, nor another one of the same event", async () => {
    workspace.settings(a);
    await workspace.approveAll();
    const settings = { Stop: [{ ...a, command: "x" }], PreToolUse: [b, { ...b, name: "d" }] };
    workspace.write(".snaphook/settings.json", onEvents(settings));
    expect(workspace.looked().map(({ hook, state }) => [hook.event, hook.name, state])).toEqual([
      ["Stop", "a", "new"],
      ["PreToolUse", "b", "changed"],
      ["PreToolUse", "d", "new"],
    ]);
  });
});

describe("approving and taking back", () => {
  test("the user's own hooks are not written down, and nothing is where there is nothing else", async () => {
    const own = onEvents({ Stop: [{ name: "own", command: "true" }] });
    workspace.write(join(workspace.home, "settings.json"), own);
    await workspace.approveAll();
    expect(existsSync(join(workspace.home, "trust.json"))).toBe(false);
    workspace.settings({ name: "guard", command: "exit 2" });
    await workspace.approveAll();
    const approved = workspace.open().approvedHere();
    const [looked] = workspace.looked().slice(1);
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
    workspace.settings({ name: "a", command: "a" }, { name: "b", command: "b" });
    await workspace.approveAll();
    workspace.settings({ name: "a", command: "x" }, { name: "b", command: "b" });
    await workspace.open().approve(workspace.looked().slice(0, 1));
    const approved = workspace.open().approvedHere();
    expect(approved.map(({ name, entry }) => [name, entry["action"]])).toMatchObject([
      ["b", { command: "b" }],
      ["a", { command: "x" }],
    ]);
  });

  test("what was approved elsewhere stays, and a project without approvals is not kept", async () => {
    const other = join(workspace.root, "other");
    mkdirSync(other);
    workspace.settings({ name: "a", command: "a" });
    await workspace.approveAll();
    await workspace.open({ projectDir: other }).approve(workspace.looked({ projectDir: other }));
    expect(Object.keys(store().projects).toSorted()).toEqual([other, workspace.project].toSorted());
    expect(await workspace.open().revoke(["project:PreToolUse:0.0"])).toBe(1);
    expect(Object.keys(store().projects)).toEqual([other]);
  });

  test("where nothing is taken back nothing is written", async () => {
    expect(await workspace.open().revoke(null)).toBe(0);
    expect(existsSync(workspace.home)).toBe(false);
    workspace.settings({ name: "a", command: "a" });
    await workspace.approveAll();
    const { ino } = statSync(join(workspace.home, "trust.json"));
    expect(await workspace.open().revoke(["nonsense"])).toBe(0);
    expect(statSync(join(workspace.home, "trust.json")).ino).toBe(ino);
  });
});

describe("what is not said is taken from the system", () => {
  const named = (trust: Trust, [hook]: readonly Hook[]): string[] =>
    hook === undefined ? [] : trust.of(hook).fingerprint.files.map(({ path }) => path);

  test("the home folder", () => {
    workspace.settings({ command: "~/not-there.sh" });
    const { project: projectDir, home } = workspace;
    const paths = new Trust({ projectDir, home }).protectedPaths(workspace.hooks());
    expect(paths).toContain(join(realpathSync(homedir()), "not-there.sh"));
  });

  test("the PATH", () => {
    workspace.write(join(workspace.userHome, "bin/tool"), "");
    workspace.settings({ command: "tool", env: { X: "$GIVEN/snaphook-not-there" } });
    const { project: projectDir, home, userHome } = workspace;
    const found = (path: string | undefined): string[] => {
      vi.stubEnv("PATH", path);
      return named(new Trust({ projectDir, home, userHome }), workspace.hooks());
    };
    expect(found(join(workspace.root, "bin"))).toEqual([]);
    expect(found(join(workspace.userHome, "bin"))).toEqual(["~/bin/tool"]);
    expect(found(undefined)).toEqual([]);
  });

  test("but not where it is said", () => {
    vi.stubEnv("PATH", join(workspace.project, "bin"));
    workspace.write(join(workspace.userHome, "mine.sh"), "");
    workspace.write("bin/tool", "");
    workspace.settings({ command: "tool ~/mine.sh $DIR/x.sh" });
    workspace.write("hooks/x.sh", "");
    expect(named(workspace.open({ variables: { DIR: "hooks" } }), workspace.hooks())).toEqual([
      "./hooks/x.sh",
      "~/mine.sh",
    ]);
  });
});

describe("Snaphook's folder in the project", () => {
  test.each([
    ["next to it", () => workspace.home, {}, false],
    ["in it", () => join(workspace.project, "home"), {}, true],
    ["in it, for one call", () => join(workspace.project, "home"), { once: true }, false],
  ])("%s", (_, home, options, isPlanted) => {
    expect(workspace.open({ home: home(), ...options }).isPlanted).toBe(isPlanted);
  });

  test("is where it belongs if the project is the home folder, or around it", () => {
    expect(workspace.open({ projectDir: workspace.userHome }).isPlanted).toBe(false);
    expect(workspace.open({ projectDir: workspace.root }).isPlanted).toBe(false);
  });

  test("is no trouble as long as no store is there, but none is made", async () => {
    workspace.settings({ name: "a", command: "a" });
    const home = join(workspace.project, "home");
    const trust = workspace.open({ home });
    const why = `${home} is inside the project; set SNAPHOOK_HOME to a folder outside of it`;
    expect(trust.trouble).toBeNull();
    expect(workspace.states({ home })).toEqual(["new"]);
    await expect(trust.approve(workspace.looked({ home }))).rejects.toThrow(why);
    expect(existsSync(join(home, "trust.json"))).toBe(false);
    workspace.write("home/trust.json", '{"version":1,"projects":{},"seen":{}}', 0o600);
    expect(trust.trouble).toBe(why);
    expect(workspace.open({ home, once: true }).trouble).toBeNull();
    expect(workspace.open({ home, once: true }).isKnownProject).toBe(true);
  });
});

describe("the lock file", () => {
  test("is looked at without being written, and says what would change", () => {
    workspace.settings({ name: "a", command: "a" });
    const trust = workspace.open();
    const change = { what: "PreToolUse a", before: null, after: expect.any(String) as string };
    expect([trust.hasLock, trust.lockFault]).toEqual([false, null]);
    expect(trust.lock(workspace.hooks(), false)).toEqual([change]);
    expect(trust.hasLock).toBe(false);
    expect(trust.lock(workspace.hooks(), true)).toEqual([change]);
    expect([trust.hasLock, trust.lockFault]).toEqual([true, null]);
    expect(trust.lock(workspace.hooks(), false)).toEqual([]);
  });

  test("that cannot be read is a fault, and is compared with as if there were none", () => {
    workspace.settings({ name: "a", command: "a" });
    const path = join(workspace.project, "snaphook.lock");
    writeFileSync(path, "[]");
    const trust = workspace.open();
    expect([trust.hasLock, trust.lockFault]).toEqual([false, `${path} is not an object`]);
    expect(trust.lock(workspace.hooks(), false).map(({ what }) => what)).toEqual(["PreToolUse a"]);
    expect(() => trust.lock(workspace.hooks(), true)).toThrow(`${path} is not an object`);
    expect(readFileSync(path, "utf8")).toBe("[]");
  });
});

test("what a hook without a name is called is no part of its approval: not its neighbours, not an older way to call it", async () => {
  const guard = { command: "sh ./hooks/guard.sh --with-many-words-behind-it", onFailure: "block" };
  workspace.write("hooks/guard.sh", "exit 2");
  workspace.settings(guard);
  const [before] = workspace.looked();
  // As every approval until now has it.
  expect(before?.fingerprint.entry["name"]).toBe("sh ./hooks/guard.sh --with-many-words-be…");
  expect(before?.fingerprint.entry).not.toHaveProperty("approvedAs");
  await workspace.approveAll();
  workspace.settings({ command: "true" }, guard, { ...guard, timeout: 5 });
  expect(workspace.looked().map(({ hook, state, guards }) => [hook.name, state, guards])).toEqual([
    ["true", "changed", "block"],
    ["guard.sh (project:PreToolUse:0.1)", "approved", null],
    ["guard.sh (project:PreToolUse:0.2)", "changed", "block"],
  ]);
});
