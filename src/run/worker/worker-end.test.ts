import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Launch } from "./launch.js";
import { answerTo, exited, Played } from "./played-worker.test-support.js";
import { Worker } from "./worker.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a worker that prints more than anybody reads", () => {
  const reported = "log: it printed more than anybody will read, and is stopped\n";
  const longest = 65_536 + 12 * 100;

  test("in one line is killed, and who waits gets the beginning", async () => {
    const played = new Played().connect();
    const [asked, other] = [played.ask(), played.ask({ outputBytes: 10 })];
    played.news();
    played.says("x".repeat(longest));
    expect([await asked.now(), played.news()]).toEqual(["waits", []]);
    played.says("xy\nmore\n");
    expect([await asked.now(), await other.now(), played.news()]).toEqual([
      `signalled SIGKILL says ${"x".repeat(40)} cut`,
      "waits",
      [reported, "retired", "stop: kill", "output destroyed"],
    ]);
    played.says(answerTo("2"));
    played.ends({ type: "signalled", signal: "SIGKILL" }, "oops");
    await vi.advanceTimersByTimeAsync(250);
    expect([await other.now(), played.news()]).toEqual([
      "signalled SIGKILL complains oops",
      ["input destroyed", "output destroyed", "ended by itself"],
    ]);
  });

  test("about an event that its line names fails that event", async () => {
    const played = new Played().connect();
    const [first, second] = [played.ask(), played.ask()];
    played.says(`{"id":"2","stdout":"${"x".repeat(longest)}`);
    expect([await first.now(), await second.now()]).toEqual([
      "waits",
      'signalled SIGKILL says {"id":"2","stdout":"xxxxxxxxxxxxxxxxxxxx cut',
    ]);
  });

  test.each<[string, string, number, boolean]>([
    ["in short lines, each of which counts as a kilobyte", "x\n", 8192, false],
    ["in short lines, and one more", "x\n", 8193, true],
    ["in empty lines", "\n", 8193, true],
    ["in long lines", `${"x".repeat(2048)}\n`, 4096, false],
    ["in long lines, and one more", `${"x".repeat(2048)}\n`, 4097, true],
  ])("that nobody asked for %s", (_what, line, count, isStopped) => {
    const played = new Played().connect();
    for (let time = 0; time < count; time++) played.says(line);
    expect(played.news().includes("stop: kill")).toBe(isStopped);
  });

  test("between good answers may print as much again", () => {
    const played = new Played().connect();
    for (let time = 0; time < 8000; time++) played.says("\n");
    played.ask();
    played.says(answerTo("1"));
    for (let time = 0; time < 8000; time++) played.says("\n");
    expect(played.news()).not.toContain("stop: kill");
  });

  test("is not read any more, not even what it has printed with the rest", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.says(`${"\n".repeat(8193)}${answerTo("1")}`);
    expect([await asked.now(), played.news().slice(1)]).toEqual([
      "signalled SIGKILL cut",
      [reported, "retired", "stop: kill", "output destroyed"],
    ]);
  });

  test("after it was asked to end is not reported of again", () => {
    const played = new Played().connect();
    played.worker.retire();
    played.news();
    played.says("x".repeat(65_537));
    expect(played.news()).toEqual([reported, "stop: kill", "output destroyed"]);
  });
});

describe("the end of a process", () => {
  test("fails who waits, after its last words", async () => {
    const played = new Played().connect();
    const [first, second] = [played.ask(), played.ask()];
    played.news();
    played.ends(exited(3), "oops");
    await vi.advanceTimersByTimeAsync(249);
    played.says(answerTo("1", "a"));
    expect([await first.now(), await second.now()]).toEqual(["exited 0 says a", "waits"]);
    await vi.advanceTimersByTimeAsync(1);
    expect([await second.now(), played.news()]).toEqual([
      "exited 3 complains oops",
      ["good", "retired", "input destroyed", "output destroyed", "ended by itself"],
    ]);
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each(["end", "error", "close"])(
    "is there at once where its output has ended: %s",
    async (event) => {
      const played = new Played().connect();
      const asked = played.ask();
      played.news();
      played.ends(exited(1));
      played.output.emit(event);
      // It is over once, also when everything else has closed.
      played.output.emit("close");
      await vi.advanceTimersByTimeAsync(250);
      expect([await asked.now(), played.news()]).toEqual([
        "exited 1",
        ["retired", "input destroyed", "output destroyed", "ended by itself"],
      ]);
    },
  );

  test("is soon asked for, where its output ends first", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.news();
    for (const event of ["end", "close"]) played.output.emit(event);
    expect(played.news()).toEqual(["retired"]);
    await vi.advanceTimersByTimeAsync(249);
    expect(played.news()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect([await asked.now(), played.news()]).toEqual(["waits", ["stop: ask"]]);
    played.ends({ type: "signalled", signal: "SIGTERM" });
    expect([await asked.now(), played.news()]).toEqual([
      "signalled SIGTERM",
      ["input destroyed", "output destroyed", "ended by itself"],
    ]);
  });

  test("is not asked for again, where its output ends while it ends", async () => {
    const played = new Played().connect();
    played.worker.retire();
    played.news();
    played.output.emit("end");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(played.news()).toEqual([]);
  });

  test("that never came to be is one at once", async () => {
    const played = new Played();
    const asked = played.ask();
    played.ends({ type: "not-started", error: "ENOENT" });
    expect([await asked.now(), played.news()]).toEqual([
      "not-started ENOENT",
      ["retired", "ended by itself"],
    ]);
  });

  test("has its last line read, also where that is not ended", async () => {
    const played = new Played().connect();
    const asked = played.ask();
    played.news();
    played.says('{"id":"1","stdout":"a"}');
    expect(await asked.now()).toBe("waits");
    played.ends(exited(0));
    played.output.emit("end");
    expect([await asked.now(), played.news()]).toEqual([
      "exited 0 says a",
      ["retired", "good", "input destroyed", "output destroyed", "ended by itself"],
    ]);
  });

  test("ends the wait for what nobody waits for", async () => {
    const played = new Played().connect();
    const controller = new AbortController();
    played.ask({}, controller.signal);
    controller.abort();
    played.ends();
    await vi.advanceTimersByTimeAsync(250);
    played.news();
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(played.news()).toEqual([]);
  });
});

test("a worker says how long it has lived", async () => {
  const uptime = vi.spyOn(process, "uptime").mockReturnValue(100);
  try {
    const lived: number[] = [];
    let end = (): void => {};
    const launch: Launch = (_command, listener) => {
      end = () => listener.onEnd({ ending: exited(0), stderr: new Uint8Array(), stderrCut: false });
      return { stop() {} };
    };
    void new Worker({} as never, launch, {
      onLog() {},
      onGoodAnswer() {},
      onRetired() {},
      onEnd: (ms) => lived.push(ms),
    });
    uptime.mockReturnValue(100.5);
    end();
    expect(lived).toEqual([500]);
  } finally {
    uptime.mockRestore();
  }
});
