import { existsSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { ConfigProblem } from "../config/index.js";
import type { HookTrust } from "../trust/index.js";
import { newMemory } from "./engine-memory.js";
import { ProjectTrust } from "./project-trust.js";
import { matching, one, TrustedProject, two } from "./trusted-project.test-support.js";

type Match = ReturnType<typeof matching>[number];

let session: TrustedProject;
beforeEach(() => {
  session = new TrustedProject();
});

const problem = (code: string, hook: string, found: string, more: object = {}): object => ({
  code,
  severity: "warning",
  hook,
  path: "",
  found,
  file: null,
  line: null,
  ...more,
});
const texts = (problems: readonly ConfigProblem[]): string[] =>
  problems.map(({ code, hook, found }) => [code, hook, found].filter(Boolean).join(" "));
const names = (review: readonly HookTrust[]): string[] => review.map(({ hook }) => hook.name);

describe("what the user should know", () => {
  test("is nothing where all is well", async () => {
    session.projects(one);
    expect((await session.approved()).problems).toEqual([]);
    expect(session.trust().problems).toEqual([]);
  });

  test("is that a hook which was approved is gone or turned off", async () => {
    session.projects(one, two);
    await session.approved();
    const [first] = session.trust().settings.hooks;
    session.projects({ ...two, disabled: true });
    expect(session.trust().problems).toEqual([
      problem("hook-gone", "one", `${first?.id} was approved and is not there any more`),
      problem(
        "hook-gone",
        "two",
        expect.stringMatching(/ was approved and is turned off$/) as never,
      ),
    ]);
  });

  test("is not that hooks are off where the user has turned all of them off", async () => {
    session.projects(one, two);
    await session.approved();
    session.write(join(session.home, "settings.json"), { disableAllHooks: true });
    expect(session.trust().problems).toEqual([]);
    session.projects(one);
    expect(texts(session.trust().problems)).toEqual([
      expect.stringMatching(/^hook-gone two .* was approved and is not there any more$/),
    ]);
  });

  test("is nothing of hooks in hosts' own files, which are not read here", async () => {
    session.projects(one);
    await session.approved();
    const [known] = session.approvals.held.hooks ?? [];
    if (known === undefined) throw new Error("nothing is approved");
    const theirs = { ...known, id: "codex:x", entry: { ...known.entry, name: "theirs" } };
    session.approvals.held = { ...session.approvals.held, hooks: [known, theirs] };
    expect(session.trust().problems).toEqual([]);
    session.write(join(session.home, "settings.json"), { disableAllHooks: true });
    expect(session.trust().problems).toEqual([]);
  });

  test("is that the project is no folder any more, before anything else", async () => {
    session.write(join(session.home, "settings.json"), { nonsense: 1 });
    const known = session.trust();
    const before = texts(known.problems);
    expect(before).toHaveLength(1);
    rmSync(session.project, { recursive: true });
    expect(known.problems[0]).toEqual(
      problem("project-gone", "", `${session.project} is not a folder any more`, {
        severity: "error",
      }),
    );
    expect(texts(known.problems).slice(1)).toEqual(before);
  });

  test("is that the store cannot be used, as long as it is so, and new once", () => {
    session.approvals.readFault = new Error("no disk");
    const known = session.trust();
    const unusable = problem("trust-unusable", "", known.lastTrouble ?? "", { severity: "error" });
    expect(known.lastTrouble).toContain("no disk");
    expect(known.problems).toEqual([unusable]);
    expect([known.takeFresh(), known.takeFresh()]).toEqual([[unusable], []]);
    session.approvals.readFault = null;
    expect([known.problems, known.takeFresh(), known.lastTrouble]).toEqual([[], [], null]);
    session.approvals.readFault = new Error("no disk");
    expect([known.problems, known.takeFresh(), known.takeFresh()]).toEqual([
      [unusable],
      [unusable],
      [],
    ]);
  });

  test("is what is new of their own hooks, once", () => {
    const file = session.users(one, two);
    expect(session.trust().problems).toEqual([]);
    const changed = { ...one, command: "echo", timeout: 9 };
    session.users(changed, two, { name: "three", command: "true" });
    const known = session.trust();
    expect(known.problems).toEqual([
      problem("hook-changed", "one", "it changed: action.command, timeout", { file }),
      problem("hook-changed", "three", "a hook that was not there before", { file }),
    ]);
    known.reload();
    expect(known.problems).toEqual([]);
    session.users(changed, two);
    known.reload();
    expect(known.problems).toEqual([
      problem("hook-changed", "three", "it is not there any more", { file }),
    ]);
  });

  test("is what is new of the administrator's hooks, and not of the project's or of code's", () => {
    const program = (...hooks: readonly object[]): object => ({ hooks: { Stop: [{ hooks }] } });
    session.write(session.managedFile, { hooks: { Stop: [{ hooks: [one] }] } });
    session.projects(one);
    session.trust({ once: true, program: program(one) });
    session.write(session.managedFile, { hooks: { Stop: [{ hooks: [one, two] }] } });
    session.projects(one, two);
    const memory = newMemory();
    expect(session.trust({ once: true, program: program(one, two), memory }).problems).toEqual([
      problem("hook-changed", "two", "a hook that was not there before", {
        file: session.managedFile,
      }),
    ]);
    expect(Object.keys(session.approvals.held.seen).toSorted()).toEqual(
      [join(session.home, "settings.json"), session.managedFile].toSorted(),
    );
  });
});

describe("settings", () => {
  test("of a project that nobody knows are named and not read", async () => {
    session.projects(one);
    const known = session.trust();
    expect([known.isKnown, names(known.review()), known.settings.hooks]).toEqual([
      false,
      ["one"],
      [],
    ]);
    await known.approve(known.review());
    expect([known.isKnown, known.settings.hooks.map(({ name }) => name)]).toEqual([true, ["one"]]);
    expect(await known.revoke([known.settings.hooks[0]?.id ?? ""])).toBe(1);
    expect([known.isKnown, known.settings.hooks]).toEqual([false, []]);
  });

  test("that another thread has read are used until they are read again", () => {
    session.users(one);
    const memory = newMemory();
    const before = session.trust({ memory });
    session.users(two);
    const after = session.trust({ memory });
    expect(after.settings).toBe(before.settings);
    expect(after.reload().hooks.map(({ name }) => name)).toEqual(["two"]);
    expect(memory.read).toMatchObject({ settings: after.settings, isPartial: false });
  });

  test("have the hooks that the host has chosen", async () => {
    session.users(one, two);
    session.projects({ ...one, name: "three" }, { ...two, name: "four" });
    const choice = { only: ({ name }: { name: string }) => name === "one" || name === "four" };
    const known = await session.approved({ choice });
    expect(known.settings.hooks.map(({ name }) => name).toSorted()).toEqual(["four", "one"]);
    expect(names(known.review())).toEqual(["four"]);
  });

  test("of a mistaken program are thrown", () => {
    expect(() => session.trust({ program: { hooks: { Stop: [{ hooks: [{}] }] } } })).toThrow(
      /^createEngine: program\.hooks\.Stop\[0\]/,
    );
  });

  test("in a folder of Snaphook's that is in the project are nobody's word", () => {
    const home = join(session.project, "planted");
    session.hooks(join(home, "settings.json"), "Stop", one);
    const { project: projectDir, managedFile } = session;
    const files = { projectDir, home, managedFile };
    const of = (once: boolean): readonly string[] =>
      new ProjectTrust(
        files,
        { projectDir, home, approvals: session.approvals, once },
        {},
        newMemory(),
      ).settings.hooks.map(({ name }) => name);
    expect([of(false), of(true)]).toEqual([[], ["one"]]);
  });
});

test("a file of Wave's is the user's word unless it is in the project, whosever Snaphook's folder is", () => {
  const userHome = join(session.root, "user");
  const { project: projectDir, managedFile, approvals } = session;
  const wave = (folder: string): void => {
    session.hooks(join(folder, "settings.json"), "Stop", { ...one, type: "command" });
  };
  const namesAt = (home: string, once: boolean): readonly string[] => {
    const files = { projectDir, home, managedFile, userHome };
    const options = { projectDir, home, approvals, once, userHome };
    const { settings } = new ProjectTrust(files, options, {}, newMemory());
    return settings.hooks.map(({ event }) => event);
  };
  const planted = join(projectDir, "planted");
  wave(join(userHome, ".wave"));
  expect([namesAt(session.home, false), namesAt(planted, false)]).toEqual([["Stop"], ["Stop"]]);
  rmSync(join(userHome, ".wave"), { recursive: true });
  wave(join(projectDir, "theirs"));
  symlinkSync(join(projectDir, "theirs"), join(userHome, ".wave"));
  expect([namesAt(session.home, false), namesAt(session.home, true)]).toEqual([[], ["Stop"]]);
});

describe("refresh", () => {
  test("has nothing to wait for where a store answers at once", () => {
    expect(session.trust().refresh()).toBe(null);
  });

  test("reads again what was read while the store could not be used, once it can", async () => {
    session.projects(one);
    await session.approved();
    session.approvals.readFault = new Error("no disk");
    const known = session.trust();
    expect(known.settings.hooks).toEqual([]);
    expect(await known.refresh()).toBe(false);
    session.approvals.readFault = null;
    expect(await known.refresh()).toBe(true);
    expect(known.settings.hooks.map(({ name }) => name)).toEqual(["one"]);
    expect(known.refresh()).toBe(null);
  });

  test("asks a store that answers by a promise, and reads nothing again where it had answered", async () => {
    let reads = 0;
    const store = {
      read: () => (reads++, Promise.resolve(session.approvals.held)),
      change: () => Promise.resolve(),
      text: () => Promise.resolve(null),
    };
    const known = session.trust({ store });
    expect(await known.refresh()).toBe(true);
    const [before, read] = [reads, known.settings];
    expect(await known.refresh()).toBe(false);
    expect([reads > before, known.settings === read]).toEqual([true, true]);
  });

  test("reads again where another policy counts by now", async () => {
    const known = session.trust();
    const policy = {
      folder: join(session.root, "policy"),
      keys: [],
      enforced: { revision: 1, address: "a".repeat(64) },
      observed: null,
      fault: null,
    };
    Object.assign(known.settings, { policy });
    const before = known.settings;
    expect(await known.refresh()).toBe(true);
    expect([known.settings === before, known.settings.policy, known.refresh()]).toEqual([
      false,
      null,
      null,
    ]);
  });
});

describe("which hooks of an event may run", () => {
  test("of a project, those that are approved as they are", async () => {
    session.projects(one, two);
    const known = session.trust();
    const [first] = known.review();
    await known.approve(first === undefined ? [] : [first]);
    const [yes, no] = known.check(matching(known.settings.hooks));
    expect(yes).toMatchObject({ matches: true, why: "it fits", trust: { state: "approved" } });
    expect(yes).not.toHaveProperty("skipped");
    expect(no).toMatchObject({
      matches: false,
      why: "nobody has approved it",
      skipped: "trust",
      trust: { state: "new", runs: false },
    });
  });

  test("of others, all; and what does not match is not looked at", async () => {
    session.users(one);
    session.projects(two);
    const known = await session.approved();
    const [own, theirs] = matching(known.settings.hooks) as [Match, Match];
    const skipped = { ...theirs, matches: false, skipped: "if" } as const;
    expect(known.check([own, skipped])).toEqual([own, skipped]);
  });

  test("of a signed bundle, none that is not what was signed: it blocks", () => {
    session.users(one);
    const known = session.trust();
    const [hook] = known.settings.hooks;
    if (hook === undefined) throw new Error("no hook");
    const signed = { ...hook, source: { ...hook.source, bundle: "b" } };
    const why = "the policy cannot be used: the settings name no policy";
    expect(known.check(matching([signed]))).toMatchObject([
      {
        hook: signed,
        matches: false,
        why,
        skipped: "trust",
        trust: { hook: signed, state: "own", runs: false, why, guards: "block" },
      },
    ]);
    expect(known.bundleFault(signed)).toBe(why);
    const good = vi.spyOn(known, "bundleFault").mockReturnValue(null);
    const match = matching([signed]);
    expect(known.check(match)).toEqual(match);
    good.mockRestore();
    expect([known.bundleFault(hook), known.markOf(hook)]).toEqual([null, null]);
    expect(() => known.markOf(signed)).toThrow("the settings name no policy");
  });
});

describe("required hooks", () => {
  const required = (...requireHooks: readonly string[]): string =>
    session.write(join(session.home, "settings.json"), {
      requireHooks,
      hooks: { Stop: [{ hooks: [{ name: "own", command: "true" }] }] },
    });

  test.each<[what: string, hook: object, isApproved: boolean, missing: readonly string[]]>([
    ["there and approved", one, true, ["gone"]],
    ["not approved", one, false, ["one", "gone"]],
    ["turned off", { ...one, disabled: true }, true, ["one", "gone"]],
    ["only observing", { ...one, observe: true }, true, ["one", "gone"]],
    ["another one", { ...one, name: "other" }, true, ["one", "gone"]],
  ])("are missing unless they can run: %s", async (_what, hook, isApproved, missing) => {
    required("one", "gone", "own");
    session.projects({ name: "zero", command: "date" }, hook);
    const known = session.trust();
    await known.approve(isApproved ? known.review() : known.review().slice(0, 1));
    expect(known.missing()).toEqual(missing);
  });
});

test("the files of settings, of the policy and of trust are protected", async () => {
  session.projects({ name: "guard", command: "./guard.sh" });
  session.write("guard.sh", "exit 0\n");
  const known = await session.approved();
  const { project, home } = session;
  const own = known.settings.files.map(({ path }) => path);
  const paths = known.protectedPaths();
  expect(paths.slice(0, own.length)).toEqual(own);
  expect(paths).toEqual(
    expect.arrayContaining([join(project, ".snaphook"), home, join(project, "guard.sh")]),
  );
  expect(paths).not.toContain("/policy");
  Object.assign(known.settings, { policy: { folder: "/policy" } });
  expect(known.protectedPaths()).toEqual([...own, "/policy", ...paths.slice(own.length)]);
});

test("what a hook is started with is what trust says of it", async () => {
  session.projects({ name: "guard", command: "python3", args: ["guard.py"] });
  session.write("guard.py", "exit()\n");
  const known = await session.approved();
  const [hook] = known.settings.hooks;
  const [planned] = known.check(matching(known.settings.hooks));
  const trust = planned?.trust;
  if (hook === undefined || trust === undefined) throw new Error("no hook");
  const guard = join(session.project, "guard.py");
  expect(known.filesOf(hook)).toContain(guard);
  const started = known.startOf(trust) as { args: readonly string[] };
  expect(started.args[0]).toMatch(/\.snaphook\/running\/.*guard\.py$/);
  expect(Object.keys(known.variablesOf(trust))).toEqual(["PYTHONPYCACHEPREFIX"]);
  expect(await known.settle(trust)).toBe(null);
  expect(known.changedSince(trust)).toBe(null);
  const [copy = ""] = started.args;
  expect(existsSync(copy)).toBe(true);
  known.close();
  expect(existsSync(copy)).toBe(false);
});
