import { describe, expect } from "vitest";
import { fire, outcomeOf, testModules as test } from "../module/module-workspace.js";

describe.concurrent.each([true, false])("with a keeper: %s", (keeper) => {
  test("answers of several threads at once do not mix, however large they are", async ({
    workspace,
  }) => {
    workspace.write(
      "hook.mjs",
      `export default (e) => ({ decision: "block", reason: e.tool_input.command.repeat(90_000) });`,
    );
    const engine = workspace.engine({ type: "module", module: "hook.mjs" }, "PreToolUse", keeper);
    for (let round = 0; round < 5; round++) {
      const commands = ["a", "b", "c", "d"];
      const fired = await Promise.all(
        commands.map((command) => fire(engine, { tool_input: { command } })),
      );
      const reasons = fired.map((one) => {
        const { outcome, failed, toModel } = outcomeOf(one);
        return { outcome, failed, reason: toModel[0]?.slice(0, 3) };
      });
      expect(reasons).toEqual(
        commands.map((command) => ({
          outcome: "block",
          failed: false,
          reason: command.repeat(3),
        })),
      );
    }
  });

  test("nor does an answer mix with that of a thread that is ended while it speaks", async ({
    workspace,
  }) => {
    workspace.write(
      "hook.mjs",
      `export default async (e) => {
         const { command } = e.tool_input;
         if (command !== "quick") await new Promise((wake) => setTimeout(wake, 100));
         return { decision: "block", reason: command.repeat(command === "quick" ? 1 : 80_000) };
       };`,
    );
    const engine = workspace.engine({ type: "module", module: "hook.mjs" }, "PreToolUse", keeper);
    await fire(engine, { tool_input: { command: "quick" } });
    for (let round = 0; round < 20; round++) {
      const controller = new AbortController();
      const long = engine.fire(
        { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "x" } },
        { signal: controller.signal },
      );
      await new Promise((wake) => setTimeout(wake, 95 + round));
      const quick = fire(engine, { tool_input: { command: "quick" } });
      controller.abort();
      expect(outcomeOf(await quick)).toMatchObject({ outcome: "block", failed: false });
      await long;
    }
  });
});
