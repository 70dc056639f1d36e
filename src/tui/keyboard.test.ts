import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Keyboard } from "./keyboard.js";
import type { Key } from "./keys.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const key = (name: string): Key => ({ type: "key", name, isAlone: true });

test.each<[string, readonly (string | number)[], readonly Key[]]>([
  ["an escape alone is the key after 50 ms", ["\u001b", 50], [key("escape")]],
  ["and not before", ["\u001b", 49], []],
  ["one that begins a sequence is none", ["\u001b", 49, "[A", 100], [key("up")]],
  ["a piece in between begins the wait anew", ["\u001b", 30, "[", 30, "A", 100], [key("up")]],
  [
    "a paste waits for its end, however long that takes",
    ["\u001b[200~one", 1000, " two\u001b[20", 1000, "1~", 1000],
    [{ type: "paste", text: "one two" }],
  ],
])("%s", (_name, steps, keys) => {
  const pressed: Key[] = [];
  const keyboard = new Keyboard((one) => pressed.push(one));
  for (const step of steps) {
    if (typeof step === "string") keyboard.take(step);
    else vi.advanceTimersByTime(step);
  }
  expect(pressed).toEqual(keys);
});

test("a keyboard that is stopped presses nothing more", () => {
  const pressed: Key[] = [];
  const keyboard = new Keyboard((one) => pressed.push(one));
  keyboard.take("\u001b");
  keyboard.stop();
  vi.advanceTimersByTime(1000);
  expect([pressed, vi.getTimerCount()]).toEqual([[], 0]);
});
