import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { Worker } from "./worker.js";

test("a connection that is made when the process has ended already is closed", async () => {
  const link = { input: new PassThrough(), output: new PassThrough() };
  const command = { runId: "r", file: "f", args: [], cwd: "/", env: {} };
  await new Promise<void>((ended) => {
    const events = { onLog() {}, onGoodAnswer() {}, onRetired() {}, onEnd: () => ended() };
    void new Worker(
      command,
      (_command, listener) => {
        setImmediate(() => {
          listener.onEnd({
            ending: { type: "exited", code: 1 },
            stderr: new Uint8Array(),
            stderrCut: false,
          });
          listener.onLink(link);
        });
        return { stop() {} };
      },
      events,
    );
  });
  expect([link.input.destroyed, link.output.destroyed]).toEqual([true, true]);
});
