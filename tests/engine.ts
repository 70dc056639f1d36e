import { describe } from "vitest";
import { createEngine as create, type Engine, type EngineOptions } from "snaphook/engine";

/** With `SNAPHOOK_TEST_THREAD=1` engines run in a thread of their own: the same must hold there. */
export const inThread = process.env["SNAPHOOK_TEST_THREAD"] === "1";

export function createEngine(options: EngineOptions): Engine {
  const engine = create({ thread: inThread, ...options });
  // The thread reads them when it has started, and a test may change the files next.
  void engine.settings;
  return engine;
}

/** For tests that wait at the same time. Where engines are in threads, one that waits for its thread holds up the others. */
export const together: typeof describe.concurrent = inThread ? describe : describe.concurrent;
