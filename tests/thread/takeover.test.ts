import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Approvals, Engine, HookTrust } from "snaphook/engine";
import { fire, ThreadWorkspace } from "./thread-workspace.js";

// A thread that takes over knows what the one before it knew: the session is the same.

let workspace: ThreadWorkspace;
beforeEach(() => {
  workspace = new ThreadWorkspace();
});
afterEach(() => workspace.close());

const outcome = async (engine: Engine, event?: string): Promise<string> =>
  (await fire(engine, event)).reading.outcome;

/** Ends the thread and waits until another one answers. */
async function replaced(engine: Engine): Promise<void> {
  await workspace.thread.terminate();
  await engine.refresh();
  expect(workspace.threadCount).toBeGreaterThan(1);
}

function projectHook(hook: object): void {
  const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ name: "guard", ...hook }] }] } });
  workspace.write(".snaphook/settings.json", text);
}

describe("after a takeover", () => {
  test("settings that changed on disk meanwhile still wait for reload", async () => {
    const write = (code: number): void =>
      workspace.write(join(workspace.home, "settings.json"), settingsOf(`exit ${code}`)) as never;
    write(2);
    const engine = workspace.open({});
    expect(await outcome(engine, "Stop")).toBe("block");
    const { settings } = engine;
    write(0);
    await replaced(engine);
    expect(await outcome(engine, "Stop")).toBe("block");
    expect(engine.settings).toEqual(settings);
    engine.reload();
    expect(await outcome(engine, "Stop")).toBe("proceed");
  });

  test("what was approved in this session is approved, also where its files are not known", async () => {
    projectHook({ command: 'sh "$(cat which)"; exit 2' });
    const engine = workspace.open({});
    const looked = engine.review();
    expect(looked[0]?.fingerprint.notKnown).not.toEqual([]);
    await engine.approve(looked);
    expect(await outcome(engine)).toBe("block");
    await replaced(engine);
    expect(await outcome(engine)).toBe("block");
    expect(engine.review()[0]?.state).toBe("approved");
  });

  test("what was refused is not shown again", async () => {
    projectHook({ command: "exit 2" });
    let shown = 0;
    const onReview = (): readonly HookTrust[] => {
      shown++;
      return [];
    };
    const engine = workspace.open({}, { onReview });
    await outcome(engine);
    await replaced(engine);
    await outcome(engine);
    expect(shown).toBe(1);
  });

  test("what the user has permitted is permitted", async () => {
    const program = { permissions: { ask: ["Bash(ls)"] } };
    const engine = workspace.open({}, { program });
    expect((await fire(engine)).reading.permission).toBe("ask");
    await engine.grant({ tool: "Bash", input: { command: "ls" } });
    await replaced(engine);
    expect((await fire(engine)).reading.permission).toBe("allow");
  });

  test("Stop hooks have kept the agent going as often as they had", async () => {
    const engine = workspace.open({
      Stop: { type: "json", json: { decision: "block", reason: "more" } },
    });
    for (let times = 0; times < 8; times++) expect(await outcome(engine, "Stop")).toBe("block");
    await replaced(engine);
    expect(await outcome(engine, "Stop")).toBe("proceed");
  });

  test("a guard blocks whose store of approvals has become unusable", async () => {
    projectHook({ command: "exit 0", onFailure: "block" });
    const held: { value: Approvals | Error } = { value: { hooks: null, seen: {} } };
    const approvals = {
      read: () => {
        if (held.value instanceof Error) throw held.value;
        return held.value;
      },
      change: (_: string, alter: (before: Approvals) => Approvals) => {
        held.value = alter(held.value as Approvals);
      },
      text: () => null,
    };
    const engine = workspace.open({}, { approvals });
    await engine.refresh();
    await engine.approve(engine.review());
    expect(await outcome(engine)).toBe("proceed");
    held.value = new Error("gone");
    await replaced(engine);
    expect(await outcome(engine)).toBe("block");
  });

  test("functions of the host are called, and those that ran have got an abort", async () => {
    let aborted: () => void;
    const wasAborted = new Promise<void>((resolve) => (aborted = resolve));
    const running: (() => void)[] = [];
    const begun = new Promise<void>((resolve) => running.push(resolve));
    let calls = 0;
    const engine = workspace.open({
      PreToolUse: {
        type: "function",
        run: (
          _: object,
          { signal, deny }: { signal: AbortSignal; deny: (why: string) => object },
        ) => {
          if (++calls > 1) return deny("again");
          signal.addEventListener("abort", () => aborted());
          running[0]?.();
          return new Promise(() => {});
        },
      },
    });
    const open = fire(engine);
    await begun;
    await workspace.thread.terminate();
    expect((await open).reading.outcome).toBe("halt");
    await wasAborted;
    expect(await outcome(engine)).toBe("block");
  });

  test("a review that was open is asked for again", async () => {
    projectHook({ command: "exit 2" });
    let ask: () => void = () => {};
    const asked = new Promise<void>((resolve) => (ask = resolve));
    let times = 0;
    const onReview = (hooks: readonly HookTrust[]): Promise<readonly HookTrust[]> => {
      ask();
      return ++times === 1 ? new Promise(() => {}) : Promise.resolve(hooks);
    };
    const engine = workspace.open({}, { onReview });
    const open = fire(engine);
    await asked;
    await workspace.thread.terminate();
    expect((await open).reading.outcome).toBe("halt");
    expect(await outcome(engine)).toBe("block");
  });
});

function settingsOf(command: string): string {
  return JSON.stringify({ hooks: { Stop: [{ hooks: [{ command }] }] } });
}
