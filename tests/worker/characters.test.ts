import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ProcessResult } from "../../src/run/index.js";
import { builtRun } from "../built-run.js";
import { WorkerWorkspace, never, places, texts } from "./worker-workspace.js";

let workspace: WorkerWorkspace;
afterEach(() => workspace.end());

/** Long enough to be read in several chunks; three bytes each, so that of three beginnings two are cut inside of one. */
const long = "✓".repeat(100_000);
const outputBytes = 1_000_000;

type Kind = "a program" | "a worker" | "a module";

/** Gives an event to a hook that answers with the event, and gives back what it came to. */
async function echo(kind: Kind, event: object): Promise<ProcessResult> {
  if (kind === "a worker") return workspace.run({ do: "echo", ...event }, { outputBytes });
  if (kind === "a module") {
    const module = join(workspace.project, "echo.mjs");
    writeFileSync(module, "export default (event) => event;");
    return workspace.run(event, { ...builtRun.moduleProgram(module, 128), outputBytes });
  }
  const { cwd, file, timeoutMs } = workspace.spec({});
  const args = ["-e", "process.stdin.pipe(process.stdout)"];
  const stdin = JSON.stringify(event);
  return workspace.runner.run({ file, args, cwd, env: {}, stdin, timeoutMs, outputBytes }, never);
}

describe.each(places)("%s", (place) => {
  beforeEach(async () => {
    workspace = await WorkerWorkspace.open(place);
  });

  test.each<[Kind, object]>([
    ["a program", {}],
    ["a worker", { do: "echo" }],
    ["a module", {}],
  ])("no character is lost where chunks end inside of it, to and from %s", async (kind, given) => {
    for (const begin of ["", ".", ".."]) {
      const event = { ...given, text: `${begin}${long}` };
      expect(texts(await echo(kind, event))).toEqual({ exit: 0, stdout: JSON.stringify(event) });
    }
  });
});
