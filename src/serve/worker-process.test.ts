import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { WorkerProcess } from "./worker-process.js";

// Begins first: a worker counts as stopped after ten seconds without a sign.
const folder = mkdtempSync(join(tmpdir(), "snaphook-test-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.concurrent.each([
  ["stopped before it is ready", 'process.kill(process.pid, "SIGSTOP");', 0],
  [
    "ready, stopped, and never used",
    'process.send({ type: "ready" }, () => process.kill(process.pid, "SIGSTOP"));',
    1,
  ],
])("a worker that is %s is killed", async (name, code, timesFree) => {
  const main = join(folder, `${name}.cjs`);
  writeFileSync(main, code);
  let free = 0;
  await new Promise<void>((onEnd) => {
    const worker = new WorkerProcess(
      { main, env: {} },
      {
        onFree: () => {
          free++;
          worker.rest(10);
        },
        onEnd,
      },
    );
  });
  expect(free).toBe(timesFree);
});
