import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Keyboard, readKeyboard } from "./keyboard.js";
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

test("a key that is pressed after all ends the wait for one escape", () => {
  const pressed: Key[] = [];
  const keyboard = new Keyboard((one) => pressed.push(one));
  keyboard.take("\u001b[");
  vi.advanceTimersByTime(50);
  keyboard.take("A");
  expect(pressed).toEqual([{ type: "text", text: "A", isAlone: true }]);
});

/** A terminal that remembers what was done to it. */
class FakeTerminal extends EventEmitter {
  readonly calls: string[] = [];
  setRawMode = (isRaw: boolean): void => void this.calls.push(`raw ${isRaw}`);
  setEncoding = (encoding: string): void => void this.calls.push(encoding);
  resume = (): void => void this.calls.push("resume");
  pause = (): void => void this.calls.push("pause");
}

test("a terminal is read until that is ended, and is then as it was", () => {
  const terminal = new FakeTerminal();
  const pressed: Key[] = [];
  let closed = 0;
  const end = readKeyboard(
    terminal,
    (one) => pressed.push(one),
    () => closed++,
  );
  expect(terminal.calls).toEqual(["raw true", "utf8", "resume"]);
  terminal.emit("data", "a");
  for (const event of ["end", "close", "error"]) terminal.emit(event);
  expect([pressed, closed]).toEqual([[{ type: "text", text: "a", isAlone: true }], 3]);
  terminal.emit("data", "\u001b");
  end();
  expect(terminal.calls.slice(3)).toEqual(["raw false", "pause"]);
  for (const event of ["data", "end", "close"]) terminal.emit(event, "b");
  vi.advanceTimersByTime(1000);
  expect([pressed.length, closed]).toEqual([1, 3]);
  // Without anybody who listens, this would throw.
  terminal.emit("error", new Error("gone"));
});

test("what has no raw mode is read as well, and one that cannot be set back any more is left", () => {
  const { setRawMode: _, ...plain } = new FakeTerminal();
  const calls: string[] = [];
  const stream = Object.assign(new EventEmitter(), plain, { pause: () => calls.push("pause") });
  readKeyboard(
    stream,
    () => {},
    () => {},
  )();
  const gone = new FakeTerminal();
  const end = readKeyboard(
    gone,
    () => {},
    () => {},
  );
  gone.setRawMode = () => {
    throw new Error("EIO");
  };
  end();
  expect([calls, gone.calls.at(-1)]).toEqual([["pause"], "pause"]);
});
