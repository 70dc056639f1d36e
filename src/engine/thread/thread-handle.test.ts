import { join } from "node:path";
import { writeFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { temporaryFolder } from "../../../tests/workspace.js";
import type { Question, ThreadMessage, ToThread } from "./messages.js";
import { ThreadGone, ThreadHandle } from "./thread-handle.js";

// The host's side of a thread, with threads that do what any may do.

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const begin = `import { workerData } from "node:worker_threads";
import { readlinkSync } from "node:fs";
const { port, flags, options, memory } = workerData;
const say = (message) => port.postMessage(message);
const answer = (value) => {
  say({ type: "asked", result: { ok: true, value } });
  Atomics.add(flags, 0, 1);
  Atomics.notify(flags, 0);
};
const nameItself = () =>
  Atomics.store(flags, 1, Number(readlinkSync("/proc/thread-self").split("/").at(-1)));
`;

class Opened {
  readonly messages: ThreadMessage[] = [];
  readonly memories: unknown[] = [];
  readonly ends: string[] = [];
  readonly handle: ThreadHandle;

  constructor(script: string) {
    const file = join(folder, `${count++}.mjs`);
    writeFileSync(file, begin + script);
    const options = { projectDir: "/p" } as never;
    const memory = { shown: new Set(["5"]) } as never;
    this.handle = new ThreadHandle(
      { options, memory },
      {
        onMessage: (message) => this.messages.push(message),
        onMemory: (given) => this.memories.push(given),
        onEnd: (why) => this.ends.push(why),
      },
      file,
    );
    onTestFinished(() => this.handle.end("the test is over"));
  }

  get worker(): Worker {
    return Reflect.get(this.handle, "worker") as Worker;
  }

  /** What was sent from now on. */
  watch(): ToThread[] {
    const sent: ToThread[] = [];
    const port = Reflect.get(this.handle, "port") as { postMessage(message: ToThread): void };
    vi.spyOn(port, "postMessage").mockImplementation((message) => sent.push(message));
    return sent;
  }
}
let count = 0;

/** Until something is so; the bound is the test's. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((wake) => setTimeout(wake, 5));
}
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((next) => setImmediate(next));
};
const ask = (handle: ThreadHandle, method: Question["method"] = "problems"): unknown =>
  handle.ask({ method } as Question);
const hangs = "for (;;);";
const news = (text: string): ThreadMessage =>
  ({ type: "news", news: { type: "record", record: { text } } }) as never;

describe("a thread", () => {
  test("that is not there cannot be started", () => {
    const file = join(folder, "none.js");
    const start = { options: {} as never, memory: null };
    const listener = { onMessage() {}, onMemory() {}, onEnd() {} };
    expect(() => new ThreadHandle(start, listener, file)).toThrow(
      new Error(`${file} is missing; install the package again`),
    );
  });

  test("begins with what it is given, in the host's own environment, within bounds", async () => {
    const one = new Opened(`
      port.on("message", ({ name }) =>
        say({ type: "memory", memory: [options, memory, process.execArgv, process.env[name]] }));`);
    const name = `SNAPHOOK_TEST_${count}`;
    process.env[name] = "late";
    onTestFinished(() => {
      delete process.env[name];
    });
    expect([one.handle.hasStarted, one.handle.isOver]).toEqual([false, false]);
    one.handle.post({ name } as never);
    await until(() => one.memories.length > 0);
    expect(one.memories).toEqual([[{ projectDir: "/p" }, { shown: new Set(["5"]) }, [], "late"]]);
    expect([one.handle.hasStarted, one.worker.resourceLimits?.maxOldGenerationSizeMb]).toEqual([
      true,
      1024,
    ]);
  });

  test("is read in the order in which it speaks, without its signs of life", async () => {
    const one = new Opened(`
      say({ type: "pong" });
      say({ type: "memory", memory: 1 });
      say(${JSON.stringify(news("a"))});
      say({ type: "asked", result: { ok: true, value: 1 } });
      say(${JSON.stringify(news("b"))});
      port.on("message", () => {});`);
    await until(() => one.messages.length > 1);
    expect([one.messages, one.memories, one.ends]).toEqual([[news("a"), news("b")], [1], []]);
  });

  test.each([
    ["process.exit(7);", "ended with code 7"],
    ["throw new Error('no');", "ended by an error (no)"],
    ["throw 'a text';", "ended by an error (a text)"],
  ])("that ends by itself is over, and is known to be once: %s", async (script, why) => {
    const one = new Opened(script);
    await until(() => one.ends.length > 0);
    await until(() => one.worker.threadId === -1);
    await turns();
    expect([one.ends, one.handle.isOver]).toEqual([[why], true]);
  });

  test("whose words cannot be read is ended", async () => {
    const one = new Opened('port.on("message", () => {});');
    const port = Reflect.get(one.handle, "port") as { emit(name: string, error: Error): void };
    port.emit("messageerror", new Error("unreadable"));
    await turns();
    expect(one.ends).toEqual(["sent what cannot be read (unreadable)"]);
  });

  test("that is ended has said what it has said before, and nothing comes of it in the midst of a call", async () => {
    const one = new Opened(`
      port.on("message", () => {
        say({ type: "memory", memory: 1 });
        say(${JSON.stringify(news("a"))});
        Atomics.add(flags, 0, 1);
        Atomics.notify(flags, 0);
      });`);
    one.handle.post({ type: "ping" });
    const flags = Reflect.get(one.handle, "flags") as Int32Array;
    Atomics.wait(flags, 0, 0);
    one.handle.end("enough");
    one.handle.end("again");
    expect([one.handle.isOver, one.memories, one.messages, one.ends]).toEqual([true, [1], [], []]);
    await turns();
    expect([one.messages, one.ends]).toEqual([[news("a")], ["enough"]]);
    await until(() => one.worker.threadId === -1);
    await turns();
    expect(one.ends).toEqual(["enough"]);
  });
});

describe("a question", () => {
  test("is answered while the host stands still; what was said before comes when it has its turn", async () => {
    const one = new Opened(`
      port.on("message", ({ question }) => {
        say({ type: "memory", memory: 1 });
        say(${JSON.stringify(news("a"))});
        say(${JSON.stringify(news("b"))});
        answer(question);
      });`);
    expect(ask(one.handle)).toEqual({ ok: true, value: { method: "problems" } });
    expect([one.memories, one.messages, one.handle.hasStarted]).toEqual([[1], [], true]);
    await turns();
    expect(one.messages).toEqual([news("a"), news("b")]);
    expect(ask(one.handle, "review")).toEqual({ ok: true, value: { method: "review" } });
  });

  test("what was said while the host stood still comes before what is said later", async () => {
    const one = new Opened(`
      port.on("message", (message) => {
        if (message.type === "ping") return say(${JSON.stringify(news("later"))});
        say(${JSON.stringify(news("first"))});
        answer(1);
      });`);
    ask(one.handle);
    const port = Reflect.get(one.handle, "port") as { emit(name: string, given: object): void };
    port.emit("message", news("at once"));
    await turns();
    expect(one.messages).toEqual([news("first"), news("at once")]);
  });

  test("fails where the thread ends, as soon as that can be seen", async () => {
    const one = new Opened('nameItself(); port.on("message", () => process.exit(1));');
    expect(() => ask(one.handle)).toThrow(new ThreadGone("ended"));
    expect([one.handle.isOver, one.ends]).toEqual([true, []]);
    await turns();
    expect(one.ends).toEqual(["ended"]);
  });

  /** The clock goes on by so many seconds with each look at it. */
  const hurried = (seconds: number): (() => number) => {
    let looks = 0;
    vi.spyOn(process, "uptime").mockImplementation(() => seconds * looks++);
    return () => looks;
  };

  test.each([
    [false, 31, 3],
    [false, 59.9, 3],
    [false, 60.1, 2],
    [true, 31, 2],
    [true, 29.9, 3],
  ])(
    "waits for a thread that has spoken (%s) as long as it may take: %d s a look, %d looks",
    async (hasSpoken, seconds, looks) => {
      const speaks = 'say({ type: "pong" });';
      const one = new Opened(`${hasSpoken ? speaks : ""} setTimeout(() => { ${hangs} });`);
      if (hasSpoken) await until(() => one.handle.hasStarted);
      const counted = hurried(seconds);
      expect(() => ask(one.handle, "review")).toThrow(new ThreadGone("gave no answer to review"));
      expect(counted()).toBe(looks);
      await until(() => one.ends.length > 0);
      expect(one.ends).toEqual(["gave no answer to review"]);
    },
  );
});

describe("signs of life", () => {
  const timed = (): void => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
  };

  test.each([
    ["that is loaded", false, false, 60],
    ["that has spoken", true, false, 30],
    ["that nobody wants to wait for", true, true, 5],
    ["that nobody wants to wait for while it is loaded", false, true, 5],
  ])(
    "a thread %s is asked for them each second, and is ended without",
    async (_, hasSpoken, isUrgent, most) => {
      const one = new Opened(
        `${hasSpoken ? 'say({ type: "pong" });' : ""} setTimeout(() => { ${hangs} }, 10);`,
      );
      if (hasSpoken) await until(() => one.handle.hasStarted);
      const sent = one.watch();
      timed();
      one.handle.hold(true);
      one.handle.hold(true);
      if (isUrgent) one.handle.hurry();
      vi.advanceTimersByTime(999);
      expect(sent).toEqual([]);
      vi.advanceTimersByTime(most * 1000);
      expect([sent.length, sent[0], one.handle.isOver]).toEqual([most, { type: "ping" }, false]);
      vi.advanceTimersByTime(1);
      expect(one.handle.isOver).toBe(true);
      await turns();
      expect(one.ends).toEqual([`gave no sign of life for ${most} s`]);
      vi.advanceTimersByTime(10_000);
      expect(sent).toHaveLength(most);
    },
  );

  test("count from the last one, and from when somebody waits again", async () => {
    const one = new Opened('say({ type: "pong" }); port.on("message", () => {});');
    await until(() => one.handle.hasStarted);
    const sent = one.watch();
    const port = Reflect.get(one.handle, "port") as { emit(name: string, given: object): void };
    timed();
    one.handle.hold(true);
    vi.advanceTimersByTime(30_000);
    port.emit("message", { type: "pong" });
    vi.advanceTimersByTime(30_000);
    expect([sent.length, one.handle.isOver]).toEqual([60, false]);
    one.handle.hurry();
    one.handle.hold(false);
    vi.advanceTimersByTime(30_000);
    expect(sent).toHaveLength(60);
    one.handle.hold(true);
    vi.advanceTimersByTime(30_000);
    expect([sent.length, one.handle.isOver]).toEqual([90, false]);
    vi.advanceTimersByTime(1000);
    expect(one.handle.isOver).toBe(true);
  });

  test("are not asked of a thread that is over", () => {
    const one = new Opened("");
    const sent = one.watch();
    timed();
    one.handle.end("enough");
    one.handle.hold(true);
    vi.advanceTimersByTime(5000);
    expect(sent).toEqual([]);
  });

  test("a thread that was closed has twenty seconds to leave", async () => {
    const one = new Opened('port.on("message", () => {});');
    timed();
    one.handle.letGo();
    vi.advanceTimersByTime(19_999);
    expect(one.handle.isOver).toBe(false);
    vi.advanceTimersByTime(1);
    expect(one.handle.isOver).toBe(true);
    await turns();
    expect(one.ends).toEqual(["did not leave"]);
  });
});

test("the host lives as long as somebody waits, and no longer", () => {
  const [ref, unref] = [vi.spyOn(Worker.prototype, "ref"), vi.spyOn(Worker.prototype, "unref")];
  const one = new Opened('port.on("message", () => {});');
  const port = Reflect.get(one.handle, "port") as { hasRef(): boolean };
  const state = (): unknown[] => [ref.mock.calls.length, unref.mock.calls.length, port.hasRef()];
  expect(state()).toEqual([0, 1, false]);
  one.handle.hold(true);
  expect(state()).toEqual([1, 1, true]);
  one.handle.hold(false);
  expect(state()).toEqual([1, 2, false]);
});
