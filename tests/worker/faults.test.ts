import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect } from "vitest";
import { pause, places, testAt, texts, type WorkerWorkspace } from "./worker-workspace.js";

const noAnswer = "The worker ended with exit code 0 before it had answered.\n";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The least of some looks: what could be thrown away is not all found in one, and other tests in this process leave some. */
async function memoryInUse(): Promise<number> {
  let least = Infinity;
  for (let look = 0; look < 10; look++) {
    collectGarbage();
    const { heapUsed, external } = process.memoryUsage();
    least = Math.min(least, heapUsed + external);
    await pause(10);
  }
  return least;
}

/** For what holds up the others, measures them, or is held to the second. */
const alone = { sequential: true };

describe.concurrent.each(places)("%s", (place) => {
  const test = testAt(place);

  test.for<[string, object, object]>([
    ["exits with 0", { do: "exit", code: 0 }, { exit: 1, stderr: noAnswer }],
    [
      "exits with 0 and words",
      { do: "exit", code: 0, text: "bye\n" },
      { exit: 1, stderr: `bye\n${noAnswer}` },
    ],
    ["exits with 3 and words", { do: "exit", code: 3, text: "why" }, { exit: 3, stderr: "why" }],
    ["crashes", { do: "crash" }, { signal: "SIGSEGV" }],
    ["closes its stdout", { do: "closeStdout" }, { signal: "SIGTERM" }],
    [
      "says half a line and exits",
      { do: "unfinished", text: '{"id":"#","answer":{"a":' },
      {
        exit: 1,
        stderr: noAnswer,
        stdout: '{"id":"1","answer":{"a":',
        garbled: "a line that is not a JSON object",
      },
    ],
    [
      "answers without an end of line and exits",
      { do: "unfinished", text: '{"id":"#","exit":2}' },
      { exit: 2 },
    ],
    ["answers and exits", { do: "answerAndExit" }, { exit: 2, stderr: "last words" }],
  ])(
    "a worker that %s: what comes of its event, and that the next one starts it anew",
    async ([, event, expected], { workspace }) => {
      expect(await workspace.said(event)).toEqual(expected);
      // It may have answered a moment before it is gone.
      await workspace.settled();
      await pause(200);
      expect(await workspace.said({ do: "count" })).toEqual({ exit: 0, stdout: "1" });
    },
  );

  test(
    "a last answer is not lost where the host was busy when it came and gets everything at once",
    alone,
    async ({ workspace }) => {
      await workspace.said({ do: "count" });
      const run = workspace.said({ do: "answerAndExit" });
      await pause(0);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      expect(await run).toEqual({ exit: 2, stderr: "last words" });
    },
  );

  test("when it dies, every event that waits has its own failure", async ({ workspace }) => {
    const waiting = [1, 2, 3].map(() => workspace.said({ do: "hang" }));
    expect(await workspace.said({ do: "crash" })).toEqual({ signal: "SIGSEGV" });
    expect(await Promise.all(waiting)).toEqual([1, 2, 3].map(() => ({ signal: "SIGSEGV" })));
  });

  test.for<
    [string, string, readonly string[], Partial<Parameters<WorkerWorkspace["spec"]>[1]>, object]
  >([
    ["a program that is not there", "/not/there", [], {}, { spawnError: "ENOENT" }],
    ["a file that is no program", "/etc/passwd", [], {}, { spawnError: "EACCES" }],
    [
      "a folder that is not there",
      process.execPath,
      [],
      { cwd: "/not/there" },
      { spawnError: "ENOENT" },
    ],
    [
      "an environment that is too large",
      process.execPath,
      [],
      { env: { BIG: "x".repeat(3_000_000) } },
      { spawnError: "E2BIG" },
    ],
    [
      "a NUL in an argument",
      process.execPath,
      ["a\0b"],
      {},
      { spawnError: "ERR_INVALID_ARG_VALUE" },
    ],
  ])("%s is a result", async ([, file, args, given, expected], { workspace }) => {
    expect(await workspace.said({ do: "count" }, { file, args, ...given })).toEqual(expected);
  });

  test("past its deadline an event is timed out; others are still answered, then the process dies", async ({
    workspace,
  }) => {
    const pid = await workspace.pid();
    const slow = workspace.said({ do: "later", ms: 900 });
    expect(await workspace.said({ do: "hang" }, { timeoutMs: 300 })).toEqual({ timedOut: true });
    expect(await workspace.pid()).not.toBe(pid);
    expect(await slow).toEqual({ exit: 0, stdout: "late" });
    for (let tries = 0; tries < 10_000 && workspace.leftovers().length > 1; tries++)
      await pause(25);
    expect(workspace.leftovers().filter((line) => line.startsWith(`${pid} `))).toEqual([]);
  });

  test("a worker that never starts to read is timed out as well", async ({ workspace }) => {
    const sleeping = { file: "/bin/sleep", args: ["301"], timeoutMs: 400 };
    expect(await workspace.said({ do: "count" }, sleeping)).toEqual({ timedOut: true });
    expect(await workspace.settled()).toEqual([]);
  });

  test("a line without end is cut, and its process killed", async ({ workspace }) => {
    const waiting = workspace.said({ do: "hang" });
    await workspace.said({ do: "count" });
    const [flood, other] = await Promise.all([workspace.run({ do: "flood" }), waiting]);
    // It names no event, so it is held against the one that has waited longest.
    expect(texts(flood)).toEqual({ signal: "SIGKILL" });
    expect(other).toEqual({ signal: "SIGKILL", stdout: "x".repeat(10_000), cut: true });
    expect(await workspace.settled()).toEqual([]);
  });

  test("nor is a worker left that prints lines without end", async ({ workspace }) => {
    const result = await workspace.run({ do: "chatter" });
    expect(result).toMatchObject({ cut: true, garbled: "a line that is not a JSON object" });
    expect(await workspace.settled()).toEqual([]);
  });

  test("a worker that does not read costs a bounded amount of memory", async ({ workspace }) => {
    await workspace.said({ do: "deaf" });
    const text = "x".repeat(3_000_000);
    const results = await Promise.all(
      [1, 2, 3, 4, 5].map(() => workspace.run({ do: "echo", text }, { timeoutMs: 1000 })),
    );
    const kinds = results.map(({ ending }) =>
      ending.type === "not-started" ? ending.error.slice(0, 16) : ending.type,
    );
    expect(kinds).toEqual([
      "timed-out",
      "timed-out",
      "it does not read",
      "it does not read",
      "it does not read",
    ]);
  });

  test(
    "one that keeps ending is not started again at once, until it may be; a good answer forgives",
    alone,
    async ({ workspace }) => {
      const dying = { do: "exit", code: 9 };
      const seen = [];
      for (let tries = 0; tries < 4; tries++) seen.push(await workspace.said(dying));
      const refused = { spawnError: "it ended 3 times in a row; next try in 1 s" };
      expect(seen).toEqual([{ exit: 9 }, { exit: 9 }, { exit: 9 }, refused]);
      await pause(1100);
      expect(await workspace.said({ do: "count" })).toEqual({ exit: 0, stdout: "1" });
      for (let tries = 0; tries < 3; tries++)
        expect(await workspace.said(dying)).toEqual({ exit: 9 });
      expect(await workspace.said({ do: "count" })).toEqual({ exit: 0, stdout: "1" });
    },
  );

  test("the wait grows, and a change of its files ends it", alone, async ({ workspace }) => {
    const dying = { do: "exit", code: 9 };
    for (let tries = 0; tries < 3; tries++) await workspace.said(dying);
    await pause(1100);
    await workspace.said(dying);
    expect(await workspace.said(dying)).toEqual({
      spawnError: "it ended 4 times in a row; next try in 2 s",
    });
    workspace.runner.workers.retire("k");
    expect(await workspace.said({ do: "count" })).toEqual({ exit: 0, stdout: "1" });
  });

  test("thousands of events leave the host no larger", alone, async ({ workspace }) => {
    const text = "x".repeat(20_000);
    const rounds = async (times: number): Promise<void> => {
      for (let round = 0; round < times; round++) await workspace.run({ do: "echo", text });
    };
    await rounds(1000);
    const before = await memoryInUse();
    await rounds(3000);
    // Each event is 20 KB in and out: kept, they would be 120 MB. What other tests hold comes and goes.
    expect((await memoryInUse()) - before).toBeLessThan(30_000_000);
  });
});
