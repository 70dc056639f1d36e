import { resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Guardian } from "./guardian.js";
import { Keeper } from "./keeper.js";
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

let guardian: Guardian;
let keeper: Keeper;
beforeEach(async () => {
  guardian = new Guardian();
  const main = resolve("tests/flow/fixtures/silent-keeper.mjs");
  keeper = new Keeper(() => ({}), "family", guardian, main);
  await untilReady();
});
afterEach(() => {
  keeper.close();
  guardian.close();
});

async function untilReady(): Promise<void> {
  expect(await leftBehind(() => (keeper.isReady ? [] : ["not ready"]))).toEqual([]);
}

const endings = async (runs: readonly ReturnType<Keeper["run"]>[]): Promise<string[]> =>
  (await Promise.all(runs)).map(({ ending }) => ending.type);

test("runs of a keeper that does nothing end at their deadline or when they are aborted; it gets no more", async () => {
  const ended = endings([
    keeper.run(spec("family1", 1), never),
    keeper.run(spec("family2", 240_000), AbortSignal.timeout(1)),
  ]);
  expect(await ended).toEqual(["timed-out", "cancelled"]);
  expect(keeper.isReady).toBe(false);
});

test("it is replaced then, and who still waited for it has failed", async () => {
  const waiting = keeper.run(spec("family1", 240_000), never);
  await keeper.run(spec("family2", 1), never);
  const { ending } = await waiting;
  expect(ending).toEqual({ type: "signalled", signal: "SIGKILL" });
  await untilReady();
});

test("a worker that it does not end has ended for the host", async () => {
  const end = await new Promise<WorkerEnd>((onEnd) => {
    const command = { runId: "family1", file: "/bin/sh", args: [], cwd: "/", env: {} };
    keeper.serve(command, { path: "/nowhere", token: "t" }, { onLog() {}, onEnd });
    keeper.stop("family1", "ask");
  });
  expect(end.ending).toEqual({ type: "signalled", signal: "SIGKILL" });
});

test("the longest deadline that there is does not pass at once", async () => {
  const run = keeper.run(spec("family1", 2_147_483_000), never);
  const first = await Promise.race([
    run.then(() => "ended"),
    new Promise((wake) => setTimeout(() => wake("waits"), 200)),
  ]);
  expect(first).toBe("waits");
});
