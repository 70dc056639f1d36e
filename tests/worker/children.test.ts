import { describe, expect } from "vitest";
import { taggedProcesses } from "../processes.js";
import { never, places, stdoutOf, testAt } from "./worker-workspace.js";

/** It ends at once, and what it has started would stay for ten minutes. */
const spec = {
  file: "/bin/sh",
  args: [
    "-c",
    'sleep 600 >/dev/null 2>&1 & until grep -q sleep "/proc/$!/cmdline"; do :; done; echo started',
  ],
  env: {},
  stdin: "",
  timeoutMs: 240_000,
  outputBytes: 100,
};

const sleeping = (tag: string): string[] =>
  taggedProcesses(tag).filter((line) => /^\d+ sleep 600 $/.test(line));

describe.each(places)("what a process has started, %s", (place) => {
  const test = testAt(place);

  test("stays when it has ended by itself", async ({ workspace }) => {
    const { runner, project: cwd, tag } = workspace;
    expect(stdoutOf(await runner.run({ ...spec, cwd }, never))).toBe("started\n");
    const [child = "", ...others] = sleeping(tag);
    process.kill(Number.parseInt(child, 10));
    expect(others).toEqual([]);
  });

  test("ends with it where the run takes its children", async ({ workspace }) => {
    const { runner, project: cwd, tag } = workspace;
    const result = await runner.run({ ...spec, cwd, takesChildren: true }, never);
    expect([stdoutOf(result), result.ending]).toEqual(["started\n", { type: "exited", code: 0 }]);
    expect(sleeping(tag)).toEqual([]);
  });
});
