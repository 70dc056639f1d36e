import { resolve } from "node:path";
import { describe, expect, test as anyTest } from "vitest";
import { Guardian } from "./guardian.js";
import { Keeper, startKeeper } from "./keeper.js";
import type { WorkerEnd } from "./worker/worker-spec.js";
import { leftBehind } from "../../tests/processes.js";

const never = new AbortController().signal;
const spec = (runId: string, timeoutMs: number) => ({
  runId,
  file: "/bin/sh",
  args: ["-c", "true"],
  cwd: "/",
  env: {},
  stdin: "",
  timeoutMs,
  outputBytes: 1000,
});

// Each waits for seconds until it doubts its keeper: they wait at the same time.
const test = anyTest.extend<{ keeper: Keeper }>({
  // oxlint-disable-next-line no-empty-pattern
  keeper: async ({}, use) => {
    const guardian = new Guardian();
    const main = resolve("tests/flow/fixtures/silent-keeper.mjs");
    const keeper = new Keeper(
      () => ({}),
      "family",
      guardian,
      () => startKeeper(main),
    );
    await untilReady(keeper);
    await use(keeper);
    keeper.close();
    guardian.close();
  },
});

async function untilReady(keeper: Keeper): Promise<void> {
  expect(await leftBehind(() => (keeper.isReady ? [] : ["not ready"]))).toEqual([]);
}

const endings = async (runs: readonly ReturnType<Keeper["run"]>[]): Promise<string[]> =>
  (await Promise.all(runs)).map(({ ending }) => ending.type);

describe.concurrent("a keeper that does nothing", () => {
  test("has its runs ended at their deadline or when they are aborted; it gets no more", async ({
    keeper,
  }) => {
    const ended = endings([
      keeper.run(spec("family1", 1), never),
      keeper.run(spec("family2", 240_000), AbortSignal.timeout(1)),
    ]);
    expect(await ended).toEqual(["timed-out", "cancelled"]);
    expect(keeper.isReady).toBe(false);
  });

  test("it is replaced then, and who still waited for it has failed", async ({ keeper }) => {
    const waiting = keeper.run(spec("family1", 240_000), never);
    await keeper.run(spec("family2", 1), never);
    const { ending } = await waiting;
    expect(ending).toEqual({ type: "signalled", signal: "SIGKILL" });
    await untilReady(keeper);
  });

  test("a worker that it does not end has ended for the host", async ({ keeper }) => {
    const end = await new Promise<WorkerEnd>((onEnd) => {
      const command = { runId: "family1", file: "/bin/sh", args: [], cwd: "/", env: {} };
      keeper.serve(command, { path: "/nowhere", token: "t" }, { onLog() {}, onEnd });
      keeper.stop("family1", "ask");
    });
    expect(end.ending).toEqual({ type: "signalled", signal: "SIGKILL" });
  });

  test("the longest deadline that there is does not pass at once", async ({ keeper }) => {
    const run = keeper.run(spec("family1", 2_147_483_000), never);
    const first = await Promise.race([
      run.then(() => "ended"),
      new Promise((wake) => setTimeout(() => wake("waits"), 200)),
    ]);
    expect(first).toBe("waits");
  });
});
