import { beforeEach, describe, expect, test } from "vitest";
import type { HookTrust } from "../../trust/index.js";
import type { EngineOptions } from "../engine.js";
import { programSettings } from "../settings.test-support.js";
import { HostFunctions } from "./host-code.js";
import type { Result } from "./messages.js";
import { PlayedThreads } from "./played-threads.test-support.js";
import { ThreadedEngine } from "./threaded-engine.js";
import { HookWire } from "./wire-hook.js";

// The host's side of an engine in a thread, with threads that say what the test wants.

let threads: PlayedThreads;
let made: number;
beforeEach(() => {
  made = 0;
});

function open(options: Partial<EngineOptions> = {}): ThreadedEngine {
  return new ThreadedEngine({ projectDir: "/p", ...options }, (parts) => {
    made++;
    threads = new PlayedThreads(parts);
    return threads;
  });
}

const ok = (value: unknown): Result => ({ ok: true, value });
const failed = (error: unknown): Result => ({ ok: false, error });
const stop = { hook_event_name: "Stop", session_id: "s" };
const wire = new HookWire(new HostFunctions());
const settings = programSettings({ hooks: { Stop: [{ hooks: [{ command: "exit 2" }] }] } });
const [hook] = settings.hooks;
if (hook === undefined) throw new Error("no hook");
const read = { settings: wire.settingsTo(settings), announced: [], isPartial: false };
const lossOf = (found: string): object => ({
  code: "engine-thread-lost",
  severity: "error",
  hook: "",
  path: "",
  found,
  file: null,
  line: null,
});
const trust = {
  hook,
  state: "new",
  fingerprint: { sha256: "5", states: [] },
} as never as HookTrust;
const fired = {
  event: "Stop",
  dialect: "wave",
  reading: { outcome: "block" },
  hooks: [],
  ruling: null,
};

test("a mistake of the host's is thrown before there is any thread", () => {
  const program = { hooks: { Stop: [{ hooks: [{}] }] } } as never;
  expect(() => open({ program })).toThrow(/^createEngine: program\.hooks/);
  expect(() => open({ dialect: "nope" })).toThrow('unknown dialect "nope"');
  expect(() => open({ only: () => true })).toThrow(TypeError);
  open({ dialect: "gosu", program: { hooks: {} } });
  expect([made, threads.parts.options]).toMatchObject([1, { projectDir: "/p", dialect: "gosu" }]);
});

test("each thread gets the host's code, and asks by it", async () => {
  open({ grants: { has: (call) => call === "c", add() {} } });
  const code = threads.parts.newCode(() => null);
  expect(await code.call(0, { method: "grants.has", call: "c" })).toEqual(ok(true));
});

describe("the settings", () => {
  test("are asked for until they are known", () => {
    const engine = open();
    expect(() => engine.settings).toThrow(new Error("the settings are not known yet"));
    threads.parts.onMemory({});
    threads.parts.onMemory({ read: null });
    threads.answer = () => threads.parts.onMemory({ read });
    expect(engine.settings).toEqual(settings);
    expect(engine.settings).toEqual(settings);
    expect(threads.asked).toEqual([{ method: "start" }, { method: "start" }]);
  });

  test("are read again with what the program says now", () => {
    const program = { hooks: {} as Record<string, []> };
    const engine = open({ program });
    threads.answer = () => threads.parts.onMemory({ read });
    program.hooks["Stop"] = [];
    expect(engine.reload()).toEqual(settings);
    expect(threads.asked).toEqual([
      { method: "reload", program: { settings: { hooks: { Stop: [] } }, functions: [] } },
    ]);
    const without = open();
    threads.answer = () => threads.parts.onMemory({ read });
    without.reload();
    expect(threads.asked).toEqual([{ method: "reload", program: null }]);
  });
});

describe("an event", () => {
  test("is sent, and comes back with its rules and with problems that are looked up", async () => {
    const engine = open();
    const pending = engine.fire(stop);
    const [{ eventId = "" }] = threads.sent as [{ eventId?: string }];
    expect(eventId).toMatch(/^[0-9a-z]+-[0-9a-z]+-[0-9a-z]+$/);
    expect(threads.sent).toEqual([
      { type: "fire", id: 0, eventId, payload: stop, isAborted: false },
    ]);
    const source = { layer: "user", list: "deny", text: "Bash(rm *)", file: null, line: null };
    const ruling = { decision: "deny", rule: source, why: "it says so", considered: [] };
    threads.end(0, ok({ ...fired, eventId, ruling }));
    const came = await pending;
    expect(threads.asked).toEqual([]);
    expect(came.problems).toBe(null);
    expect(threads.asked).toEqual([{ method: "problems" }]);
    expect(came).toMatchObject({ ...fired, eventId, ruling: { rule: { source } } });
    expect(threads.requests).toHaveLength(1);
    const none = engine.fire(stop);
    threads.end(1, ok(fired));
    expect((await none).ruling).toBe(null);
  });

  test("with hooks that nobody waits for keeps the host alive for them", async () => {
    const engine = open();
    const pending = engine.fire(stop);
    threads.end(0, ok({ ...fired, hooks: [{ name: "a" }, { name: "b", async: true }] }));
    await pending;
    expect(threads.sent[1]).toEqual({ type: "call", id: 1, call: { method: "drained" } });
  });

  test("that failed there fails here", async () => {
    const pending = open().fire(stop);
    threads.end(0, failed(new TypeError("no name")));
    await expect(pending).rejects.toThrow(new TypeError("no name"));
  });

  test("whose thread is lost halts, and that is recorded", async () => {
    const engine = open();
    const pending = engine.fire(stop);
    const [{ eventId }] = threads.sent as [{ eventId: string }];
    threads.lose(0, "ended with code 7");
    const { reading, ...rest } = await pending;
    expect(rest).toMatchObject({
      eventId,
      event: "Stop",
      dialect: "wave",
      hooks: [],
      ruling: null,
    });
    expect(reading).toMatchObject({ outcome: "halt", problems: [lossOf("ended with code 7")] });
    expect(threads.recorded).toEqual([{ eventId, reading }]);
  });

  test("that is lost is read as the host says, else as the settings say", async () => {
    const dialectOf = async (engine: ThreadedEngine): Promise<string> => {
      const pending = engine.fire(stop);
      threads.lose(0, "ended");
      return (await pending).dialect;
    };
    const known = { ...read, settings: { ...read.settings, dialect: "gosu" } };
    const engine = open();
    threads.parts.onMemory({ read: known });
    expect(await dialectOf(engine)).toBe("gosu");
    const other = open({ dialect: "wave" });
    threads.parts.onMemory({ read: known });
    expect(await dialectOf(other)).toBe("wave");
  });

  test("that cannot be sent halts", async () => {
    let deep: object = {};
    for (let level = 0; level < 600; level++) deep = { deep };
    const { reading } = await open().fire({ ...stop, tool_input: deep });
    const why = "cannot be sent this event (RangeError: nested deeper than 500 levels)";
    expect(reading).toMatchObject({ outcome: "halt", problems: [lossOf(why)] });
    expect([threads.requests.length, threads.recorded.length]).toEqual([0, 1]);
  });

  test("is aborted with its signal, until it is over", async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): number => warnings.push(warning);
    process.on("warning", warned);
    const engine = open();
    const abort = new AbortController();
    const { signal } = abort;
    const all = Array.from({ length: 20 }, () => engine.fire(stop, { signal }));
    threads.end(0, ok(fired));
    await all[0];
    abort.abort();
    expect(threads.aborted).toEqual(Array.from({ length: 19 }, (_, at) => at + 1));
    for (const at of all.keys()) threads.end(at, ok(fired));
    await Promise.all(all);
    void engine.fire(stop, { signal });
    expect(threads.sent[20]).toMatchObject({ type: "fire", isAborted: true });
    await new Promise((turn) => setImmediate(turn));
    process.off("warning", warned);
    expect(warnings).toEqual([]);
  });
});

describe("what is asked", () => {
  test("is a message of its own", () => {
    const engine = open();
    const planned = { hook, matches: true, why: "it fits" };
    threads.answer = ({ method }) => {
      if (method === "preview") return [wire.plannedTo(planned)];
      return method === "review" ? [wire.trustTo(trust)] : true;
    };
    expect(engine.preview(stop)).toEqual([planned]);
    expect(engine.review()).toEqual([trust]);
    expect(engine.usesKeeper).toBe(true);
    expect(threads.asked).toEqual([
      { method: "preview", payload: stop },
      { method: "review" },
      { method: "usesKeeper" },
    ]);
  });

  test("of the rules is no where it cannot be asked", () => {
    const engine = open();
    const call = { tool: "Bash", input: { command: "ls" } };
    threads.answer = () => ({ decision: "allow", rule: null, why: "", considered: [] });
    expect(engine.judge(call).decision).toBe("allow");
    threads.answer = () => {
      throw new Error("the engine's thread ended");
    };
    expect(engine.judge(call)).toEqual({
      decision: "deny",
      rule: null,
      why: "No rule could be asked: the engine's thread ended.",
      bySelfProtection: false,
      considered: [],
    });
    expect(threads.asked).toEqual([
      { method: "judge", call },
      { method: "judge", call },
    ]);
  });

  test("of problems has the last loss of a thread, too", () => {
    const engine = open();
    threads.answer = () => [{ code: "other" }];
    expect(engine.problems).toEqual([{ code: "other" }]);
    threads.lastLoss = "ended";
    expect(engine.problems).toEqual([{ code: "other" }, lossOf("ended")]);
  });
});

describe("what is done", () => {
  const call = { tool: "Bash", input: {} };
  const answer = { decision: "allow" } as const;
  const all: readonly [name: string, run: (engine: ThreadedEngine) => unknown, call: object][] = [
    ["approve", (engine) => engine.approve([trust]), { looked: [wire.trustTo(trust)] }],
    ["revoke", (engine) => engine.revoke(["a"]), { ids: ["a"] }],
    ["grant", (engine) => engine.grant(call), { call }],
    [
      "recordPermission",
      (engine) => engine.recordPermission("e", answer),
      { eventId: "e", answer },
    ],
    ["refresh", (engine) => engine.refresh(), {}],
    ["drained", (engine) => engine.drained(), {}],
  ];
  test.each(all)("%s is a message, and ends when the thread says so", async (method, run, more) => {
    const given = run(open());
    expect(threads.sent).toEqual([{ type: "call", id: 0, call: { method, ...more } }]);
    threads.end(0, ok(3));
    expect(await given).toBe(method === "revoke" ? 3 : undefined);
  });

  test.each(all)("%s fails as it failed there, or with the thread", async (method, run) => {
    const isQuiet = method === "recordPermission";
    const given = run(open());
    threads.end(0, failed(new Error("no disk")));
    if (!isQuiet) await expect(given).rejects.toThrow("no disk");
    const engine = open();
    const lost = run(engine);
    threads.lose(0, "ended");
    engine.close();
    const late = run(engine);
    expect(threads.requests).toHaveLength(1);
    for (const [one, why] of [
      [lost, "ended"],
      [late, "is closed"],
    ] as const)
      if (["refresh", "drained", "recordPermission"].includes(method))
        expect(await one).toBeUndefined();
      else await expect(one).rejects.toThrow(new Error(`the engine's thread ${why}`));
  });
});

describe("news", () => {
  const run = { exit: 0 };
  const progress = (eventId: string) => ({
    type: "progress" as const,
    progress: { type: "run-end" as const, eventId, hook: wire.hookTo(hook), run, ms: 7 },
  });
  const trouble = { kind: "unopened", message: "m" } as never;
  const record = { time: "t", type: "event" };
  const news = [
    progress("e"),
    { type: "settings-change", settings: wire.settingsTo(settings) },
    { type: "record", record },
    { type: "trouble", trouble },
  ] as const;

  test("are for whoever listens", () => {
    const seen: unknown[] = [];
    const take = (one: unknown): void => void seen.push(one);
    open({
      onProgress: take,
      onSettingsChange: take,
      ledger: { file: "/l", onRecord: take, onTrouble: take },
    });
    for (const one of news) threads.parts.onNews(one);
    expect(seen).toEqual([
      { type: "run-end", eventId: "e", hook, run, ms: 7 },
      settings,
      record,
      trouble,
    ]);
  });

  test("are for nobody where nobody listens", () => {
    open({ ledger: { file: "/l" } });
    for (const one of news) expect(() => threads.parts.onNews(one)).not.toThrow();
  });

  test("of progress that a listener cannot take fail the event, which is aborted", async () => {
    const onProgress = (): never => {
      throw new Error("no room");
    };
    const engine = open({ onProgress });
    const pending = engine.fire(stop);
    const [{ eventId }] = threads.sent as [{ eventId: string }];
    threads.parts.onNews(progress(eventId));
    await expect(pending).rejects.toThrow("no room");
    expect(threads.aborted).toEqual([0]);
    threads.end(0, ok(fired));
    expect(() => threads.parts.onNews(progress(eventId))).toThrow("no room");
  });
});

describe("closed", () => {
  test("an engine asks nothing any more, and keeps what was known", async () => {
    const engine = open();
    threads.parts.onMemory({ read });
    threads.lastWords = [{ code: "last" }];
    engine.close();
    engine.close();
    threads.lastLoss = null;
    expect([threads.closes, engine.problems, engine.usesKeeper]).toEqual([
      1,
      [{ code: "last" }],
      false,
    ]);
    expect(engine.settings).toEqual(settings);
    expect(() => engine.review()).toThrow(new Error("the engine is closed"));
    const { reading, problems } = await engine.fire(stop);
    expect([reading.problems, problems]).toEqual([[lossOf("is closed")], [{ code: "last" }]]);
    expect([threads.asked, threads.requests, threads.recorded]).toEqual([[], [], []]);
  });

  test("without a last word it has no problems", () => {
    const engine = open();
    engine.close();
    expect(engine.problems).toEqual([]);
  });
});
