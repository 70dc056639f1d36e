import { chmodSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { Trust, type HookTrust } from "../trust/index.js";
import type { OnReview } from "./project-trust.js";
import type { Fired } from "./fired.js";
import type { Progress } from "./run-hooks.js";
import {
  bash,
  calling,
  guard,
  MemoryApprovals,
  passes,
  rewrite,
  Session,
  turns,
} from "./session.test-support.js";

// Hooks of an engine in this process: those that run, those that may not, and those that nobody waits for.

let session: Session;
beforeEach(() => {
  session = new Session();
});

const outcomes = ({ reading }: Fired): string[] => [reading.outcome, reading.permission];

describe("hooks that nobody waits for", () => {
  test("run beside the event, and how they end is recorded later", async () => {
    const ends: (() => void)[] = [];
    const seen: string[] = [];
    const late = {
      ...calling(() => new Promise<void>((end) => ends.push(end))),
      name: "late",
    };
    const engine = session.background(
      { PreToolUse: [{ hooks: [late, guard] }] },
      { onProgress: ({ type, hook }: Progress) => seen.push(`${type} ${hook.name}`) },
    );
    const fired = await engine.fire(bash, { eventId: "e" });
    expect(fired.reading.outcome).toBe("block");
    expect(fired.hooks).toMatchObject([
      { name: "late", ran: true, async: true },
      { name: "guard", ran: true },
    ]);
    expect(fired.hooks[0]).not.toHaveProperty("run");
    expect(fired.hooks[0]).not.toHaveProperty("ms");
    expect(session.reported).toEqual(["event", "start", "run", "verdict"]);
    let isDrained = false;
    const drained = engine.drained().then(() => (isDrained = true));
    await turns();
    expect(isDrained).toBe(false);
    ends[0]?.();
    await drained;
    expect(session.records.at(-1)).toMatchObject({ type: "run", eventId: "e", name: "late" });
    expect(seen).toEqual(["run-start late", "run-start guard", "run-end guard", "run-end late"]);
  });

  test("that would have blocked are a problem from then on, and new once", async () => {
    const engine = session.background({ PreToolUse: [{ hooks: [{ ...guard, name: "late" }] }] });
    const codes = (all: readonly { code: string }[]): string[] => all.map(({ code }) => code);
    const [first, second] = [await engine.fire(bash), await engine.fire(bash)];
    expect([first, second].map(({ reading }) => reading.outcome)).toEqual(["proceed", "proceed"]);
    expect([first, second].map(({ reading }) => codes(reading.problems))).toEqual([
      ["hook-async-guard"],
      [],
    ]);
    expect([codes(engine.problems), codes(second.problems)]).toEqual([
      ["hook-async-guard"],
      ["hook-async-guard"],
    ]);
  });

  test("do not run where the hook does not match", async () => {
    let calls = 0;
    const late = { ...calling(() => void calls++), name: "late" };
    const engine = session.background({ PreToolUse: [{ matcher: "Write", hooks: [late] }] });
    const { hooks } = await engine.fire(bash);
    expect([calls, hooks.map(({ ran, skipped }) => [ran, skipped])]).toEqual([
      0,
      [[false, "matcher"]],
    ]);
    expect(session.reported).toEqual(["settings", "event", "verdict"]);
  });
});

describe("a project's hooks", () => {
  const settings = ".snaphook/settings.json";

  test("are named until someone approves them, and are a stranger's again when that is taken back", async () => {
    session.hooks(settings, "PreToolUse", guard);
    const engine = session.open();
    const before = await engine.fire(bash);
    expect(before.hooks).toMatchObject([
      { name: join(realpathSync(session.project), settings), ran: false, skipped: "trust" },
    ]);
    expect(session.reported).toEqual(["event", "skip", "verdict"]);
    expect(engine.preview(bash)).toEqual([]);
    await engine.approve(engine.review());
    expect(engine.preview(bash)).toMatchObject([{ matches: true, trust: { state: "approved" } }]);
    expect(outcomes(await engine.fire(bash))).toEqual(["block", "deny"]);
    expect(await engine.revoke(["no such id"])).toBe(0);
    expect(outcomes(await engine.fire(bash))).toEqual(["block", "deny"]);
    expect(await engine.revoke()).toBe(1);
    expect((await engine.fire(bash)).hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
  });

  test("run for one call where the host trusts the project, and else do not", async () => {
    session.hooks(settings, "PreToolUse", guard);
    const outcome = async (options: object): Promise<string> =>
      (await session.open(options).fire(bash)).reading.outcome;
    expect([
      await outcome({ trustProject: true }),
      await outcome({ trustProject: false }),
      await outcome({}),
    ]).toEqual(["block", "proceed", "proceed"]);
  });

  test("count as soon as a store can be used that could not when the session began", async () => {
    session.hooks(settings, "PreToolUse", guard);
    const approvals = new MemoryApprovals();
    const before = session.open({ approvals });
    await before.approve(before.review());
    const open = (): ReturnType<Session["open"]> => {
      approvals.readFault = new Error("no disk");
      const engine = session.open({ approvals });
      approvals.readFault = null;
      return engine;
    };
    expect((await open().fire(bash)).reading.outcome).toBe("block");
    const engine = open();
    expect(engine.preview(bash)).toEqual([]);
    await engine.refresh();
    expect(engine.preview(bash)).toMatchObject([{ matches: true }]);
  });

  test("are found by the variables and the PATH that they run with", async () => {
    session.hooks(settings, "PreToolUse", { name: "found", command: "guard", args: [] });
    session.write("bin/guard", "#!/bin/sh\n");
    chmodSync(join(session.project, "bin/guard"), 0o755);
    const files = (environment: object): unknown =>
      session
        .open({ environment: environment as never })
        .review()
        .map(({ fingerprint }) => fingerprint.files.map(({ path }) => path));
    expect(files({ PATH: join(session.project, "bin") })).toEqual([
      expect.arrayContaining(["./bin/guard"]),
    ]);
    expect(files({})).toEqual([expect.not.arrayContaining(["./bin/guard"])]);
  });

  test("are looked at before the first event where their store is a file, and the engine is open", async () => {
    session.hooks(settings, "PreToolUse", guard);
    const first = session.open();
    await first.approve(first.review());
    const look = vi.spyOn(Trust.prototype, "of");
    onTestFinished(() => look.mockRestore());
    const approvals = new MemoryApprovals();
    approvals.held = { hooks: [], seen: {} };
    session.open({ keeper: true, approvals });
    session.open({ keeper: true }).close();
    session.open();
    for (let turn = 0; turn < 10; turn++) await new Promise((next) => setTimeout(next));
    expect(look).not.toHaveBeenCalled();
    session.open({ keeper: true });
    while (look.mock.calls.length === 0) await new Promise((next) => setTimeout(next));
    expect(look.mock.calls.map(([{ name }]) => name)).toEqual(["guard"]);
  });

  test("may be approved when the first event wants them, and run in that event", async () => {
    session.hooks(settings, "PreToolUse", guard);
    let reviews = 0;
    const engine = session.open({ onReview: (hooks) => (reviews++, hooks) });
    expect((await engine.fire(bash)).reading.outcome).toBe("block");
    expect([(await engine.fire(bash)).reading.outcome, reviews]).toEqual(["block", 1]);
  });

  test("that were approved and could not be stored refuse the event, and it is asked again", async () => {
    session.hooks(settings, "PreToolUse", guard);
    const approvals = new MemoryApprovals();
    approvals.changeFault = new Error("no room");
    let reviews = 0;
    const engine = session.open({ approvals, onReview: (hooks) => (reviews++, hooks) });
    for (let times = 1; times <= 2; times++) {
      const { reading, hooks } = await engine.fire(bash);
      expect([reading.outcome, reviews]).toEqual(["halt", times]);
      expect(reading.toUser[0]?.text).toContain(
        "Hooks were approved, and that could not be stored, so they cannot run: ",
      );
      expect(hooks.map(({ ran }) => ran)).toEqual([false]);
    }
    approvals.changeFault = null;
    expect((await engine.fire(bash)).reading.outcome).toBe("block");
  });

  test("that match only what hooks before them have made of the input are looked at then", async () => {
    const hooks = [{ ...guard, sequential: true }];
    session.write(settings, { hooks: { PreToolUse: [{ if: { command: "rm *" }, hooks }] } });
    // The user's own come first.
    session.hooks(join(session.home, "settings.json"), "PreToolUse", rewrite);
    const engine = session.open();
    await engine.approve(engine.review());
    const planned = engine.preview(bash).map(({ hook, matches }) => [hook.name, matches]);
    const fired = await engine.fire(bash);
    expect([planned, fired.hooks.map(({ name, ran }) => [name, ran])]).toEqual([
      [
        ["rewrite", true],
        ["guard", false],
      ],
      [
        ["rewrite", true],
        ["guard", true],
      ],
    ]);
  });

  describe("whose input has changed under them", () => {
    const arrange = (approvals: MemoryApprovals, onReview: OnReview) => {
      session.hooks(join(session.home, "settings.json"), "PreToolUse", rewrite);
      const hooks = [{ ...guard, sequential: true }];
      session.write(settings, { hooks: { PreToolUse: [{ if: { command: "rm *" }, hooks }] } });
      return session.open({ approvals, onReview });
    };

    test.each([
      [true, "block"],
      [false, "proceed"],
    ])("are asked about then, and run if that is a yes: %s", async (isYes, outcome) => {
      const approvals = new MemoryApprovals();
      // Known, and without this hook.
      approvals.held = { hooks: [], seen: {} };
      const shown: unknown[] = [];
      const engine = arrange(approvals, (hooks: readonly HookTrust[]) => {
        shown.push(hooks.map(({ hook }) => hook.name));
        return isYes ? hooks : [];
      });
      const { reading, hooks } = await engine.fire(bash);
      expect([reading.outcome, shown]).toEqual([outcome, [["guard"]]]);
      expect(hooks.find(({ name }) => name === "guard")).toMatchObject({
        ran: isYes,
        ...(!isYes && { skipped: "trust", why: "nobody has approved it" }),
      });
    });

    test("block where they were approved and that cannot be stored", async () => {
      const approvals = new MemoryApprovals();
      approvals.held = { hooks: [], seen: {} };
      const engine = arrange(approvals, (hooks) => hooks);
      await engine.refresh();
      approvals.changeFault = new Error("no room");
      const { reading, hooks } = await engine.fire(bash);
      expect(reading.outcome).toBe("block");
      expect(hooks.find(({ name }) => name === "guard")).toMatchObject({
        ran: false,
        skipped: "trust",
        why: expect.stringContaining("no room") as unknown,
      });
    });
  });
});

describe("where nothing may run", () => {
  test("no hook is started, all are named, and the rules count", async () => {
    let calls = 0;
    const counts = calling(() => void calls++);
    const engine = session.background(
      { PreToolUse: [{ hooks: [counts, { ...counts, name: "late" }] }] },
      { environment: { SNAPHOOK_DEPTH: "3" } },
    );
    const { reading, hooks, ruling } = await engine.fire(bash);
    expect([reading.outcome, calls, ruling?.decision]).toEqual(["halt", 0, "none"]);
    expect(reading.toUser.map(({ text }) => text)).toEqual([
      expect.stringContaining("Hooks are running inside hooks, 3 deep."),
    ]);
    expect(reading.problems).toEqual([]);
    expect(hooks.map(({ ran, async: isAsync }) => [ran, isAsync])).toEqual([
      [false, undefined],
      [false, undefined],
    ]);
    expect((await engine.fire({ hook_event_name: "PostToolUse" })).reading.outcome).toBe("proceed");
  });

  test("the user's own settings are not enough: required hooks must be there", async () => {
    session.write(join(session.home, "settings.json"), { requireHooks: ["guard", "passes"] });
    const fire = async (...hooks: readonly object[]): Promise<Fired> =>
      session.with("PreToolUse", ...hooks).fire(bash);
    const missing = await fire(passes);
    expect(missing.reading.toUser[0]?.text).toContain("or not approved: guard.");
    expect((await fire(guard, passes)).reading.outcome).toBe("block");
    for (const more of [{ disabled: true }, { observe: true }])
      expect((await fire({ ...guard, ...more }, passes)).reading.outcome).toBe("halt");
  });
});

describe("an abort", () => {
  const observing = { ...guard, observe: true };

  test("before any hook could answer halts, and starts none that nobody waits for", async () => {
    let calls = 0;
    const late = { ...calling(() => void calls++), name: "late" };
    const engine = session.background({ PreToolUse: [{ hooks: [late] }] });
    const fired = await engine.fire(bash, { signal: AbortSignal.abort() });
    expect([...outcomes(fired), calls, fired.reading.toUser]).toEqual(["halt", "none", 0, []]);
  });

  test("halts where only observers have answered, and not where a guard has", async () => {
    const fire = (hook: object): Promise<Fired> => {
      const abort = new AbortController();
      const stops = { ...calling(() => abort.abort()), name: "stops", sequential: true };
      const engine = session.open({
        program: {
          hooks: { PreToolUse: [{ hooks: [hook, { ...stops, observe: true }] }] },
        } as object,
      });
      return engine.fire(bash, { signal: abort.signal });
    };
    expect((await fire(observing)).reading.outcome).toBe("halt");
    expect((await fire(guard)).reading.outcome).toBe("block");
  });

  test("that does not come changes nothing", async () => {
    expect((await session.with("PreToolUse", observing).fire(bash)).reading.outcome).toBe(
      "proceed",
    );
  });
});

test("a closed engine ends functions that run, and calls none any more", async () => {
  const ends: string[] = [];
  const engine = session.with(
    "PreToolUse",
    calling(
      (_, { signal }) =>
        new Promise((resolve) =>
          signal.addEventListener("abort", () => (ends.push("aborted"), resolve(null))),
        ),
    ),
  );
  const open = engine.fire(bash);
  await turns();
  engine.close();
  await open;
  await engine.fire(bash);
  expect(ends).toEqual(["aborted"]);
  expect(engine.usesKeeper).toBe(false);
});
