import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { controlsOf, type Controls } from "./controls.js";
import { FakeSession } from "./fake-session.test-support.js";
import { TerminalController } from "./terminal-controller.js";

let session: FakeSession;
let controller: TerminalController;
let controls: Controls;
beforeEach(() => {
  vi.useFakeTimers();
  session = new FakeSession();
  controller = new TerminalController(session.asSession, { now: () => 0, guardMs: 0 });
  controls = controlsOf(controller);
});
afterEach(async () => {
  await controller.close("quit");
  vi.useRealTimers();
});

const inTheBox = (): string => controller.store.get().prompt.buffer.text;
const asked = { toolName: "Bash", toolId: "c", input: {}, original: {}, reasons: [] };

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  return settled;
}

test("a text is typed letter by letter, with a pause after each", async () => {
  const typed = controls.type("a😀b", 100);
  const seen = [inTheBox()];
  for (const ms of [99, 1, 100, 99]) {
    await vi.advanceTimersByTimeAsync(ms);
    seen.push(inTheBox());
  }
  expect([seen, await isSettled(typed)]).toEqual([["a", "a", "a😀", "a😀b", "a😀b"], false]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isSettled(typed)).toBe(true);
});

test("keys are pressed, prompts sent, captions shown, and the session is quit", async () => {
  session.end = { type: "stopped" };
  controls.press("a\u001b[D");
  controls.press("b");
  expect(inTheBox()).toBe("ba");
  expect([await controls.submit("hello"), session.calls]).toEqual([
    { type: "stopped" },
    ["submit hello"],
  ]);
  controls.note("Now a hook blocks");
  expect(controller.store.get().transcript.printed).toEqual([
    { type: "note", id: 1, note: { kind: "caption", text: "Now a hook blocks" } },
  ]);
  controls.quit();
  expect(await controller.ended).toBe("quit");
});

test("what is waited for is there at once, or when it comes", async () => {
  expect(await isSettled(controls.until("idle"))).toBe(true);
  const question = controls.until("permission");
  session.busy(true);
  const idle = controls.until("idle");
  expect([await isSettled(question), await isSettled(idle)]).toEqual([false, false]);
  const answer = session.permissions.ask(asked, new AbortController().signal);
  expect([await isSettled(question), await isSettled(idle)]).toEqual([true, false]);
  session.busy(false);
  // The question is still open.
  expect(await isSettled(idle)).toBe(false);
  controls.press("n");
  expect([(await answer).decision, await isSettled(idle)]).toEqual(["deny", true]);
});
