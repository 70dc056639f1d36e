import type { ChildProcess } from "node:child_process";
import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeChild, NOBODY, endOwnTimers, pass, useOwnTimers } from "./fake-child.test-support.js";
import type { ProcessResult, ProcessSpec } from "./process-spec.js";
import { lackedRoom, runProcess } from "./run-process.js";

/** Signals that were sent, to whom and which. */
let signals: [number, string | number | undefined][];
beforeEach(() => {
  useOwnTimers();
  signals = [];
  vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
    signals.push([pid, signal]);
    return true;
  });
});
afterEach(endOwnTimers);

const spec: ProcessSpec = {
  runId: "no-such-run",
  file: "f",
  args: [],
  cwd: "/",
  env: {},
  stdin: "the payload",
  timeoutMs: 10_000,
  outputBytes: 5,
};

interface Running {
  readonly child: FakeChild;
  /** Of each start. */
  readonly started: ProcessSpec[];
  readonly pids: number[];
  readonly abort: () => void;
  readonly signal: AbortSignal;
  readonly now: () => Promise<object | "runs">;
}

function run(more: Partial<ProcessSpec> = {}, start?: () => FakeChild): Running {
  const child = new FakeChild();
  const controller = new AbortController();
  const [started, pids]: [ProcessSpec[], number[]] = [[], []];
  let result: ProcessResult | null = null;
  void runProcess({ ...spec, ...more }, controller.signal, {
    start: (given) => {
      started.push(given);
      return (start?.() ?? child) as unknown as ChildProcess;
    },
    onStart: (pid) => pids.push(pid),
  }).then((ended) => {
    result = ended;
  });
  return {
    child,
    started,
    pids,
    signal: controller.signal,
    abort: () => controller.abort(),
    async now() {
      for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      return result === null ? "runs" : plain(result);
    },
  };
}

function plain({ ms: _, stdout, stderr, ...rest }: ProcessResult): object {
  return {
    ...rest,
    stdout: Buffer.from(stdout).toString(),
    stderr: Buffer.from(stderr).toString(),
  };
}

const silent = { stdout: "", stderr: "", cut: false, stderrCut: false };
const exited = (code: number) => ({ ...silent, ending: { type: "exited", code } });
const ended = (type: string) => ({ ...silent, ending: { type } });

describe("a process that ends by itself", () => {
  test("gets its payload, and its result is how it ended and what it printed", async () => {
    const { child, started, pids, signal, now } = run();
    expect([started, pids, child.stdin.written]).toEqual([[spec], [NOBODY], "the payload"]);
    child.prints("stdout", "out");
    child.prints("stderr", "error");
    child.prints("stdout", "put");
    child.exits(2);
    expect(await now()).toBe("runs");
    child.emit("close");
    expect(await now()).toEqual({
      ending: { type: "exited", code: 2 },
      stdout: "outpu",
      stderr: "error",
      cut: true,
      stderrCut: false,
    });
    expect([child.isLetGo, child.streams.map(({ isDestroyed }) => isDestroyed)]).toEqual([
      true,
      [true, true, true],
    ]);
    expect([vi.getTimerCount(), getEventListeners(signal, "abort"), signals]).toEqual([0, [], []]);
  });

  test.each<[string, number | null, string | null, object]>([
    ["by a code", 0, null, { type: "exited", code: 0 }],
    ["by a signal", null, "SIGSEGV", { type: "signalled", signal: "SIGSEGV" }],
    ["by none of them", null, null, { type: "signalled", signal: "SIGKILL" }],
  ])("%s", async (_what, code, signal, ending) => {
    const { child, now } = run();
    child.exits(code, signal);
    child.emit("close");
    expect(await now()).toEqual({ ...silent, ending });
  });

  test("is waited for 250 ms where somebody holds its pipes, and what is printed then counts", async () => {
    const { child, now } = run();
    child.exits(0);
    await pass(249);
    child.prints("stdout", "late");
    expect(await now()).toBe("runs");
    await pass(2);
    expect(await now()).toEqual({ ...exited(0), stdout: "late" });
    expect(signals).toEqual([]);
  });

  test("is not late where its deadline passes while its output is read", async () => {
    const { child, now } = run({ timeoutMs: 100 });
    child.exits(0);
    await pass(200);
    expect([await now(), signals]).toEqual(["runs", []]);
    child.emit("close");
    expect(await now()).toEqual(exited(0));
  });

  test("by a signal neither", async () => {
    const { child, now } = run({ timeoutMs: 100 });
    child.exits(null, "SIGSEGV");
    await pass(200);
    child.emit("close");
    expect(await now()).toEqual({ ...silent, ending: { type: "signalled", signal: "SIGSEGV" } });
  });

  test("takes its children with it where it should", async () => {
    const { child, now } = run({ takesChildren: true });
    child.exits(0);
    child.emit("close");
    expect(signals).toEqual([[-NOBODY, "SIGKILL"]]);
    expect(await now()).toBe("runs");
    await pass(1000);
    expect(await now()).toEqual(exited(0));
  });

  test("need not read its payload, nor print anything to the end", async () => {
    const { child, now } = run();
    for (const stream of child.streams) stream.emit("error", new Error("EPIPE"));
    child.emit("error", new Error("could not be killed"));
    expect(await now()).toBe("runs");
    child.exits(0);
    child.emit("close");
    expect(await now()).toEqual(exited(0));
  });
});

describe("a process that is late", () => {
  test("is asked to end, and killed after 500 ms", async () => {
    const { child, now } = run();
    child.prints("stdout", "out");
    await pass(9999);
    expect(signals).toEqual([]);
    await pass(2);
    expect(signals).toEqual([
      [-NOBODY, "SIGTERM"],
      [-NOBODY, "SIGCONT"],
    ]);
    await pass(498);
    expect(signals).toHaveLength(2);
    await pass(3);
    expect([signals[2], await now()]).toEqual([[-NOBODY, "SIGKILL"], "runs"]);
    await pass(1000);
    expect(await now()).toEqual({ ...ended("timed-out"), stdout: "out" });
    expect(vi.getTimerCount()).toBe(0);
  });

  test("and ends when it is asked has its tree killed at once", async () => {
    const { child, now } = run();
    await pass(10_001);
    child.exits(0);
    expect(signals[2]).toEqual([-NOBODY, "SIGKILL"]);
    child.emit("close");
    await pass(1000);
    expect(await now()).toEqual(ended("timed-out"));
  });
});

describe("a process that nobody waits for any more", () => {
  test("is asked to end, once, and is cancelled", async () => {
    const { child, now, abort } = run();
    abort();
    await pass(10_001);
    child.exits(null, "SIGTERM");
    await pass(1000);
    expect(signals.slice(0, 3)).toEqual([
      [-NOBODY, "SIGTERM"],
      [-NOBODY, "SIGCONT"],
      [-NOBODY, "SIGKILL"],
    ]);
    expect(await now()).toEqual(ended("cancelled"));
  });

  test("is cancelled also where it has ended and its output is being read", async () => {
    const { child, now, abort } = run();
    child.exits(0);
    abort();
    expect(signals).toHaveLength(2);
    await pass(2000);
    expect(await now()).toEqual(ended("cancelled"));
  });

  test("is not started at all", async () => {
    let starts = 0;
    const start = (): never => {
      starts++;
      throw new Error("started");
    };
    const result = await runProcess(spec, AbortSignal.abort(), { start });
    expect([plain(result), starts, vi.getTimerCount()]).toEqual([ended("cancelled"), 0, 0]);
  });

  test("and has ended already has its result", async () => {
    const { child, now, abort } = run();
    child.exits(0);
    child.emit("close");
    abort();
    await pass(20_000);
    expect([await now(), signals]).toEqual([exited(0), []]);
  });
});

describe("a process that floods", () => {
  const flood = Buffer.alloc(8 * 1024 * 1024, "x");

  test.each(["stdout", "stderr"] as const)("on %s is killed and not asked", async (stream) => {
    const { child, now } = run();
    child.prints(stream, flood);
    expect(signals).toEqual([]);
    child.prints(stream, "x");
    child.prints(stream, "x");
    expect(signals).toEqual([[-NOBODY, "SIGKILL"]]);
    await pass(1000);
    expect(await now()).toEqual({
      ...silent,
      ending: { type: "signalled", signal: "SIGKILL" },
      ...(stream === "stdout"
        ? { stdout: "xxxxx", cut: true }
        : { stderr: "xxxxx", stderrCut: true }),
    });
  });
});

const failing = (code?: string) => (): never => {
  throw Object.assign(new Error("no"), code === undefined ? {} : { code });
};

/** A process that the system did not start, which it says later. */
function stillborn(code?: string): () => FakeChild {
  return () => {
    const child = new FakeChild();
    child.pid = undefined;
    queueMicrotask(() =>
      child.emit("error", Object.assign(new Error("no"), code === undefined ? {} : { code })),
    );
    return child;
  };
}

describe("a process that does not start", () => {
  test.each<[string, () => FakeChild, string]>([
    ["at once, for a reason", failing("EACCES"), "EACCES"],
    ["at once, for none", failing(), "unknown error"],
    ["for a reason", stillborn("ENOENT"), "ENOENT"],
    ["for none", stillborn(), "unknown error"],
  ])("%s", async (_what, start, error) => {
    const { now, pids, started } = run({}, start);
    expect(await now()).toEqual({ ...silent, ending: { type: "not-started", error } });
    expect([pids, started.length, vi.getTimerCount()]).toEqual([[], 1, 0]);
  });

  test.each(["EAGAIN", "EMFILE", "ENFILE"])(
    "for want of room is tried again, and more slowly: %s",
    async (code) => {
      const { now, started } = run({}, failing(code));
      const tries = [started.length];
      for (const ms of [59, 1, 119, 1, 179, 1, 239, 1, 60_000]) {
        await pass(ms);
        tries.push(started.length);
      }
      expect(tries).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5]);
      expect(await now()).toEqual({ ...silent, ending: { type: "not-started", error: code } });
    },
  );

  test("for want of room runs when there is some", async () => {
    const child = new FakeChild();
    let tries = 0;
    const { now, pids } = run({}, () => (++tries === 1 ? failing("EAGAIN")() : child));
    await pass(60);
    child.exits(0);
    child.emit("close");
    expect([await now(), pids]).toEqual([exited(0), [NOBODY]]);
  });

  test("for want of room is not tried again where nobody waits for it", async () => {
    const { now, started, abort } = run({}, failing("EAGAIN"));
    expect(await now()).toBe("runs");
    abort();
    await pass(60_000);
    expect([started.length, await now()]).toEqual([1, ended("cancelled")]);
  });
});

test.each([
  [59.5, 1],
  [60, 2],
])("within %d ms a process is tried to be started %d times", async (timeoutMs, tries) => {
  vi.spyOn(process, "uptime").mockReturnValue(100);
  const { started } = run({ timeoutMs }, failing("EAGAIN"));
  await pass(60);
  expect(started).toHaveLength(tries);
});

test("a result says how long it took, all tries together, and a deadline counts from the first", async () => {
  // In the past: the search for what is left of a run goes on by the real clock.
  const begin = process.uptime() - 10;
  const uptime = vi.spyOn(process, "uptime").mockReturnValue(begin);
  const results: ProcessResult[] = [];
  const child = new FakeChild();
  let tries = 0;
  const start = (): ChildProcess => {
    if (++tries === 1) failing("EAGAIN")();
    return child as unknown as ChildProcess;
  };
  void runProcess(spec, new AbortController().signal, { start }).then((one) => results.push(one));
  uptime.mockReturnValue(begin + 4);
  await pass(60);
  await pass(5999);
  expect(signals).toEqual([]);
  await pass(2);
  expect(signals[0]).toEqual([-NOBODY, "SIGTERM"]);
  uptime.mockReturnValue(begin + 6.5);
  await pass(2000);
  expect(results.map(({ ms }) => Math.round(ms))).toEqual([6500]);
});

test.each<[ProcessResult["ending"], boolean]>([
  [{ type: "not-started", error: "EAGAIN" }, true],
  [{ type: "not-started", error: "ENOENT" }, false],
  [{ type: "exited", code: 1 }, false],
])("%j is for want of room: %s", (ending, lacked) => {
  expect(lackedRoom({ ending } as ProcessResult)).toBe(lacked);
});
