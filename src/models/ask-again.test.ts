import { expect, it } from "vitest";
import { askAgain } from "./ask-again.js";
import { ModelError } from "./model.js";

// Without the signal it would wait for half a minute, which is more than the test may take.
it("notices an abort while it waits to ask again", { timeout: 20_000, retry: 5 }, async () => {
  const stop = new AbortController();
  let asked = 0;
  const answer = askAgain(
    async () => {
      asked += 1;
      throw new Error("too many requests");
    },
    () => {
      // The wait has begun when this is run.
      setImmediate(() => stop.abort());
      return { error: new ModelError("Slow down.", "rate-limit"), waitMs: 50_000 };
    },
    stop.signal,
  );
  await expect(answer).rejects.toMatchObject({ name: "AbortError" });
  expect(asked).toBe(1);
});
