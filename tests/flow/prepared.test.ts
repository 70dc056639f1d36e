import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createEngine, readLedger, type Engine, type EngineOptions } from "snaphook/engine";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { leftBehind, taggedProcesses } from "../processes.js";
import { Workspace } from "../workspace.js";

// What the first event would wait for is done before it, where the host has time; whoever has none loses nothing.

let workspace: Workspace;
let file: string;
let others: ReadonlySet<string>;
beforeEach(() => {
  workspace = new Workspace();
  file = join(workspace.home, "ledger.jsonl");
  others = new Set(allKeepers());
});
afterEach(() => workspace.close());

const payload = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
const command = [{ hooks: [{ command: "true" }] }];
const json = [{ hooks: [{ type: "json" as const, json: {} }] }];

const engineOf = (options: Partial<EngineOptions>): Engine =>
  createEngine({
    ...workspace.places,
    ledger: { file },
    ...options,
  });

/** Processes of this one that start hooks, but for those of tests before. */
const keepers = (): string[] => allKeepers().filter((pid) => !others.has(pid));

function allKeepers(): string[] {
  return childrenOf(String(process.pid)).filter((pid) =>
    /\bkeeper-main\.[a-z]+$/.test(wordsOf(pid)[1] ?? ""),
  );
}

/** None where it is gone. */
function wordsOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "latin1").split("\0");
  } catch {
    return [];
  }
}

/** Shells of these keepers that wait for their first order. */
function shellsInWaiting(): string[] {
  return keepers()
    .flatMap((pid) => childrenOf(pid))
    .filter((pid) => wordsOf(pid).some((word) => word.includes("SNAPHOOK_ORDER")));
}

function childrenOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").split(" ").filter(Boolean);
  } catch {
    return [];
  }
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setTimeout(next));
};

async function until(isSo: () => boolean): Promise<void> {
  for (const begin = Date.now(); !isSo() && Date.now() - begin < 240_000;)
    await new Promise((wake) => setTimeout(wake, 20));
}

describe("before its first event", () => {
  test("an engine whose hooks are processes has its keeper and an open ledger", async () => {
    const engine = engineOf({ program: { hooks: { PreToolUse: command } } });
    expect(existsSync(file)).toBe(false);
    await until(() => keepers().length > 0 && existsSync(file));
    expect({
      started: keepers().length,
      types: [...readLedger(file)].map(({ type }) => type),
    }).toEqual({
      started: 1,
      types: ["open"],
    });
    engine.close();
    expect(await leftBehind(keepers)).toEqual([]);
  });

  test("its keeper has a shell in waiting in the project, and nothing says that a hook ran", async () => {
    const ran: string[] = [];
    const engine = engineOf({
      program: { hooks: { PreToolUse: command } },
      onProgress: ({ type }) => ran.push(type),
    });
    await until(() => shellsInWaiting().length > 0);
    expect({
      folders: shellsInWaiting().map((pid) => readlinkSync(`/proc/${pid}/cwd`)),
      types: [...readLedger(file)].map(({ type }) => type),
      ran,
    }).toEqual({ folders: [workspace.project], types: ["open"], ran: [] });
    engine.close();
    expect(await leftBehind(keepers)).toEqual([]);
  });

  test("that is so where the project's own hooks are looked at before", async () => {
    const hooks = { PreToolUse: [{ hooks: [{ command: "true" }, { command: "exit 0" }] }] };
    workspace.write(".snaphook/settings.json", JSON.stringify({ hooks }));
    const before = engineOf({ keeper: false });
    await before.approve(before.review());
    before.close();
    const engine = engineOf({});
    await until(() => shellsInWaiting().length > 0);
    expect(shellsInWaiting()).toHaveLength(1);
    engine.close();
    expect(await leftBehind(keepers)).toEqual([]);
  });

  test.each<[string, Partial<EngineOptions>, boolean]>([
    [
      "whose hooks are no processes starts none",
      { program: { hooks: { PreToolUse: json } } },
      true,
    ],
    [
      "without a keeper does nothing",
      { keeper: false, program: { hooks: { PreToolUse: command } } },
      false,
    ],
  ])("an engine %s", async (_name, options, opens) => {
    const engine = engineOf(options);
    if (opens) await until(() => existsSync(file));
    await turns(50);
    expect({ started: keepers().length, opens: existsSync(file) }).toEqual({ started: 0, opens });
    engine.close();
  });

  // Its event loop does not turn by itself: what waited for a turn would be done with the first event.
  test.each([
    ["that waits for its user is ready when the user comes", "process.stdin.resume();"],
    ["that ends at once ends, and leaves nothing", ""],
  ])("a host %s", async (_name, waits) => {
    const guards = ["true", ": two", ": three"].map((text) => ({ command: text }));
    workspace.write(
      ".snaphook/settings.json",
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: guards }] } }),
    );
    const before = createEngine(workspace.places);
    await before.approve(before.review());
    before.close();
    const options = { ...workspace.places, ledger: { file } };
    const script = `import { createEngine } from ${JSON.stringify(resolve("dist/lib/engine.js"))};
      createEngine(${JSON.stringify(options)});
      ${waits}`;
    const args = ["--input-type=module", "-e", script];
    const host = spawn(process.execPath, args, { stdio: ["pipe", "ignore", "inherit"] });
    const ended = once(host, "exit");
    const shells = (): number =>
      childrenOf(String(host.pid)).flatMap((keeper) => childrenOf(keeper)).length;
    if (waits !== "") {
      await until(() => shells() > 0);
      expect(shells()).toBe(1);
    }
    host.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(await leftBehind(() => taggedProcesses(workspace.root))).toEqual([]);
  });

  test("an engine that is closed at once has started and written nothing", async () => {
    engineOf({ program: { hooks: { PreToolUse: command } } }).close();
    await turns(50);
    expect({ started: keepers().length, opens: existsSync(file) }).toEqual({
      started: 0,
      opens: false,
    });
  });
});

test("a hook that was removed meanwhile is reported by the event, as it is without the look before", async () => {
  const script = workspace.write("guard.sh", "#!/bin/sh\nexit 2\n");
  workspace.write(
    ".snaphook/settings.json",
    JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ command: "./guard.sh" }] }] } }),
  );
  const before = engineOf({});
  await before.approve(before.review());
  const { reading: blocked } = await before.fire(payload);
  before.close();
  const engines = { prepared: engineOf({}), plain: engineOf({ keeper: false }) };
  await until(() => keepers().length > 0);
  rmSync(script);
  const outcomes = await Promise.all(
    Object.values(engines).map(async (engine) => {
      const { reading, hooks } = await engine.fire(payload);
      return { outcome: reading.outcome, ran: hooks.map(({ ran }) => ran) };
    }),
  );
  expect(blocked.outcome).toBe("block");
  expect(outcomes[0]).toEqual(outcomes[1]);
  for (const engine of Object.values(engines)) engine.close();
});
