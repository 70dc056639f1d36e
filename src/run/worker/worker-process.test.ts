import type { ChildProcess } from "node:child_process";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { FakeChild, NOBODY, endOwnTimers, pass, useOwnTimers } from "../fake-child.test-support.js";
import type { Guardian } from "../guardian.js";
import type { Line } from "./direct-line.js";
import { WorkerProcess } from "./worker-process.js";
import type { WorkerEnd } from "./worker-spec.js";

/** Signals, and what the guardian was reported. */
let signals: unknown[];
let guarded: string[];
let reported: unknown[];
let child: FakeChild;
beforeEach(() => {
  useOwnTimers();
  [signals, guarded, reported, child] = [[], [], [], new FakeChild()];
  vi.spyOn(process, "kill").mockImplementation((pid, signal) => {
    signals.push([pid, signal]);
    return true;
  });
});
afterEach(endOwnTimers);

const command = { runId: "no-such-run", file: "f", args: ["a"], cwd: "/", env: {} };
const guardian = {
  watch: (entry: string) => guarded.push(`+${entry}`),
  release: (entry: string) => guarded.push(`-${entry}`),
} as unknown as Guardian;
const watched = ["+no-such-run", `+no-such-run:${NOBODY}`];
const released = ["-no-such-run", `-no-such-run:${NOBODY}`];
const listener = {
  onLog: (text: string) => reported.push(text),
  onEnd: ({ ending, stderr, stderrCut }: WorkerEnd) =>
    reported.push({ ending, stderr: Buffer.from(stderr).toString(), stderrCut }),
};

function start(line: Line | null = null, begin = (): FakeChild => child): WorkerProcess {
  return new WorkerProcess(command, line, listener, guardian, (given, streams) => {
    reported.push([given, streams]);
    return begin() as unknown as ChildProcess;
  });
}

const ended = (ending: object, stderr = ""): object => ({ ending, stderr, stderrCut: false });
const ask = [
  [-NOBODY, "SIGTERM"],
  [-NOBODY, "SIGCONT"],
];
const kill = [-NOBODY, "SIGKILL"];

describe("a worker's process", () => {
  test("is started with pipes or with a line, watched over, and keeps nobody alive", () => {
    const process = start();
    expect([reported, guarded, process.child, child.isLetGo]).toEqual([
      [[command, ["pipe", "pipe"]]],
      watched,
      child,
      true,
    ]);
    reported.splice(0);
    const line = { input: "input", output: "output" } as unknown as Line;
    start(line);
    expect(reported).toEqual([[command, ["input", "output"]]]);
  });

  test("says what it says on stderr, and ends with the last of it when all is read", async () => {
    start();
    reported.splice(0);
    child.prints("stderr", "hello\nbye");
    for (const stream of child.streams) stream.emit("error", new Error("EPIPE"));
    child.emit("error", new Error("could not be killed"));
    child.exits(3);
    expect(signals).toEqual([kill]);
    await pass(1000);
    expect([reported, guarded.slice(2)]).toEqual([
      ["hello\n", "bye", ended({ type: "exited", code: 3 }, "hello\nbye")],
      released,
    ]);
    expect([child.stderr.isDestroyed, vi.getTimerCount()]).toEqual([true, 0]);
  });

  test("is waited for as long as somebody holds its pipes, but not longer than 250 ms", async () => {
    start();
    reported.splice(0);
    child.exits(null, "SIGSEGV");
    await pass(249);
    expect(reported).toEqual([]);
    await pass(1000);
    expect(reported).toEqual([ended({ type: "signalled", signal: "SIGSEGV" })]);
  });
});

describe("a worker that is to end", () => {
  test("is asked, and killed half a second after the first time", async () => {
    const process = start();
    process.stop("ask");
    await pass(400);
    process.stop("ask");
    expect(signals).toEqual([...ask, ...ask]);
    await pass(99);
    expect(signals).toHaveLength(4);
    await pass(1);
    expect(signals.slice(4)).toEqual([kill]);
    await pass(1000);
    expect(signals).toHaveLength(5);
  });

  test("and does so when it is asked is not killed again later", async () => {
    const process = start();
    process.stop("ask");
    child.exits(null, "SIGTERM");
    await pass(2000);
    expect(signals).toEqual([...ask, kill]);
    process.stop("ask");
    process.stop("kill");
    expect(signals).toHaveLength(3);
  });

  test("at once is not asked", () => {
    start().stop("kill");
    expect(signals).toEqual([kill]);
  });
});

function failing(code?: string): () => never {
  return () => {
    throw Object.assign(new Error("no"), code === undefined ? {} : { code });
  };
}

describe("a worker that does not start", () => {
  test.each<[string | undefined, string]>([
    ["EACCES", "EACCES"],
    [undefined, "unknown error"],
  ])("at once, for %s, has ended in the next turn", async (code, error) => {
    const process = start(null, failing(code));
    expect([process.child, reported.slice(1)]).toEqual([null, []]);
    process.stop("kill");
    await Promise.resolve();
    expect([reported.slice(1), guarded, signals]).toEqual([
      [ended({ type: "not-started", error })],
      ["+no-such-run", "-no-such-run"],
      [],
    ]);
  });

  test.each<[string | undefined, string]>([
    ["ENOENT", "ENOENT"],
    [undefined, "unknown error"],
  ])("for %s, as the system says later", (code, error) => {
    child.pid = undefined;
    const process = start();
    expect([process.child, child.isLetGo]).toEqual([child, false]);
    for (let time = 0; time < 2; time++)
      child.emit("error", Object.assign(new Error("no"), code === undefined ? {} : { code }));
    process.stop("ask");
    expect([reported.slice(1), guarded, signals]).toEqual([
      [ended({ type: "not-started", error })],
      ["+no-such-run", "-no-such-run"],
      [],
    ]);
  });
});
