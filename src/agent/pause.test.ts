import { expect, test } from "vitest";
import { Pause } from "./pause.js";

const never = new AbortController().signal;

test("steps wait in order while it is on, and pass at once while it is not", async () => {
  const pause = new Pause();
  const done: number[] = [];
  const step = (number: number): void => void pause.passed(never).then(() => done.push(number));
  step(1);
  await Promise.resolve();
  pause.pause();
  pause.pause();
  step(2);
  step(3);
  await Promise.resolve();
  expect(done).toEqual([1]);
  pause.resume();
  await new Promise((next) => setImmediate(next));
  expect(done).toEqual([1, 2, 3]);
});

test("an abort lets a step go", async () => {
  const pause = new Pause();
  pause.pause();
  const abort = new AbortController();
  const waits = pause.passed(abort.signal).then(() => "let go");
  abort.abort();
  expect(await waits).toBe("let go");
  await pause.passed(abort.signal);
});
