import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { answerTo, Played } from "./played-worker.test-support.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("an event", () => {
  test("is written when there is a link, and answered by its id", async () => {
    const played = new Played();
    const [first, second] = [played.ask(), played.ask({ event: "{}" })];
    expect(played.news()).toEqual([]);
    played.connect();
    expect(played.news()).toEqual(['gets {"id":"1","event":{"a":1}}\n{"id":"2","event":{}}']);
    const third = played.ask();
    expect(played.news()).toEqual(['gets {"id":"3","event":{"a":1}}']);
    played.says(answerTo("2", "two"));
    played.says(`${answerTo("3")}${answerTo("1", "one")}`);
    expect(await Promise.all([first, second, third].map((one) => one.now()))).toEqual([
      "exited 0 says one",
      "exited 0 says two",
      "exited 0",
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([played.news(), vi.getTimerCount()]).toEqual([["good", "good", "good"], 0]);
  });

  test("nothing is written to a link while nothing waits", () => {
    expect(new Played().connect().news()).toEqual([]);
  });

  test("has an id that nobody can guess where its worker shares a process with a module", () => {
    const played = new Played().connect();
    played.ask({ canCancel: true });
    expect(played.news()).toEqual([expect.stringMatching(/^gets \{"id":"1\d{9}","event"/)]);
  });

  test("what the process says on stderr is passed on", () => {
    const played = new Played();
    played.logs("warming up");
    expect(played.news()).toEqual(["log: warming up"]);
  });
});

describe("a line that is no answer", () => {
  test("of nothing is passed over", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.says(`\n\n${answerTo("1", "a")}`);
    expect(await asked.now()).toBe("exited 0 says a");
  });

  test("is part of the result of who has waited longest, and the answer may still follow", async () => {
    const played = new Played().connect();
    const [first, second] = [played.ask(), played.ask()];
    played.says("{oops\n");
    await vi.advanceTimersByTimeAsync(249);
    expect(await first.now()).toBe("waits");
    played.says(answerTo("1", "a"));
    expect([await first.now(), await second.now()]).toEqual([
      "exited 0 says {oops\na garbled a line that is not a JSON object",
      "waits",
    ]);
  });

  test("is all there is, where no answer follows for 250 ms", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.says("{oops\n");
    await vi.advanceTimersByTimeAsync(251);
    expect(await asked.now()).toBe("exited 0 says {oops garbled a line that is not a JSON object");
    expect(played.news().slice(1)).toEqual([]);
  });

  test("is waited for no less than silence, where it cannot be meant as one", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.says("a stray print\n");
    await vi.advanceTimersByTimeAsync(999);
    expect(await asked.now()).toBe("waits");
  });

  test.each([
    [
      "that answers nothing",
      "9",
      "hello\n",
      "log: a line that answers nothing is dropped: hello\n",
    ],
    [
      "that answers what nobody asked",
      "9",
      answerTo("9"),
      'log: a line that answers nothing is dropped: {"id":"9","stdout":""}\n',
    ],
    [
      "that is long",
      "9",
      `${"x".repeat(201)}\n`,
      `log: a line that answers nothing is dropped: ${"x".repeat(200)}\n`,
    ],
  ])("%s is dropped, and that is reported", (_what, _id, line, reported) => {
    const played = new Played().connect();
    played.says(line);
    expect(played.news()).toEqual([reported]);
  });
});

describe("a worker that is too late", () => {
  test("takes no more events, and is asked to end", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    await vi.advanceTimersByTimeAsync(999);
    expect(await asked.now()).toBe("waits");
    await vi.advanceTimersByTimeAsync(2);
    expect(await asked.now()).toBe("timed-out");
    expect(played.news().slice(1)).toEqual(["retired", "input ended", "stop: ask"]);
  });

  test("finishes what else it has", async () => {
    const played = new Played().connect();
    const [late, other] = [played.ask(), played.ask({ timeoutMs: 9000 })];
    await vi.advanceTimersByTimeAsync(1001);
    expect([await late.now(), played.news().slice(2)]).toEqual(["timed-out", ["retired"]]);
    played.says(answerTo("2", "b"));
    expect([await other.now(), played.news()]).toEqual([
      "exited 0 says b",
      ["good", "input ended", "stop: ask"],
    ]);
  });

  test.each<[string, number, string[]]>([
    ["confirms the cancel in time and stays", 999, []],
    ["does not, and is ended", 1001, ["retired", "input ended", "stop: ask"]],
  ])("and understands cancel %s", async (_what, ms, happens) => {
    const played = new Played().connect();
    const asked = played.ask({ canCancel: true });
    const id = /"id":"(\d+)"/.exec(played.news()[0] ?? "")?.[1] ?? "";
    await vi.advanceTimersByTimeAsync(1001);
    expect([await asked.now(), played.news()]).toEqual(["timed-out", [`gets {"cancel":"${id}"}`]]);
    await vi.advanceTimersByTimeAsync(ms);
    const before = played.news();
    played.says(answerTo(id));
    await vi.advanceTimersByTimeAsync(60_000);
    const after = played.news();
    expect(before).toEqual(happens);
    // It was reported: its answer is no news.
    expect(after).toEqual(ms < 1000 ? [] : [expect.stringContaining("answers nothing")]);
  });
});

describe("an event that nobody waits for any more", () => {
  test("is cancelled; a worker that cannot cancel may finish it by its deadline", async () => {
    const played = new Played().connect();
    const controller = new AbortController();
    const asked = played.ask({}, controller.signal);
    controller.abort();
    expect([await asked.now(), played.news().slice(1)]).toEqual(["cancelled", []]);
    await vi.advanceTimersByTimeAsync(998);
    played.says(answerTo("1", "late"));
    expect(played.news()).toEqual([
      'log: an answer to a cancelled event is dropped: {"id":"1","stdout":"late"}\n',
    ]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(played.news()).toEqual([]);
  });

  test("and is not finished by then has the worker ended", async () => {
    const played = new Played().connect();
    const controller = new AbortController();
    played.ask({}, controller.signal);
    played.news();
    controller.abort();
    await vi.advanceTimersByTimeAsync(1001);
    expect(played.news()).toEqual(["retired", "input ended", "stop: ask"]);
  });

  test("is asked to a worker that can cancel, which is ended where it does not confirm", async () => {
    const played = new Played().connect();
    const controller = new AbortController();
    const asked = played.ask({ canCancel: true, timeoutMs: 60_000 }, controller.signal);
    played.news();
    controller.abort();
    expect([await asked.now(), played.news()]).toEqual([
      "cancelled",
      [expect.stringMatching(/^gets \{"cancel":"1\d{9}"\}$/)],
    ]);
    await vi.advanceTimersByTimeAsync(1001);
    expect(played.news()).toEqual(["retired", "input ended", "stop: ask"]);
  });

  test("was answered already: an abort is nothing then", async () => {
    const played = new Played().connect();
    const controller = new AbortController();
    const asked = played.ask({ canCancel: false }, controller.signal);
    played.says(answerTo("1", "a"));
    expect(await asked.now()).toBe("exited 0 says a");
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    played.news();
    controller.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(played.news()).toEqual([]);
  });
});

describe("a worker that retires", () => {
  test("is ended at once where it has nothing to do, and once", () => {
    const played = new Played().connect();
    played.worker.retire();
    played.worker.retire();
    expect(played.news()).toEqual(["retired", "input ended", "stop: ask"]);
  });

  test("before it was connected gets no events when it is", () => {
    const played = new Played();
    const controller = new AbortController();
    played.ask({}, controller.signal);
    played.worker.close();
    expect(played.news()).toEqual(["retired", "stop: ask"]);
    played.connect();
    expect(played.news()).toEqual(["input ended"]);
  });

  test("answers first what it has", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.worker.retire();
    expect(played.news().slice(1)).toEqual(["retired"]);
    played.says(answerTo("1", "a"));
    expect([await asked.now(), played.news()]).toEqual([
      "exited 0 says a",
      ["good", "input ended", "stop: ask"],
    ]);
  });

  test("is closed: who waits is cancelled, and it is ended", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.worker.close();
    expect([await asked.now(), played.news().slice(1)]).toEqual([
      "cancelled",
      ["retired", "input ended", "stop: ask"],
    ]);
    played.ends({ type: "signalled", signal: "SIGTERM" });
    await vi.advanceTimersByTimeAsync(250);
    expect(played.news()).toEqual(["input destroyed", "output destroyed", "ended"]);
  });

  test("because it reads no more may still answer", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.input.emit("error", new Error("EPIPE"));
    played.says(answerTo("1", "a"));
    expect([await asked.now(), played.news().slice(1)]).toEqual([
      "exited 0 says a",
      ["retired", "good", "input ended", "stop: ask"],
    ]);
  });
});

describe("a worker that does not read", () => {
  const size = 8 * 1024 * 1024;
  const eventOf = (bytes: number): string => `"${"x".repeat(bytes - 2)}"`;
  const frame = '{"id":"1","event":}\n'.length;

  test.each<[string, number, string]>([
    ["gets as much as may wait", 0, "waits"],
    [
      "gets no more than may wait",
      1,
      `not-started it does not read: ${frame + 1000} bytes of earlier events still wait`,
    ],
  ])("%s", async (_what, more, end) => {
    const played = new Played();
    played.ask({ event: eventOf(1000) });
    const rest = size - frame - 1000 - frame;
    expect(await played.ask({ event: eventOf(rest + more) }).now()).toBe(end);
  });

  test("gets one event of any size", async () => {
    expect(await new Played().ask({ event: eventOf(size + 1) }).now()).toBe("waits");
    expect(
      await new Played()
        .connect()
        .ask({ event: eventOf(size + 1) })
        .now(),
    ).toBe("waits");
  });

  test("is known by what waits in the link", async () => {
    const played = new Played().connect();
    played.input.writableLength = size;
    expect(await played.ask().now()).toBe(
      `not-started it does not read: ${size} bytes of earlier events still wait`,
    );
  });
});
