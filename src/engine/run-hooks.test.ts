import { describe, expect, test } from "vitest";
import { capture, silentRun, type HookRun } from "../decode/index.js";
import { findDialect } from "../dialects/index.js";
import type { Payload } from "../payload/index.js";
import { eventContext } from "./event-context.js";
import type { PlannedHook } from "./planned-hook.js";
import { HookRuns, type HookResult, type Progress, type Replan } from "./run-hooks.js";
import { programHooks, programSettings } from "./settings.test-support.js";
import type { HookStarter } from "./start-hook.js";

// The order in which the hooks of an event run, and with which payload, with hooks that end when the test says so.

const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "a" } };

const planOf = (...hooks: readonly object[]): PlannedHook[] =>
  programHooks("PreToolUse", ...hooks.map((hook) => ({ command: "guard", ...hook }))).map(
    (hook) => ({ hook, matches: true, why: "it fits" }),
  );

class Event {
  /** What has happened, in order. */
  readonly log: string[] = [];
  readonly progress: Progress[] = [];
  readonly replanned: [before: PlannedHook, payload: Payload][] = [];
  private readonly ends = new Map<string, (run: Partial<HookRun>) => void>();
  readonly runs: HookRuns;
  result: Promise<HookResult[]> | undefined;

  constructor(
    parallel = 16,
    forksElsewhere = true,
    replan: Replan = (before) => Promise.resolve(before),
  ) {
    const base = programSettings({});
    const settings = { ...base, limits: { ...base.limits, parallel } };
    const context = eventContext(payload, settings, findDialect("wave"), {
      eventId: "e",
      signal: new AbortController().signal,
    });
    const starter = { forksElsewhere, start: this.start.bind(this) } as unknown as HookStarter;
    this.runs = new HookRuns(
      context,
      starter,
      (before, changed) => {
        this.replanned.push([before, changed]);
        return replan(before, changed);
      },
      (one) => this.progress.push(one),
    );
  }

  run(plan: readonly PlannedHook[]): Promise<HookResult[]> {
    this.result = this.runs.run(plan);
    void this.result.then(() => this.log.push("over"));
    return this.result;
  }

  async end(name: string, run: Partial<HookRun> = {}): Promise<void> {
    this.ends.get(name)?.(run);
    await turns();
  }

  private start({ hook }: PlannedHook, given: Payload) {
    const { command } = given.tool_input as { command: string };
    this.log.push(`${hook.name} gets ${command}`);
    return new Promise((resolve) => {
      this.ends.set(hook.name, (more) => {
        this.log.push(`${hook.name} ends`);
        const run = { ...silentRun(hook.name, { type: "exited", code: 0 }), ...more };
        resolve({ run, ms: 7 });
      });
    });
  }
}

async function turns(): Promise<void> {
  for (let count = 0; count < 5; count++) await new Promise((turn) => setImmediate(turn));
}

/** An answer that puts another input in its place. */
const rewrites = (command: string): Partial<HookRun> => ({
  stdout: capture(
    Buffer.from(
      JSON.stringify({
        hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command } },
      }),
    ),
    10_000,
  ),
});
const blocks: Partial<HookRun> = { ending: { type: "exited", code: 2 } };

describe("hooks of one event", () => {
  test("run at the same time, and their results are in their order", async () => {
    const event = new Event();
    const plan = planOf({ name: "a" }, { name: "b" });
    const running = event.run(plan);
    // At once: the engine can do something else meanwhile.
    expect(event.log).toEqual(["a gets a", "b gets a"]);
    await event.end("b", blocks);
    await event.end("a");
    const results = await running;
    expect(results.map(({ planned }) => planned)).toEqual(plan);
    expect(results.map(({ ran }) => ran?.run.ending)).toEqual([
      { type: "exited", code: 0 },
      { type: "exited", code: 2 },
    ]);
    expect(results.map(({ answer }) => answer?.says.map(({ level }) => level))).toEqual([
      [],
      ["deny"],
    ]);
    expect(event.replanned).toEqual([]);
  });

  test("are reported as they start and end", async () => {
    const event = new Event();
    const [one] = planOf({ name: "a" }) as [PlannedHook];
    const running = event.run([one]);
    await event.end("a");
    await running;
    const run = {
      hook: "a",
      onFailure: "continue",
      merge: false,
      exit: 0,
      stdout: "",
      stderr: "",
    };
    expect(event.progress).toEqual([
      { type: "run-start", eventId: "e", hook: one.hook },
      { type: "run-end", eventId: "e", hook: one.hook, run, ms: 7 },
    ]);
  });

  test("that do not match do not run", async () => {
    const event = new Event();
    const [one, two] = planOf({ name: "a" }, { name: "b" }) as [PlannedHook, PlannedHook];
    const skipped = { ...two, matches: false, skipped: "matcher" } as const;
    const running = event.run([one, skipped]);
    await event.end("a");
    expect((await running)[1]).toStrictEqual({ planned: skipped });
    expect(event.log).toEqual(["a gets a", "a ends", "over"]);
    expect(event.progress.map(({ hook }) => hook.name)).toEqual(["a", "a"]);
  });

  test("that were approved as guards and may not run now have failed", async () => {
    const event = new Event();
    const [one] = planOf({ name: "a" }) as [PlannedHook];
    const skip = { ...one, matches: false, skipped: "trust" } as const;
    const guarding = { ...skip, trust: { guards: "block", why: "a file of it changed" } } as never;
    const plain = { ...skip, trust: { guards: null, why: "it is new" } } as never;
    const [blocked, passed] = await event.run([guarding, plain]);
    expect(blocked).toMatchObject({
      planned: guarding,
      answer: {
        hook: "a",
        failed: true,
        says: [{ level: "deny", by: "failure" }],
        error: { text: expect.stringContaining("a file of it changed") as unknown },
      },
    });
    expect(passed).toStrictEqual({ planned: plain });
  });

  test("whose start fails fail the event", async () => {
    const starter = {
      forksElsewhere: true,
      start: () => Promise.reject(new Error("no room")),
    } as unknown as HookStarter;
    const context = eventContext(payload, programSettings({}), findDialect("wave"), {
      eventId: "e",
      signal: new AbortController().signal,
    });
    const runs = new HookRuns(context, starter, (before) => Promise.resolve(before));
    await expect(runs.run(planOf({}, {}))).rejects.toThrow("no room");
  });
});

describe("no more at a time than the limit", () => {
  test.each([
    [0, ["a gets a"]],
    [1, ["a gets a"]],
    [2, ["a gets a", "b gets a"]],
    [3, ["a gets a", "b gets a", "c gets a"]],
  ])("of %d", async (parallel, begun) => {
    const event = new Event(parallel);
    const plan = planOf({ name: "a" }, { name: "b" }, { name: "c" });
    void event.run(plan);
    await turns();
    expect(event.log).toEqual(begun);
    await event.end("a");
    expect(event.log).toHaveLength(Math.min(3, Math.max(1, parallel) + 1) + 1);
    for (const name of ["b", "c"]) await event.end(name);
    expect(event.log.at(-1)).toBe("over");
  });

  test("and what does not match takes no place and waits for none", async () => {
    const event = new Event(1);
    const [one, two, three] = planOf({ name: "a" }, { name: "b" }, { name: "c" }) as [
      PlannedHook,
      PlannedHook,
      PlannedHook,
    ];
    void event.run([one, { ...two, matches: false }, three]);
    await turns();
    expect(event.log).toEqual(["a gets a"]);
    await event.end("a");
    expect(event.log).toEqual(["a gets a", "a ends", "c gets a"]);
    await event.end("c");
    expect(event.log.at(-1)).toBe("over");
  });

  test("counts hooks on the final input, too", async () => {
    const event = new Event(1);
    const on = "final";
    void event.run(planOf({ name: "a", on }, { name: "b", on }));
    await turns();
    expect(event.log).toEqual(["a gets a"]);
    await event.end("a");
    expect(event.log).toEqual(["a gets a", "a ends", "b gets a"]);
    await event.end("b");
    expect(event.log.at(-1)).toBe("over");
  });
});

test.each([true, false])(
  "where forks block the host, it gets a turn between two (elsewhere: %s)",
  async (elsewhere) => {
    const event = new Event(16, elsewhere);
    void event.run(planOf({ name: "a" }, { name: "b" }, { name: "c" }));
    const counts: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      counts.push(event.log.length);
      await new Promise((next) => setImmediate(next));
    }
    expect(counts).toEqual(elsewhere ? [3, 3, 3, 3] : [1, 2, 3, 3]);
    for (const name of ["a", "b", "c"]) await event.end(name);
    await event.result;
  },
);

test("the first of a plan waits for no turn, wherever it forks", () => {
  const event = new Event(16, false);
  void event.run(planOf({ name: "a", on: "final" }));
  expect(event.log).toEqual([]);
  const other = new Event(16, false);
  void other.run(planOf({ name: "a" }));
  expect(other.log).toEqual(["a gets a"]);
});

describe("a sequential hook", () => {
  const plan = (): PlannedHook[] =>
    planOf({ name: "a" }, { name: "b", sequential: true }, { name: "c" }, { name: "d" });

  test("waits for those before it, those behind wait for it, and all get what was changed", async () => {
    const event = new Event();
    const running = event.run(plan());
    await turns();
    expect(event.log).toEqual(["a gets a"]);
    await event.end("a", rewrites("by a"));
    expect(event.log).toEqual(["a gets a", "a ends", "b gets by a"]);
    await event.end("b", rewrites("by b"));
    expect(event.log.slice(3)).toEqual(["b ends", "c gets by b", "d gets by b"]);
    await event.end("d");
    await event.end("c");
    await running;
    expect(event.log.at(-1)).toBe("over");
    expect(event.replanned.map(([{ hook }, { tool_input }]) => [hook.name, tool_input])).toEqual([
      ["b", { command: "by a" }],
      ["c", { command: "by b" }],
      ["d", { command: "by b" }],
    ]);
  });

  test("gets the very same payload where nothing was changed, and is not looked at again", async () => {
    const event = new Event();
    void event.run(plan());
    for (const name of ["a", "b", "c", "d"]) {
      await turns();
      await event.end(name);
    }
    expect([event.replanned, event.log.at(-1)]).toEqual([[], "over"]);
  });

  test("runs by what is found for the changed input", async () => {
    const event = new Event(1, true, (before) =>
      Promise.resolve({ ...before, matches: before.hook.name !== "c", why: "looked again" }),
    );
    const running = event.run(plan());
    await event.end("a", rewrites("by a"));
    for (const name of ["b", "d"]) await event.end(name);
    const results = await running;
    expect(event.log).toEqual([
      "a gets a",
      "a ends",
      "b gets by a",
      "b ends",
      "d gets by a",
      "d ends",
      "over",
    ]);
    expect(results.map(({ planned }) => planned.why)).toEqual([
      "it fits",
      "looked again",
      "looked again",
      "looked again",
    ]);
    expect(results[2]?.ran).toBeUndefined();
  });

  test("that did not match may match by then, and takes its place", async () => {
    const event = new Event(1, true, (before) => Promise.resolve({ ...before, matches: true }));
    const [a, b, c, d] = plan() as [PlannedHook, PlannedHook, PlannedHook, PlannedHook];
    void event.run([a, { ...b, matches: false }, { ...c, matches: false }, d]);
    await event.end("a", rewrites("by a"));
    await event.end("b");
    expect(event.log.slice(2)).toEqual(["b gets by a", "b ends", "c gets by a"]);
    await event.end("c");
    await event.end("d");
    expect(event.log.at(-1)).toBe("over");
  });
});

describe("a hook on the final input", () => {
  test("comes after all others, with what they leave, in whatever place it is", async () => {
    const event = new Event();
    const plan = planOf({ name: "f", on: "final" }, { name: "a" }, { name: "g", on: "final" });
    const running = event.run(plan);
    await turns();
    expect(event.log).toEqual(["a gets a"]);
    await event.end("a", rewrites("by a"));
    expect(event.log).toEqual(["a gets a", "a ends", "f gets by a", "g gets by a"]);
    await event.end("g");
    await event.end("f");
    expect((await running).map(({ planned }) => planned.hook.name)).toEqual(["f", "a", "g"]);
  });
});
