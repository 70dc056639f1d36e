import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "snaphook/engine";
import { fire, ModuleWorkspace } from "../module/module-workspace.js";

let workspace: ModuleWorkspace;
beforeEach(() => {
  workspace = new ModuleWorkspace();
});
afterEach(async () => {
  await workspace.end();
});

async function keeperOf(engine: Engine): Promise<void> {
  for (let tries = 0; !engine.usesKeeper && tries < 10_000; tries++)
    await new Promise((wake) => setTimeout(wake, 25));
}

const loops = `export default () => new Promise(() => {});`;

describe("an engine that is closed while an event is under way", () => {
  test.each([
    ["a program", { type: "command", command: "sleep 300" }],
    ["a worker", { type: "worker", command: "sleep 300" }],
    ["a module", { type: "module", module: "hook.mjs" }],
  ])("halts it, and does not leave whoever waits for it waiting: %s", async (_what, hook) => {
    workspace.write("hook.mjs", loops);
    const engine = workspace.engine({ ...hook, timeout: 200 }, "PreToolUse", true);
    await keeperOf(engine);
    const fired = fire(engine);
    await new Promise((wake) => setTimeout(wake, 300));
    engine.close();
    const { reading } = await fired;
    expect({ outcome: reading.outcome, failed: reading.failed }).toEqual({
      outcome: "halt",
      failed: true,
    });
    expect(await workspace.settled()).toEqual([]);
  });

  test("starts nothing more", async () => {
    const marked = { env: { WORKSPACE: workspace.tag }, timeout: 200 };
    const hooks = ["sleep 300", "touch started"].map((command) => ({
      ...marked,
      command,
      sequential: true,
    }));
    const engine = workspace.open({ program: { hooks: { PreToolUse: [{ hooks }] } } });
    await keeperOf(engine);
    const fired = fire(engine);
    await new Promise((wake) => setTimeout(wake, 300));
    engine.close();
    const { hooks: reports } = await fired;
    expect(reports.map(({ run }) => run?.cancelled)).toEqual([true, true]);
    expect(engine.usesKeeper).toBe(false);
    await new Promise((wake) => setTimeout(wake, 500));
    expect(engine.usesKeeper).toBe(false);
  });
});
