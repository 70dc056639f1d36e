import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readLedger, type Engine } from "snaphook/engine";
import { call, on, WaveWorkspace } from "./wave-workspace.js";

let workspace: WaveWorkspace;
beforeEach(() => {
  workspace = new WaveWorkspace();
});
afterEach(() => workspace.close());

describe("an async hook", () => {
  const file = (): string => join(workspace.root, "ledger.jsonl");
  const open = (command: string, more: object = {}, keeper = false): Engine => {
    workspace.settings(on("PreToolUse", command, { async: true, ...more }));
    return workspace.open({ trustProject: true, keeper, ledger: { file: file() } });
  };
  const records = (): object[] => [...readLedger(file())];

  test("is started and not waited for, has no vote, and the ledger has how it ended", async () => {
    const engine = open("until [ -e go ]; do sleep 0.05; done; echo done > made; exit 1");
    const fired = await engine.fire(call);
    expect(fired.reading).toMatchObject({ outcome: "proceed", toUser: [], problems: [] });
    expect(fired.hooks).toMatchObject([{ ran: true, async: true }]);
    expect(fired.hooks[0]?.run).toBeUndefined();
    workspace.write("go", "");
    await engine.drained();
    expect(readFileSync(join(workspace.project, "made"), "utf8")).toBe("done\n");
    expect([...readLedger(file())].map(({ type }) => type)).toEqual([
      "open",
      "event",
      "start",
      "verdict",
      "run",
    ]);
    expect(records().at(-1)).toMatchObject({
      type: "run",
      eventId: fired.eventId,
      async: true,
      at: `${join(workspace.project, ".wave/settings.json")}:6`,
      run: { exit: 1 },
    });
  });

  test.each([false, true])(
    "is ended with the engine and with others, with all that it started (keeper: %s)",
    async (keeper) => {
      const engine = open(`WORKSPACE=${workspace.tag} sh -c 'sleep 300 & sleep 300'`, {}, keeper);
      // Asked for, the keeper is started. The bound is against hanging only.
      for (let tries = 0; engine.usesKeeper !== keeper && tries < 10_000; tries++)
        await new Promise((wake) => setTimeout(wake, 25));
      expect(engine.usesKeeper).toBe(keeper);
      for (let count = 0; count < 2; count++) await engine.fire(call);
      const sleeping = (): number =>
        workspace.leftovers().filter((line) => /^\d+ sleep/.test(line)).length;
      for (let tries = 0; sleeping() < 4 && tries < 10_000; tries++)
        await new Promise((wake) => setTimeout(wake, 25));
      expect(sleeping()).toBe(4);
      engine.close();
      const cancelled = { type: "run", async: true, run: { cancelled: true } };
      expect(records().slice(-3)).toMatchObject([cancelled, cancelled, { type: "close" }]);
      expect(await workspace.settled()).toEqual([]);
    },
  );

  test("is reported as progress when it starts and when it ends", async () => {
    workspace.settings(on("PreToolUse", "exit 1", { async: true }));
    const seen: object[] = [];
    const engine = workspace.open({ trustProject: true, onProgress: (one) => seen.push(one) });
    const { eventId } = await engine.fire(call);
    await engine.drained();
    const [hook] = engine.settings.hooks;
    expect(seen).toMatchObject([
      { type: "run-start", eventId, hook },
      { type: "run-end", eventId, hook, run: { exit: 1 } },
    ]);
  });

  test("that tries to block is reported, with the next event and from then on", async () => {
    const engine = open("sh ./guard.sh");
    workspace.write("guard.sh", "exit 2\n");
    expect((await engine.fire(call)).reading).toMatchObject({ outcome: "proceed", problems: [] });
    await engine.drained();
    const lost = {
      code: "hook-async-guard",
      severity: "warning",
      path: "async",
      line: 6,
      found: "deny on PreToolUse, from a hook that nobody waits for",
      lost: "its vote",
    };
    const next = await engine.fire({ ...call, hook_event_name: "Notification" });
    expect(next.reading).toMatchObject({ diagnosed: true, problems: [lost] });
    expect(engine.problems).toMatchObject([lost]);
  });

  test.each([
    ["a command that blocks", "exit 2", {}, "async on a command that blocks"],
    ["onFailure", "./guard.sh", { onFailure: "block" }, "async with onFailure block"],
  ])("with %s is reported before anything runs", (_name, command, more, found) => {
    const engine = open(command, more);
    expect(engine.problems).toMatchObject([
      { code: "hook-async-guard", path: "hooks.PreToolUse[0].hooks[0].async", line: 9, found },
    ]);
  });

  test("does not run past the limit: more than `parallel` wait for their turn, and all run", async () => {
    workspace.settings({ limits: { parallel: 2 } }, ".snaphook/settings.json");
    const engine = open("echo x >> made");
    for (let count = 0; count < 6; count++) await engine.fire(call);
    await engine.drained();
    expect(readFileSync(join(workspace.project, "made"), "utf8")).toBe("x\n".repeat(6));
  });

  test("of Snaphook's own settings is the same, and only a command can be one", async () => {
    const hooks = [
      { name: "log", command: "sleep 300", async: true },
      { name: "answer", type: "json", json: { continue: false }, async: true },
    ];
    workspace.settings({ hooks: { Stop: [{ hooks }] } }, ".snaphook/settings.json");
    const engine = workspace.open({ trustProject: true });
    const { reading, hooks: ran } = await engine.fire({ hook_event_name: "Stop" });
    expect(reading.outcome).toBe("halt");
    expect(ran.map(({ name, async: isAsync }) => [name, isAsync])).toEqual([
      ["log", true],
      ["answer", undefined],
    ]);
    expect(engine.problems).toMatchObject([{ code: "setting-ignored", hook: "answer" }]);
  });

  test("that was swapped after the approval is not started", async () => {
    workspace.write("log.sh", "touch first\n");
    workspace.settings(on("PreToolUse", "sh ./log.sh", { async: true }));
    const engine = workspace.open();
    await engine.approve(engine.review());
    await engine.fire(call);
    await engine.drained();
    workspace.write("log.sh", "touch pwned\n");
    expect((await engine.fire(call)).hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
    expect(existsSync(join(workspace.project, "first"))).toBe(true);
    expect(existsSync(join(workspace.project, "pwned"))).toBe(false);
  });
});
