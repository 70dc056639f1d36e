import { createEngine as create, type Engine, type EngineOptions } from "snaphook/engine";

/** With `SNAPHOOK_TEST_THREAD=1` engines run in a thread of their own: the same must hold there. */
export const inThread = process.env["SNAPHOOK_TEST_THREAD"] === "1";

export function createEngine(options: EngineOptions): Engine {
  const engine = create({ thread: inThread, ...options });
  // The thread reads them when it has started, and a test may change the files next.
  void engine.settings;
  return engine;
}
