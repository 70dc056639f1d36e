import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WorkerWorkspace, never, places, texts } from "./worker-workspace.js";

let workspace: WorkerWorkspace;
afterEach(() => workspace.end());

describe.each(places)("%s", (place) => {
  beforeEach(async () => {
    workspace = await WorkerWorkspace.open(place);
  });

  test("behind a worker that printed without end the next event has a new one", async () => {
    const before = await workspace.said({ do: "count" });
    await workspace.run({ do: "flood" });
    expect([before, await workspace.said({ do: "count" })]).toEqual([
      { exit: 0, stdout: "1" },
      { exit: 0, stdout: "1" },
    ]);
  });

  test.each(["a runner that is closed", "a signal that is aborted"])(
    "nothing runs, and that is said: %s",
    async (what) => {
      const isClosed = what === "a runner that is closed";
      if (isClosed) workspace.runner.close();
      const { cwd, timeoutMs, outputBytes } = workspace.spec({});
      const bounds = { cwd, timeoutMs, outputBytes };
      const spec = { file: "echo", args: ["ran"], env: {}, stdin: "", ...bounds };
      const signal = isClosed ? never : AbortSignal.abort();
      const results = [
        await workspace.runner.run(spec, signal),
        await workspace.run({ do: "count" }, {}, signal),
      ];
      expect(results.map(texts)).toEqual([{ cancelled: true }, { cancelled: true }]);
    },
  );
});
