import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, it } from "vitest";
import { askAgain } from "./ask-again.js";
import { ModelError } from "./model.js";

it("notices an abort while it waits to ask again", async () => {
  const stop = new AbortController();
  let asked = 0;
  const answer = askAgain(
    async () => {
      asked += 1;
      throw new Error("too many requests");
    },
    () => ({ error: new ModelError("Slow down.", "rate-limit"), waitMs: 60_000 }),
    stop.signal,
  ).catch((error: Error) => error.name);
  // After a turn of the event loop the wait has begun, and one turn after the abort it is over.
  await nextTurn();
  stop.abort();
  expect(await Promise.race([answer, nextTurn("it waits on")])).toBe("AbortError");
  expect(asked).toBe(1);
});
