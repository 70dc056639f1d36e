import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Ground, never, places, texts } from "./ground.js";

let ground: Ground;
afterEach(() => ground.end());

describe.each(places)("%s", (place) => {
  beforeEach(async () => {
    ground = await Ground.open(place);
  });

  test("behind a worker that printed without end the next event has a new one", async () => {
    const before = await ground.said({ do: "count" });
    await ground.run({ do: "flood" });
    expect([before, await ground.said({ do: "count" })]).toEqual([
      { exit: 0, stdout: "1" },
      { exit: 0, stdout: "1" },
    ]);
  });

  test.each(["a runner that is closed", "a signal that is aborted"])(
    "nothing runs, and that is said: %s",
    async (what) => {
      const isClosed = what === "a runner that is closed";
      if (isClosed) ground.runner.close();
      const { cwd, timeoutMs, outputBytes } = ground.spec({});
      const bounds = { cwd, timeoutMs, outputBytes };
      const spec = { file: "echo", args: ["ran"], env: {}, stdin: "", ...bounds };
      const signal = isClosed ? never : AbortSignal.abort();
      const results = [
        await ground.runner.run(spec, signal),
        await ground.run({ do: "count" }, {}, signal),
      ];
      expect(results.map(texts)).toEqual([{ cancelled: true }, { cancelled: true }]);
    },
  );
});
