import type { ChildProcess } from "node:child_process";
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NOBODY, endOwnTimers, pass, useOwnTimers } from "./fake-child.test-support.js";
import { FakeKeeper, result, spec } from "./fake-keeper.test-support.js";
import type { Guardian } from "./guardian.js";
import { Keeper } from "./keeper.js";
import { endToWire, toWire } from "./keeper-protocol.js";
import type { ProcessSpec } from "./process-spec.js";

let keepers: FakeKeeper[];
/** Signals to others, and what the guardian was reported. */
let signals: unknown[];
let watched: string[];
let keeper: Keeper;
let nextPid: number | undefined;
beforeEach(() => {
  useOwnTimers();
  [keepers, signals, watched, nextPid] = [[], [], [], NOBODY];
  vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
    signals.push([pid, signal]);
    return true;
  });
  const guardian = { watchKeeper: (who: string) => watched.push(who) } as unknown as Guardian;
  keeper = new Keeper(
    () => ({ OF: "the host" }),
    "family",
    guardian,
    () => {
      const child = new FakeKeeper(nextPid);
      keepers.push(child);
      return child as unknown as ChildProcess;
    },
  );
});
afterEach(async () => {
  keeper.close();
  await endOwnTimers();
});

const latest = (): FakeKeeper => keepers.at(-1) as FakeKeeper;

/** One that is ready. */
async function ready(): Promise<FakeKeeper> {
  void keeper.isReady;
  await pass(1);
  latest().says({ type: "ready" });
  latest().happened.splice(0);
  signals.splice(0);
  return latest();
}

class Asked {
  private end: object | string = "waits";
  readonly controller = new AbortController();

  constructor(given: ProcessSpec) {
    void keeper.run(given, this.controller.signal).then((end) => {
      this.end = end;
    });
  }

  async now(): Promise<object | string> {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
    return this.end;
  }
}

const silent = {
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  cut: false,
  stderrCut: false,
  ms: expect.any(Number) as number,
};
const killed = { type: "signalled", signal: "SIGKILL" };
const command = { runId: "family1", file: "w", args: [], cwd: "/", env: {} };
const address = { path: "/line", token: "t" };

/** A worker that the keeper has started, and what was reported of it. */
function served(): unknown[] {
  const reported: unknown[] = [];
  keeper.serve(command, address, {
    onLog: (text) => reported.push(text),
    onEnd: (end) => reported.push(end),
  });
  return reported;
}

describe("a keeper", () => {
  test("is started in the turn after it was asked for, once, and is ready when it says so", async () => {
    expect([keeper.isReady, keeper.isReady, keepers.length]).toEqual([false, false, 0]);
    await pass(1);
    expect([keeper.isReady, keepers.length, watched]).toEqual([false, 1, [`${NOBODY}:family`]]);
    expect(latest().happened).toEqual([
      "lets the host go",
      { type: "base", env: { OF: "the host", SNAPHOOK_RUN_ID: "familyspare" } },
    ]);
    latest().says({ type: "ready" });
    expect([keeper.isReady, await keeper.whenReady()]).toEqual([true, true]);
    await pass(10_000);
    expect(keepers).toHaveLength(1);
  });

  test("is waited for until it is ready", async () => {
    const waiting = [keeper.whenReady(), keeper.whenReady()];
    await pass(1);
    latest().says({ type: "ready" });
    expect(await Promise.all(waiting)).toEqual([true, true]);
  });

  test.each<[string, () => void]>([
    ["has died", () => latest().emit("exit")],
    ["could not be started", () => latest().emit("error", new Error("EAGAIN"))],
    ["is closed", () => keeper.close()],
  ])("will not be ready once it %s", async (_what, happens) => {
    const waiting = keeper.whenReady();
    await pass(1);
    happens();
    expect(await waiting).toBe(false);
  });

  test("that has no number is not watched", async () => {
    nextPid = undefined;
    void keeper.isReady;
    await pass(1);
    expect(watched).toEqual([]);
  });

  test("that is closed before it was started never is", async () => {
    void keeper.isReady;
    keeper.close();
    await pass(1);
    expect([keeper.isReady, keepers]).toEqual([false, []]);
    await pass(1);
    expect(keepers).toEqual([]);
  });

  test("is woken before a run where it is ready", async () => {
    keeper.expectRun();
    void keeper.isReady;
    await pass(1);
    keeper.expectRun();
    expect(latest().happened).not.toContain("");
    const child = await ready();
    keeper.expectRun();
    expect(child.happened).toEqual([""]);
  });

  test("need not read nor say anything to the end", async () => {
    const child = await ready();
    for (const stream of [child.stdin, child.stdout]) stream.emit("error", new Error("EPIPE"));
    expect(keeper.isReady).toBe(true);
  });
});

describe("a run", () => {
  test("is sent, holds the host, and has the result that comes back", async () => {
    const child = await ready();
    const [first, second] = [new Asked(spec("family1")), new Asked(spec("family2"))];
    expect(await first.now()).toBe("waits");
    expect(child.happened.splice(0)).toEqual([
      "holds the host",
      { type: "run", spec: spec("family1") },
      { type: "run", spec: spec("family2") },
    ]);
    child.says({ type: "ended", runId: "family1", result: toWire(result) });
    expect([await first.now(), await second.now(), child.happened]).toEqual([result, "waits", []]);
    child.says({ type: "ended", runId: "family2", result: toWire(result) });
    expect([await second.now(), child.happened]).toEqual([result, ["lets the host go"]]);
    expect(getEventListeners(first.controller.signal, "abort")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test("has its keeper woken each second, as long as there is one", async () => {
    const child = await ready();
    void new Asked(spec("family1"));
    await pass(999);
    expect(signals).toEqual([]);
    await pass(1001);
    expect(signals).toEqual([
      [NOBODY, "SIGCONT"],
      [NOBODY, "SIGCONT"],
    ]);
    child.says({ type: "ended", runId: "family1", result: toWire(result) });
    await pass(10_000);
    expect(signals).toHaveLength(2);
  });

  test("that nobody waits for is cancelled by the keeper", async () => {
    const child = await ready();
    const asked = new Asked(spec("family1"));
    await asked.now();
    child.happened.splice(0);
    asked.controller.abort();
    expect(await asked.now()).toBe("waits");
    expect(child.happened).toEqual([{ type: "cancel", runId: "family1" }]);
    const cancelled = { ...result, ending: { type: "cancelled" } } as const;
    child.says({ type: "ended", runId: "family1", result: toWire(cancelled) });
    expect(await asked.now()).toEqual(cancelled);
  });

  test.each<[string, number, number, boolean, string]>([
    ["by its deadline", 500, 2500, false, "timed-out"],
    ["after it was aborted", 60_000, 2000, true, "cancelled"],
  ])(
    "that the keeper does not end %s is ended by the host",
    async (_what, ms, wait, aborts, type) => {
      const child = await ready();
      const asked = new Asked(spec("family1", ms));
      await asked.now();
      child.says({ type: "started", runId: "family1", pid: NOBODY + 1 });
      if (aborts) asked.controller.abort();
      await pass(wait - 1);
      expect([await asked.now(), keeper.isReady]).toEqual(["waits", true]);
      signals.splice(0);
      child.happened.splice(0);
      await pass(2);
      expect([signals.slice(-2), keeper.isReady]).toEqual([
        [
          [NOBODY, "SIGCONT"],
          [-NOBODY - 1, "SIGKILL"],
        ],
        false,
      ]);
      await pass(1000);
      expect(await asked.now()).toEqual({ ...silent, ending: { type } });
      expect(child.happened).toContainEqual({ type: "ask" });
      expect(child.happened).toContain("lets the host go");
    },
  );
});

describe("a keeper in doubt", () => {
  async function doubted(): Promise<FakeKeeper> {
    const child = await ready();
    void new Asked(spec("family1", 1));
    await pass(3500);
    child.happened.splice(0);
    return child;
  }

  test("is asked once, gets nothing new before it answers, and then is as it was", async () => {
    const child = await doubted();
    void new Asked(spec("family2", 1));
    await pass(2500);
    expect(child.happened.filter((one) => JSON.stringify(one).includes("ask"))).toEqual([]);
    expect([keeper.isReady, keepers.length]).toEqual([false, 1]);
    child.says({ type: "ready" });
    expect(keeper.isReady).toBe(true);
    await pass(10_000);
    expect([keeper.isReady, keepers.length]).toEqual([true, 1]);
  });

  test("that says nothing for five seconds is replaced, and what waits for it has failed", async () => {
    const child = await doubted();
    const waiting = new Asked(spec("family2"));
    const reported = served();
    await waiting.now();
    child.says({ type: "started", runId: "family9", pid: 1 });
    void new Asked(spec("family3", 1));
    await pass(2002);
    await pass(4990);
    expect(child.happened).not.toContain("kill SIGKILL");
    await pass(20);
    expect(child.happened.slice(-2)).toEqual(["kill SIGKILL", "lets the host go"]);
    expect(watched.at(-1)).toBe("");
    await pass(1000);
    expect([await waiting.now(), reported]).toEqual([
      { ...silent, ending: killed },
      [{ ending: killed, stderr: new Uint8Array(), stderrCut: false }],
    ]);
    expect(keeper.isReady).toBe(false);
    await pass(1);
    expect([keepers.length, watched.at(-1)]).toEqual([2, `${NOBODY}:family`]);
    // What the old one still says counts no more, and its end is not that of the new one.
    child.says({ type: "ready" });
    child.emit("exit");
    expect([keeper.isReady, latest().happened]).toEqual([
      false,
      [
        "lets the host go",
        { type: "base", env: { OF: "the host", SNAPHOOK_RUN_ID: "familyspare" } },
      ],
    ]);
  });
});

describe("a keeper that dies", () => {
  test("takes its runs with it, whose groups are killed", async () => {
    const child = await ready();
    const asked = new Asked(spec("family1"));
    await asked.now();
    child.says({ type: "started", runId: "family1", pid: NOBODY + 1 });
    child.emit("exit");
    expect(signals).toEqual([[-NOBODY - 1, "SIGKILL"]]);
    await pass(1000);
    expect(await asked.now()).toEqual({ ...silent, ending: killed });
  });

  test("is replaced where it was to be, with nothing that runs through it", async () => {
    keeper.replace();
    const child = await ready();
    const asked = new Asked(spec("family1"));
    await asked.now();
    keeper.replace();
    expect(child.happened).not.toContain("kill SIGKILL");
    child.says({ type: "ended", runId: "family1", result: toWire(result) });
    const reported = served();
    keeper.replace();
    // One run and one worker are two.
    void new Asked(spec("family2"));
    keeper.replace();
    expect(child.happened).not.toContain("kill SIGKILL");
    child.says({ type: "ended", runId: "family2", result: toWire(result) });
    child.says({ type: "left", runId: "family1", end: endToWire({ ...result }) });
    expect(reported).toHaveLength(1);
    keeper.replace();
    expect(child.happened).toContain("kill SIGKILL");
    await pass(1000);
    void keeper.isReady;
    await pass(1);
    expect(keepers).toHaveLength(2);
  });
});

describe("a worker", () => {
  const end = {
    ending: { type: "exited", code: 1 },
    stderr: Buffer.from("bye"),
    stderrCut: true,
  } as const;

  test("is started, says something, is stopped and leaves", async () => {
    const child = await ready();
    const reported = served();
    child.says({ type: "said", runId: "family1", text: "hello" });
    child.says({ type: "said", runId: "family9", text: "who?" });
    keeper.stop("family1", "ask");
    keeper.stop("family9", "ask");
    await pass(1);
    child.says({ type: "left", runId: "family1", end: endToWire(end) });
    child.says({ type: "left", runId: "family1", end: endToWire(end) });
    expect([child.happened, reported]).toEqual([
      [
        { type: "serve", command, line: address },
        { type: "stop", runId: "family1", how: "ask" },
      ],
      ["hello", end],
    ]);
    await pass(10_000);
    expect([reported.length, keeper.isReady]).toEqual([2, true]);
  });

  test("that the keeper does not stop has ended after two seconds", async () => {
    await ready();
    const reported = served();
    keeper.stop("family1", "kill");
    await pass(1999);
    expect([reported, keeper.isReady]).toEqual([[], true]);
    await pass(2);
    expect(keeper.isReady).toBe(false);
    await pass(1000);
    expect(reported).toEqual([{ ending: killed, stderr: new Uint8Array(), stderrCut: false }]);
  });
});

test("a keeper that is closed ends; who waits is cancelled, and nothing is started any more", async () => {
  const child = await ready();
  const asked = new Asked(spec("family1"));
  const reported = served();
  await asked.now();
  child.happened.splice(0);
  keeper.close();
  expect([child.happened, signals]).toEqual([
    ["stdin ended", "lets the host go"],
    [[NOBODY, "SIGCONT"]],
  ]);
  expect([await asked.now(), reported]).toEqual([
    { ...silent, ending: { type: "cancelled" } },
    [
      {
        ending: { type: "signalled", signal: "SIGTERM" },
        stderr: new Uint8Array(),
        stderrCut: false,
      },
    ],
  ]);
  expect(keeper.isReady).toBe(false);
  await pass(10_000);
  expect([keepers.length, vi.getTimerCount()]).toEqual([1, 0]);
});
