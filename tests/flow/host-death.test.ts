import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { FlowWorkspace, places } from "./flow-workspace.js";

const pause = (ms: number): Promise<void> => new Promise((wake) => setTimeout(wake, ms));

test.each(places)("kill -9 of the host leaves no hook behind (%s)", async (place) => {
  const workspace = new FlowWorkspace(place);
  const host = spawn(
    process.execPath,
    ["tests/flow/fixtures/host.mjs", workspace.project, place, workspace.tag],
    { stdio: "ignore" },
  );
  const gone = new Promise((resolve) => host.once("exit", resolve));
  for (let tries = 0; !existsSync(join(workspace.project, "ready")); tries++) {
    if (tries > 10_000) throw new Error("the hooks did not start");
    await pause(25);
  }
  expect(workspace.leftovers().length).toBeGreaterThanOrEqual(4);
  host.kill("SIGKILL");
  await gone;
  for (let tries = 0; tries < 10_000 && workspace.leftovers().length > 0; tries++) await pause(25);
  expect(workspace.leftovers()).toEqual([]);
});
