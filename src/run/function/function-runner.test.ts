import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ProcessResult } from "../process-spec.js";
import { Exit } from "../module/toolbox.js";
import { FunctionRunner } from "./function-runner.js";

let runner: FunctionRunner;
beforeEach(() => {
  vi.useFakeTimers();
  runner = new FunctionRunner();
});
afterEach(() => {
  vi.useRealTimers();
});

type Call = (signal: AbortSignal) => unknown;
const run = (call: Call, outputBytes = 100, signal = new AbortController().signal) =>
  runner.run({ call, timeoutMs: 1000, outputBytes }, signal);

const plain = ({ ms: _, stdout, stderr, ...rest }: ProcessResult): object => ({
  ...rest,
  stdout: Buffer.from(stdout).toString(),
  stderr: Buffer.from(stderr).toString(),
});
const silent = { stdout: "", stderr: "", cut: false, stderrCut: false };
const exited = (code: number) => ({ type: "exited", code });
const thrown = (what: unknown): Call => {
  return () => {
    throw what;
  };
};
const wordless = Object.assign(new Error("m"), { stack: undefined });
const cycle: Record<string, unknown> = { a: 1 };
cycle["self"] = cycle;

describe("what a function gives back is its answer", () => {
  test.each<[string, Call, object]>([
    ["nothing", () => undefined, { ending: exited(0) }],
    ["an object", () => ({ a: 1 }), { ending: exited(0), stdout: '{"a":1}' }],
    ["a promise", async () => ({ a: 1 }), { ending: exited(0), stdout: '{"a":1}' }],
    ["a text", () => "so", { ending: exited(0), stdout: "so" }],
    [
      "an exit",
      () => new Exit(3, "out", "err"),
      { ending: exited(3), stdout: "out", stderr: "err" },
    ],
    ["a refusal of a mod", () => ({ deny: "no" }), { ending: exited(2), stderr: "no" }],
    [
      "what holds itself",
      () => cycle,
      { ending: exited(0), stdout: '{"a":1}', garbled: "an object that holds itself" },
    ],
    [
      "what is no answer",
      () => 7,
      {
        ending: exited(1),
        stderr: "it returned a number; it should return an answer (an object), a text or nothing",
      },
    ],
    [
      "an exit that prints what is no text",
      () => new Exit(0, 7 as never, null as never),
      { ending: exited(0) },
    ],
    ["an error", thrown(wordless), { ending: exited(1), stderr: "m" }],
    ["a rejection", () => Promise.reject(wordless), { ending: exited(1), stderr: "m" }],
    ["what is no error", thrown("oops"), { ending: exited(1), stderr: "oops" }],
    [
      "what cannot be shown",
      thrown(Object.create(null)),
      { ending: exited(1), stderr: "it threw what cannot be shown" },
    ],
  ])("%s", async (_what, call, result) => {
    expect(plain(await run(call))).toEqual({ ...silent, ...result });
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[string, Call, number, object]>([
    ["a text whole up to the limit", () => "12345", 5, { stdout: "12345" }],
    ["a text by its head", () => "123456", 5, { stdout: "12345", cut: true }],
    ["a text without half a character", () => "1234é", 5, { stdout: "1234", cut: true }],
    ["a text of wide characters whole", () => "éé", 4, { stdout: "éé" }],
    [
      "a complaint by its head",
      () => new Exit(0, "", "123456"),
      5,
      { stderr: "12345", stderrCut: true },
    ],
    [
      "an answer by its head, which is reported",
      () => ({ a: "123456789" }),
      5,
      { stdout: "{}", garbled: "an answer of more than 5 bytes" },
    ],
  ])("%s", async (_what, call, limit, result) => {
    expect(plain(await run(call, limit))).toEqual({ ...silent, ending: exited(0), ...result });
  });
});

/** A function that never answers, and whether it has been asked to stop. */
function deaf(): { readonly call: Call; readonly isStopped: () => boolean } {
  let given: AbortSignal | undefined;
  return {
    call: (signal) => {
      given = signal;
      return new Promise(() => {});
    },
    isStopped: () => given?.aborted === true,
  };
}

describe("a function that does not answer", () => {
  test("is given up at its deadline, and reported", async () => {
    const { call, isStopped } = deaf();
    const result = run(call);
    await vi.advanceTimersByTimeAsync(999);
    expect(isStopped()).toBe(false);
    await vi.advanceTimersByTimeAsync(2);
    expect([plain(await result), isStopped()]).toEqual([
      { ...silent, ending: { type: "timed-out" } },
      true,
    ]);
  });

  test("is given up when nobody waits for it, and reported", async () => {
    const { call, isStopped } = deaf();
    const controller = new AbortController();
    const result = run(call, 100, controller.signal);
    controller.abort();
    expect([plain(await result), isStopped(), vi.getTimerCount()]).toEqual([
      { ...silent, ending: { type: "cancelled" } },
      true,
      0,
    ]);
  });

  test("is given up when all are closed; none is called any more then", async () => {
    const [first, second] = [deaf(), deaf()];
    const results = [run(first.call), run(second.call)];
    runner.close();
    let called = false;
    results.push(run(() => (called = true)));
    const cancelled = { ...silent, ending: { type: "cancelled" } };
    expect((await Promise.all(results)).map(plain)).toEqual([cancelled, cancelled, cancelled]);
    expect([first.isStopped(), second.isStopped(), called, vi.getTimerCount()]).toEqual([
      true,
      true,
      false,
      0,
    ]);
  });

  test("is not called where nobody waits for it", async () => {
    let called = false;
    const result = await run(() => (called = true), 100, AbortSignal.abort());
    expect([result.ending, called, vi.getTimerCount()]).toEqual([{ type: "cancelled" }, false, 0]);
  });
});

test("a function that has answered is not asked to stop when its turn or all others end", async () => {
  let given: AbortSignal | undefined;
  const controller = new AbortController();
  await run((signal) => void (given = signal), 100, controller.signal);
  controller.abort();
  runner.close();
  expect(given?.aborted).toBe(false);
});

test("a result says how long it took", async () => {
  const uptime = vi.spyOn(process, "uptime").mockReturnValue(100);
  try {
    const result = run(() => {
      uptime.mockReturnValue(100.25);
    });
    expect((await result).ms).toBe(250);
  } finally {
    uptime.mockRestore();
  }
});
