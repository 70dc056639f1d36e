import { beforeEach, describe, expect, test } from "vitest";
import { newMemory } from "../engine-memory.js";
import { EngineThreads, type OpenRequest } from "./engine-threads.js";
import type { HostCode } from "./host-code.js";
import type { HostCall, News, Question, Result, ThreadStart, ToThread } from "./messages.js";
import { ThreadGone, type ThreadListener } from "./thread-handle.js";

// What the host does with one thread after the other; the threads are played here.

const ok = (value: unknown): Result => ({ ok: true, value });

class Thread {
  readonly posted: ToThread[] = [];
  readonly asked: Question[] = [];
  /** Whether it keeps the host alive, whenever that is said. */
  readonly holds: boolean[] = [];
  readonly reported: string[] = [];
  isOver = false;
  hasStarted = true;
  answer: (question: Question) => Result = ({ method }) => ok(method);
  unsendable = 0;

  constructor(
    readonly start: ThreadStart,
    readonly listener: ThreadListener,
  ) {}

  post(message: ToThread): void {
    if (this.unsendable-- > 0) throw new TypeError("it cannot be cloned");
    this.posted.push(message);
  }
  ask(question: Question): Result {
    this.asked.push(question);
    return this.answer(question);
  }
  hold(on: boolean): void {
    this.holds.push(on);
  }
  hurry(): void {
    this.reported.push("hurry");
  }
  letGo(): void {
    this.reported.push("let go");
  }
  /** It ends, as the host learns a turn later. */
  end(why: string): void {
    this.isOver = true;
    this.listener.onEnd(why);
  }
}

let threads: Thread[];
/** What was said to the host's code, by the number of its thread. */
let code: string[];
let memories: unknown[];
let news: News[];
let noThread: string | null;
/** Called by the host's code in the way of a thread's question. */
let asks: ((question: Question) => unknown)[];
let called: (call: HostCall) => Promise<Result>;

function open(): EngineThreads {
  const options = { projectDir: "/p" } as never;
  return new EngineThreads(
    {
      options,
      newCode: (ask) => {
        const number = asks.push(ask) - 1;
        return {
          call: (id: number, call: HostCall) => {
            code.push(`${number} call ${id}`);
            return called(call);
          },
          cancel: (id: number) => code.push(`${number} cancel ${id}`),
          close: () => code.push(`${number} close`),
        } as unknown as HostCode;
      },
      onMemory: (memory) => memories.push(memory),
      onNews: (one) => news.push(one),
    },
    (start, listener) => {
      if (noThread !== null) throw new Error(noThread);
      const thread = new Thread(start, listener);
      threads.push(thread);
      return thread;
    },
  );
}

beforeEach(() => {
  [threads, code, memories, news, asks] = [[], [], [], [], []];
  noThread = null;
  called = () => Promise.resolve(ok("said"));
});

const at = (number: number): Thread => {
  const thread = threads[number];
  if (thread === undefined) throw new Error(`there is no thread ${number}`);
  return thread;
};

/** A request, and what came of it. */
function request(all: EngineThreads) {
  const ends: unknown[] = [];
  const opened: OpenRequest = {
    settle: (result) => ends.push(result),
    lose: (why) => ends.push(why),
  };
  const abort = all.request((id) => ({ type: "call", id, call: { method: "refresh" } }), opened);
  return { ends, abort };
}

const call = (id: number): ToThread => ({ type: "call", id, call: { method: "refresh" } });
const turn = (): Promise<void> => new Promise((next) => setImmediate(next));

test("the first thread begins at once, and knows nothing", () => {
  const all = open();
  expect(threads.map(({ start }) => start)).toEqual([
    { options: { projectDir: "/p" }, memory: null },
  ]);
  expect([all.lastLoss, at(0).holds]).toEqual([null, []]);
});

describe("what is requested", () => {
  test("is sent with a number of its own, and keeps the host alive until the last is done", () => {
    const all = open();
    const [one, two] = [request(all), request(all)];
    expect([at(0).posted, at(0).holds]).toEqual([[call(0), call(1)], [true]]);
    at(0).listener.onMessage({ type: "done", id: 1, result: ok("two") });
    expect([one.ends, two.ends, at(0).holds]).toEqual([[], [ok("two")], [true]]);
    at(0).listener.onMessage({ type: "done", id: 0, result: ok("one") });
    at(0).listener.onMessage({ type: "done", id: 0, result: ok("again") });
    expect([one.ends, at(0).holds]).toEqual([[ok("one")], [true, false, false]]);
    request(all);
    expect(at(0).holds.at(-1)).toBe(true);
  });

  test("can be aborted until it is done", () => {
    const all = open();
    const { abort } = request(all);
    abort();
    expect([at(0).posted, at(0).reported]).toEqual([
      [call(0), { type: "abort", id: 0 }],
      ["hurry"],
    ]);
    at(0).listener.onMessage({ type: "done", id: 0, result: ok(1) });
    abort();
    expect([at(0).posted.length, at(0).reported]).toEqual([2, ["hurry"]]);
  });

  test("is lost where its end cannot be sent", () => {
    const { ends } = request(open());
    at(0).listener.onMessage({ type: "undelivered", id: 0, why: "a Proxy" });
    at(0).listener.onMessage({ type: "undelivered", id: 7, why: "nobody's" });
    expect(ends).toEqual(["could not send it (a Proxy)"]);
  });

  test("is lost where there is no thread to be had, and the next one is tried for the next", () => {
    noThread = "no room";
    const all = open();
    const { ends, abort } = request(all);
    abort();
    expect([ends, all.lastLoss]).toEqual([["cannot be started (no room)"], "no room"]);
    noThread = null;
    request(all);
    expect(at(0).posted).toEqual([call(1)]);
  });

  test("that cannot be sent is the caller's, and nothing is open then", () => {
    const all = open();
    at(0).unsendable = 1;
    expect(() => request(all)).toThrow("it cannot be cloned");
    expect(at(0).holds).toEqual([]);
  });
});

describe("a thread that ends", () => {
  test("loses what it worked on, and is replaced at once by one with what it knew", () => {
    const all = open();
    const { ends, abort } = request(all);
    at(0).listener.onMemory({ shown: new Set(["5"]) });
    at(0).listener.onMemory({ grants: new Set(["g"]) });
    at(0).end("ended with code 7");
    const memory = { ...newMemory(), shown: new Set(["5"]), grants: new Set(["g"]) };
    expect([ends, all.lastLoss, code]).toEqual([
      ["ended with code 7"],
      "ended with code 7",
      ["0 close"],
    ]);
    expect(at(1).start).toEqual({ options: { projectDir: "/p" }, memory });
    expect(memories).toEqual([{ shown: new Set(["5"]) }, { grants: new Set(["g"]) }]);
    abort();
    expect(at(0).posted).toEqual([call(0)]);
    request(all);
    expect([at(1).posted, threads.length]).toEqual([[call(1)], 2]);
  });

  test("before it has started is not replaced before it is needed", () => {
    const all = open();
    at(0).hasStarted = false;
    at(0).end("ended with code 1");
    expect([threads.length, all.lastLoss]).toEqual([1, "ended with code 1"]);
    request(all);
    expect(threads).toHaveLength(2);
  });

  test("is replaced by whoever needs one before its end is known, and then not again", () => {
    const all = open();
    at(0).isOver = true;
    request(all);
    expect([threads.length, at(0).posted, at(1).posted]).toEqual([2, [], [call(0)]]);
    at(0).end("late");
    request(all);
    expect([threads.length, at(1).posted.length, all.lastLoss]).toEqual([2, 2, "late"]);
  });
});

describe("the host's code", () => {
  const has = { method: "grants.has", call: "c" } as const;

  test("is called for the thread, and its answer is sent", async () => {
    open();
    at(0).listener.onMessage({ type: "host", id: 3, call: has });
    at(0).listener.onMessage({ type: "cancel", id: 3 });
    await turn();
    expect(code).toEqual(["0 call 3", "0 cancel 3"]);
    expect(at(0).posted).toEqual([{ type: "answer", id: 3, result: ok("said") }]);
  });

  test("whose answer cannot be sent has failed", async () => {
    open();
    at(0).unsendable = 1;
    at(0).listener.onMessage({ type: "host", id: 3, call: has });
    await turn();
    const error = new Error("TypeError: it cannot be cloned");
    expect(at(0).posted).toEqual([{ type: "answer", id: 3, result: { ok: false, error } }]);
  });

  test("answers nobody who is gone", async () => {
    open();
    at(0).listener.onMessage({ type: "host", id: 3, call: has });
    at(0).isOver = true;
    await turn();
    expect(at(0).posted).toEqual([]);
  });

  test("asks the thread that has called it", () => {
    open();
    at(0).answer = () => ok("altered");
    expect(asks[0]?.({ method: "review" })).toBe("altered");
    at(0).answer = () => ({ ok: false, error: new Error("not wanted") });
    expect(() => asks[0]?.({ method: "review" })).toThrow("not wanted");
    expect(at(0).asked).toEqual([{ method: "review" }, { method: "review" }]);
  });

  test("gets the news", () => {
    open();
    const one = { type: "record", record: { time: "t" } } as const;
    at(0).listener.onMessage({ type: "news", news: one });
    expect(news).toEqual([one]);
  });
});

describe("a question", () => {
  const gone =
    (why: string): (() => never) =>
    () => {
      throw new ThreadGone(why);
    };

  test("is answered, or throws what the thread threw", () => {
    const all = open();
    expect(all.ask({ method: "problems" })).toBe("problems");
    at(0).answer = () => ({ ok: false, error: new RangeError("no") });
    expect(() => all.ask({ method: "problems" })).toThrow(new RangeError("no"));
    expect([all.lastLoss, threads.length]).toEqual([null, 1]);
  });

  test("goes to the next thread where the first is lost", () => {
    const all = open();
    at(0).answer = () => {
      at(0).isOver = true;
      return gone("ended")();
    };
    expect([all.ask({ method: "problems" }), all.lastLoss]).toEqual(["problems", "ended"]);
    expect([threads.length, at(1).asked]).toEqual([2, [{ method: "problems" }]]);
  });

  test("fails where that is lost, too", () => {
    const all = open();
    at(0).answer = gone("ended");
    let error: unknown;
    try {
      all.ask({ method: "problems" });
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toEqual(new Error("the engine's thread ended"));
    expect((error as Error).cause).toBeInstanceOf(ThreadGone);
    expect(at(0).asked).toHaveLength(2);
  });

  test("fails at once where the thread has not even started", () => {
    const all = open();
    at(0).hasStarted = false;
    at(0).answer = gone("gave no answer to start");
    expect(() => all.ask({ method: "start" })).toThrow(
      "the engine's thread gave no answer to start",
    );
    expect([at(0).asked.length, all.lastLoss]).toEqual([1, "gave no answer to start"]);
  });

  test("fails where there is no thread, and says why", () => {
    noThread = "no room";
    expect(() => open().ask({ method: "start" })).toThrow(
      "the engine's thread cannot be started (no room)",
    );
  });
});

describe("an event that was halted here", () => {
  const lost = (eventId: string) => ({ eventId, reading: {} as never });
  const sent = (thread: Thread): string[] =>
    thread.posted.flatMap((message) => (message.type === "lost" ? message.event.eventId : []));

  test("is recorded by the thread, once it has started, and once", () => {
    const all = open();
    at(0).hasStarted = false;
    all.record(lost("a"));
    all.record(lost("b"));
    expect(sent(at(0))).toEqual([]);
    at(0).hasStarted = true;
    at(0).listener.onMemory({});
    expect(sent(at(0))).toEqual(["a", "b"]);
    all.record(lost("c"));
    expect(sent(at(0))).toEqual(["a", "b", "c"]);
  });

  test("is one of the last hundred, where no thread can record them", () => {
    noThread = "no room";
    const all = open();
    for (let count = 0; count <= 100; count++) all.record(lost(`${count}`));
    noThread = null;
    request(all);
    at(0).listener.onMemory({});
    const ids = sent(at(0));
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, "1", "100"]);
  });
});

describe("closed", () => {
  test("the thread says a last thing, ends by itself, and is not replaced", () => {
    const all = open();
    const { ends } = request(all);
    at(0).answer = () => ok(["a problem"]);
    expect(all.close()).toEqual(["a problem"]);
    expect([at(0).asked, at(0).reported, code]).toEqual([
      [{ method: "close" }],
      ["let go"],
      ["0 close"],
    ]);
    at(0).end("ended with code 0");
    expect([ends, threads.length, all.lastLoss]).toEqual([["ended with code 0"], 1, null]);
  });

  test.each<[string, () => Result]>([
    ["fails", () => ({ ok: false, error: new Error("no") })],
    [
      "is lost",
      () => {
        throw new ThreadGone("ended");
      },
    ],
  ])("nothing is said where it %s", (_what, answer) => {
    const all = open();
    at(0).answer = answer;
    expect([all.close(), at(0).reported, code]).toEqual([null, ["let go"], ["0 close"]]);
  });

  test("there is nothing to close where no thread is", () => {
    const over = open();
    at(0).isOver = true;
    expect([over.close(), at(0).asked]).toEqual([null, []]);
    noThread = "no room";
    expect(open().close()).toBe(null);
  });
});
