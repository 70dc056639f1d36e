import { join } from "node:path";
import { readLedger } from "snaphook/engine";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inThread } from "../engine.js";
import { fire, kept, present, runInThread, ThreadWorkspace } from "./thread-workspace.js";

// Whatever becomes of the engine's thread: who waits for it gets a no, and the next event is decided as ever.

let workspace: ThreadWorkspace;
beforeEach(() => {
  workspace = new ThreadWorkspace();
});
afterEach(() => workspace.close());

const later = (script: string): string => `setTimeout(() => { ${script} }, 0)`;

const faults: readonly (readonly [what: string, script: string, found: RegExp])[] = [
  ["leaves", "process.exit(7)", /^ended with code 7$/],
  ["leaves as if all were well", "process.exit(0)", /^ended with code 0$/],
  ["throws", later("throw new Error('no')"), /^ended by an error \(no\)$/],
  ["rejects", later("Promise.reject(new Error('no'))"), /^ended by an error \(no\)$/],
  // It takes a gigabyte and its time.
  ...(inThread
    ? [
        [
          "needs more memory than it may have",
          later("const all = []; for (;;) all.push(new Array(1000).fill({}));"),
          /^ended by an error \(.*memory.*\)$/,
        ] as const,
      ]
    : []),
];

describe("a thread that", () => {
  test.each(faults)(
    "%s halts the event, and the next one decides the next",
    async (_, script, found) => {
      const engine = workspace.open({
        PreToolUse: { command: "touch running; sleep 300" },
        Stop: { command: "exit 2" },
      });
      const open = fire(engine);
      await present(join(workspace.project, "running"));
      const fired = runInThread(script).then(() => open);
      const { reading, event, hooks, ruling, eventId } = await fired;
      expect({ outcome: reading.outcome, event, hooks, ruling }).toEqual({
        outcome: "halt",
        event: "PreToolUse",
        hooks: [],
        ruling: null,
      });
      expect(reading.problems).toEqual([
        {
          code: "engine-thread-lost",
          severity: "error",
          hook: "",
          path: "",
          found: expect.stringMatching(found) as unknown,
          file: null,
          line: null,
        },
      ]);
      expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
      expect(engine.problems.map(({ code }) => code)).toEqual(["engine-thread-lost"]);
      // What the hook had started dies with the thread.
      expect(await workspace.settled()).toEqual([]);
      engine.close();
      await workspace.threadsEnded();
      // The first one has recorded the event, the second one what became of it.
      const records = [...readLedger(workspace.ledger)];
      expect(records.map(({ type }) => type).toSorted()).toEqual(
        ["open", "event", "open", "verdict", "event", "run", "verdict", "close"].toSorted(),
      );
      expect(records).toContainEqual(
        expect.objectContaining({ type: "verdict", eventId, outcome: "halt" }),
      );
    },
  );

  test("is ended from outside is lost as well, with its keeper", async () => {
    const engine = workspace.open(
      { PreToolUse: { command: "touch running; sleep 300" }, Stop: { command: "exit 2" } },
      { keeper: true },
    );
    await kept(engine);
    const open = fire(engine);
    await present(join(workspace.project, "running"));
    await workspace.thread.terminate();
    expect((await open).reading.outcome).toBe("halt");
    expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
    expect(await workspace.settled()).toEqual([]);
  });

  test("gives no sign of life is replaced when somebody aborts", async () => {
    const engine = workspace.open({
      PreToolUse: { command: "touch running; sleep 300" },
      Stop: { command: "exit 2" },
    });
    const abort = new AbortController();
    const open = fire(engine, "PreToolUse", abort.signal);
    await present(join(workspace.project, "running"));
    await runInThread(later("for (;;);"));
    abort.abort();
    const { reading } = await open;
    expect([reading.outcome, reading.problems.map(({ found }) => found)]).toEqual([
      "halt",
      ["gave no sign of life for 5 s"],
    ]);
    expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
    expect(await workspace.settled()).toEqual([]);
  });

  test("ends between two events is not missed", async () => {
    const engine = workspace.open({ Stop: { command: "exit 2" } });
    expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
    await workspace.thread.terminate();
    expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
    expect(workspace.threadCount).toBe(2);
  });

  test("ends while the host stands still for its answer is replaced, and the next one answers", async () => {
    const engine = workspace.open({ Stop: { command: "exit 2" } });
    await engine.refresh();
    await runInThread(
      `const { MessagePort } = process.getBuiltinModule("worker_threads");
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (message) {
        if (message.type === "asked") process.exit(1);
        postMessage.call(this, message);
      };`,
    );
    expect(engine.preview({ hook_event_name: "Stop" })).toMatchObject([{ matches: true }]);
    expect(workspace.threadCount).toBe(2);
  });

  test("gives no answer while the host stands still is replaced after half a minute", async () => {
    const engine = workspace.open({ Stop: { command: "exit 2" } });
    await engine.refresh();
    const busy = JSON.stringify(join(workspace.project, "busy"));
    const mark = `process.getBuiltinModule("node:fs").writeFileSync(${busy}, "");`;
    await runInThread(later(`${mark} for (;;);`));
    await present(join(workspace.project, "busy"));
    const uptime = process.uptime.bind(process);
    let looks = 0;
    vi.spyOn(process, "uptime").mockImplementation(() => uptime() + (looks++ === 0 ? 0 : 31));
    try {
      expect(engine.preview({ hook_event_name: "Stop" })).toMatchObject([{ matches: true }]);
      expect(engine.problems.map(({ found }) => found)).toEqual(["gave no answer to preview"]);
    } finally {
      vi.restoreAllMocks();
    }
    expect(workspace.threadCount).toBe(2);
  });

  test("has recorded a decision that it can no longer send: nothing continues", async () => {
    const engine = workspace.open({
      PreToolUse: { command: "exit 2" },
      Stop: { command: "exit 0" },
    });
    await engine.refresh();
    await runInThread(
      `const { MessagePort } = process.getBuiltinModule("worker_threads");
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (message) {
        if (message.type === "done") process.exit(1);
        postMessage.call(this, message);
      };`,
    );
    const [denied, passed] = await Promise.all([fire(engine), fire(engine, "Stop")]);
    expect([denied.reading.outcome, passed.reading.outcome]).toEqual(["halt", "halt"]);
    expect(workspace.records()).toContain("verdict");
  });

  test("cannot send a decision says so: nothing continues", async () => {
    const engine = workspace.open({ PreToolUse: { command: "exit 0" } });
    await engine.refresh();
    await runInThread(
      `const { MessagePort } = process.getBuiltinModule("worker_threads");
      const { postMessage } = MessagePort.prototype;
      MessagePort.prototype.postMessage = function (message) {
        if (message.type === "done") throw new Error("it cannot be cloned");
        postMessage.call(this, message);
      };`,
    );
    const { reading } = await fire(engine);
    expect([reading.outcome, reading.problems.map(({ found }) => found)]).toEqual([
      "halt",
      ["could not send it (Error: it cannot be cloned)"],
    ]);
  });
});
