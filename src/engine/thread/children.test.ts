import { channel } from "node:diagnostics_channel";
import { EventEmitter } from "node:events";
import { beforeEach, afterEach, expect, test, vi } from "vitest";
import { childrenLeft } from "./children.js";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

/** A process, as Node says that one was started. */
class Child extends EventEmitter {
  refs = 0;

  constructor(readonly pid: number | undefined) {
    super();
    channel("child_process").publish({ process: this });
  }
  ref(): void {
    this.refs++;
  }
}

/** Whether all are gone by now. */
function watched(): () => Promise<boolean> {
  let isOver = false;
  void childrenLeft().then(() => (isOver = true));
  return async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next));
    return isOver;
  };
}

test("where no process is left there is nothing to wait for", async () => {
  const gone = new Child(1);
  gone.emit("exit");
  await childrenLeft();
  expect([gone.refs, vi.getTimerCount()]).toEqual([0, 0]);
});

test("every process is waited for, also by an event loop that nothing else keeps alive", async () => {
  const [one, two] = [new Child(1), new Child(2)];
  const isOver = watched();
  expect([await isOver(), one.refs, two.refs]).toEqual([false, 1, 1]);
  two.emit("exit");
  expect(await isOver()).toBe(false);
  one.emit("exit");
  expect([await isOver(), vi.getTimerCount()]).toEqual([true, 0]);
});

test("one that could not be started is none; one that could not be signalled is", async () => {
  const never = new Child(undefined);
  never.emit("error");
  await childrenLeft();
  expect(never.refs).toBe(0);
  const running = new Child(1);
  running.emit("error");
  const isOver = watched();
  expect(await isOver()).toBe(false);
  running.emit("exit");
  expect(await isOver()).toBe(true);
});

test("nobody waits for longer than ten seconds", async () => {
  const hangs = new Child(1);
  const isOver = watched();
  vi.advanceTimersByTime(9999);
  expect(await isOver()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(await isOver()).toBe(true);
  hangs.emit("exit");
});
