import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { ConfigProblem } from "../config/index.js";
import { silentRun, type Ending } from "../decode/index.js";
import { findDialect } from "../dialects/index.js";
import type { Ledger, LedgerRecord } from "../trace/index.js";
import { AsyncHooks } from "./async-hooks.js";
import { eventContext, type EventContext } from "./event-context.js";
import type { PlannedHook } from "./planned-hook.js";
import type { Progress } from "./run-hooks.js";
import { programHooks, programSettings } from "./settings.test-support.js";
import type { HookStarter } from "./start-hook.js";

const payload = { hook_event_name: "PreToolUse", tool_name: "Bash" };

function contextOf(eventId: string, parallel = 16): EventContext {
  const settings = programSettings({ limits: { parallel } });
  const { signal } = new AbortController();
  return eventContext(payload, settings, findDialect("wave"), { eventId, signal });
}

function planned(name: string, id = name): PlannedHook {
  const [hook] = programHooks("PreToolUse", { command: "guard", name, async: true });
  if (hook === undefined) throw new Error("no hook");
  const source = { ...hook.source, file: "/h/settings.json", line: 3 };
  return { hook: { ...hook, id, source }, matches: true, why: "it fits" };
}

/** Hooks that end when the test says so, and all that is reported of them. */
class Background {
  readonly records: LedgerRecord[] = [];
  readonly progress: Progress[] = [];
  /** Names of what was started, in order, and how to end each. */
  readonly started: string[] = [];
  readonly signals: AbortSignal[] = [];
  private readonly ends = new Map<string, (ending: Ending) => void>();
  readonly hooks: AsyncHooks;

  constructor(start?: HookStarter["start"]) {
    const starter = { start: start ?? this.start.bind(this) } as HookStarter;
    const ledger = { append: (record: LedgerRecord) => this.records.push(record) };
    this.hooks = new AsyncHooks(starter, ledger as unknown as Ledger, (one) =>
      this.progress.push(one),
    );
  }

  async end(name: string, ending: Ending = { type: "exited", code: 0 }): Promise<void> {
    this.ends.get(name)?.(ending);
    await settled();
  }

  /** What was recorded, shortly. */
  get reported(): string[] {
    return this.records.map(({ type, name, eventId, run }) =>
      [type, name, eventId, ...(run === undefined ? [] : [JSON.stringify(endOf(run))])].join(" "),
    );
  }

  private start({ hook }: PlannedHook, _: object, { signal }: EventContext) {
    this.started.push(hook.name);
    this.signals.push(signal);
    return new Promise<never>((resolve) => {
      this.ends.set(hook.name, (ending) =>
        resolve({ run: silentRun(hook.name, ending), ms: 7 } as never),
      );
    });
  }
}

function endOf(run: unknown): object {
  const {
    hook: _,
    onFailure: _f,
    merge: _m,
    stdout: _o,
    stderr: _e,
    ...end
  } = run as Record<string, unknown>;
  return end;
}

const settled = (): Promise<void> => new Promise((turn) => setImmediate(turn));

describe("a hook that nobody waits for", () => {
  test("is recorded when it starts and when it ends, and reported as it goes", async () => {
    const one = new Background();
    const guard = planned("guard");
    one.hooks.start(guard, contextOf("e1"));
    expect(one.started).toEqual(["guard"]);
    await one.end("guard", { type: "exited", code: 1 });
    const run = {
      hook: "guard",
      onFailure: "continue",
      merge: false,
      exit: 1,
      stdout: "",
      stderr: "",
    };
    const said = {
      eventId: "e1",
      id: "guard",
      name: "guard",
      hookType: "command",
      ran: true,
      async: true,
      why: "it fits",
      at: "/h/settings.json:3",
    };
    expect(one.records).toEqual([
      { type: "start", ...said },
      { type: "run", ...said, ms: 7, run },
    ]);
    expect(one.progress).toEqual([
      { type: "run-start", eventId: "e1", hook: guard.hook },
      { type: "run-end", eventId: "e1", hook: guard.hook, ms: 7, run },
    ]);
  });

  test("that cannot be started is recorded as such", async () => {
    const one = new Background(() => Promise.reject(new Error("no room")));
    one.hooks.start(planned("guard"), contextOf("e1"));
    await settled();
    expect(one.reported).toEqual([
      "start guard e1",
      'run guard e1 {"spawnError":"Error: no room"}',
    ]);
    expect(one.records[1]).toMatchObject({ ms: 0 });
    await one.hooks.drained();
  });

  test("gets a signal that any number may listen to, and gets no event's end", async () => {
    const one = new Background();
    for (const name of ["a", "b"]) one.hooks.start(planned(name), contextOf(name));
    const [first, second] = one.signals;
    expect(first).toBe(second);
    const warnings: Error[] = [];
    const warned = (warning: Error): number => warnings.push(warning);
    process.on("warning", warned);
    onTestFinished(() => void process.off("warning", warned));
    for (let count = 0; count < 20; count++) first?.addEventListener("abort", () => {});
    await settled();
    expect(warnings).toEqual([]);
    expect(first?.aborted).toBe(false);
    one.hooks.close();
    expect(first?.aborted).toBe(true);
  });

  test("needs neither a ledger nor a listener", async () => {
    const run = silentRun("guard", { type: "exited", code: 2 });
    const starter = { start: () => Promise.resolve({ run, ms: 0 }) } as unknown as HookStarter;
    const hooks = new AsyncHooks(starter, undefined, undefined);
    hooks.start(planned("guard"), contextOf("e"));
    await hooks.drained();
    expect(hooks.problems).toHaveLength(1);
  });
});

describe("as many as the settings say run at a time", () => {
  test("the others begin in order, each when one has ended", async () => {
    const one = new Background();
    const context = contextOf("e", 2);
    for (const name of ["a", "b", "c", "d"]) one.hooks.start(planned(name), context);
    expect(one.started).toEqual(["a", "b"]);
    await one.end("b");
    expect(one.started).toEqual(["a", "b", "c"]);
    await one.end("a");
    expect(one.started).toEqual(["a", "b", "c", "d"]);
  });

  test("one at least, where the settings say none", async () => {
    const one = new Background();
    const { settings, ...rest } = contextOf("e");
    const none = { ...settings, limits: { ...settings.limits, parallel: 0 } };
    for (const name of ["a", "b"]) one.hooks.start(planned(name), { ...rest, settings: none });
    expect(one.started).toEqual(["a"]);
    await one.end("a");
    expect(one.started).toEqual(["a", "b"]);
  });

  test("256 wait, and what comes after them is not started", async () => {
    const one = new Background();
    const context = contextOf("e", 1);
    for (let at = 0; at <= 257; at++) one.hooks.start(planned(`h${at}`), context);
    expect(one.started).toEqual(["h0"]);
    expect(one.reported.filter((text) => text.startsWith("run"))).toEqual([
      'run h257 e {"spawnError":"256 async hooks wait already"}',
    ]);
    await one.end("h0");
    one.hooks.start(planned("late"), context);
    expect(one.reported.at(-1)).toBe("start late e");
    one.hooks.close();
  });
});

describe("drained", () => {
  test("resolves at once where none runs, and else when the last has ended", async () => {
    const one = new Background();
    await one.hooks.drained();
    const context = contextOf("e", 1);
    for (const name of ["a", "b"]) one.hooks.start(planned(name), context);
    const ends: string[] = [];
    void one.hooks.drained().then(() => ends.push("first"));
    void one.hooks.drained().then(() => ends.push("second"));
    await one.end("a");
    expect(ends).toEqual([]);
    await one.end("b");
    expect(ends).toEqual(["first", "second"]);
    await one.hooks.drained();
  });

  test("waits for all that run beside each other", async () => {
    const one = new Background();
    for (const name of ["a", "b"]) one.hooks.start(planned(name), contextOf("e"));
    let isDrained = false;
    const drained = one.hooks.drained().then(() => (isDrained = true));
    await one.end("a");
    expect(isDrained).toBe(false);
    await one.end("b");
    await drained;
  });

  test("resolves when the engine closes", async () => {
    const one = new Background();
    one.hooks.start(planned("a"), contextOf("e"));
    const drained = one.hooks.drained();
    one.hooks.close();
    await drained;
    await one.hooks.drained();
  });
});

describe("the end of the engine", () => {
  test("is recorded for those that run and for those that wait, and later ones are not started", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    vi.advanceTimersByTime(5);
    const one = new Background();
    const context = contextOf("e", 1);
    for (const name of ["a", "b"]) one.hooks.start(planned(name), context);
    vi.advanceTimersByTime(12);
    one.hooks.close();
    one.hooks.start(planned("c"), context);
    expect(one.reported).toEqual([
      "start a e",
      "start b e",
      'run b e {"cancelled":true}',
      'run a e {"cancelled":true}',
      "start c e",
      'run c e {"cancelled":true}',
    ]);
    expect(one.records.flatMap(({ ms }) => ms ?? [])).toEqual([0, 12, 0]);
    one.hooks.close();
    expect([one.records.length, one.started]).toEqual([6, ["a"]]);
    // How it ends then is progress, and nothing more.
    await one.end("a", { type: "exited", code: 2 });
    expect([one.records.length, one.started, one.hooks.problems]).toEqual([6, ["a"], []]);
    expect(one.progress.map(({ type }) => type)).toEqual(["run-start", "run-end"]);
  });

  test("needs none that runs", () => {
    const one = new Background();
    one.hooks.close();
    expect(one.records).toEqual([]);
  });
});

describe("a vote that is lost", () => {
  const lost = (name: string): ConfigProblem => ({
    code: "hook-async-guard",
    severity: "warning",
    hook: name,
    path: "async",
    found: "deny on PreToolUse, from a hook that nobody waits for",
    lost: "its vote",
    file: "/h/settings.json",
    line: 3,
  });
  const blocks = { type: "exited", code: 2 } as const;

  test("is a problem, new once, and known from then on, once for each hook", async () => {
    const one = new Background();
    for (const name of ["a", "quiet", "b", "a"]) {
      one.hooks.start(planned(name), contextOf("e"));
      await one.end(name, name === "quiet" ? { type: "exited", code: 0 } : blocks);
    }
    expect(one.hooks.takeFresh()).toEqual([lost("a"), lost("b")]);
    expect([one.hooks.takeFresh(), one.hooks.problems]).toEqual([[], [lost("a"), lost("b")]]);
  });

  test("is a problem of a hundred hooks at most", async () => {
    const one = new Background();
    for (let at = 0; at <= 100; at++) {
      one.hooks.start(planned(`h${at}`), contextOf("e"));
      await one.end(`h${at}`, blocks);
    }
    expect([one.hooks.problems.length, one.hooks.takeFresh().length]).toEqual([100, 100]);
    expect(one.hooks.problems.at(-1)?.hook).toBe("h99");
  });
});
