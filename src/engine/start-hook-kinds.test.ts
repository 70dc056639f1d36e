import { describe, expect, test } from "vitest";
import type { Hook } from "../config/index.js";
import { findDialect } from "../dialects/index.js";
import type { Payload } from "../payload/index.js";
import { moduleProgram, type ProcessResult } from "../run/index.js";
import { eventContext } from "./event-context.js";
import { programHooks, programSettings } from "./settings.test-support.js";
import { HookStarter } from "./start-hook.js";

// What each type of hook is started with, and what is kept of what it printed.

const base = programSettings({});
const settings = {
  ...base,
  limits: { ...base.limits, outputBytes: 10 },
  httpHosts: ["example.org"],
  httpVariables: ["TOKEN"],
};
const environment = { TOKEN: "t", SECRET: "s", LANG: "C" };
const shared = { LANG: "C", SNAPHOOK_PROJECT_DIR: "/p" };
const silence: ProcessResult = {
  ending: { type: "exited", code: 0 },
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  cut: false,
  stderrCut: false,
  ms: 7,
};

interface How {
  readonly payload?: Payload;
  readonly signal?: AbortSignal;
  readonly result?: Partial<ProcessResult>;
  readonly isTrusted?: boolean;
  readonly ofHook?: object;
}

/** Starts a hook, and says with what, and how that was reported. */
async function started(entry: object, how: How = {}) {
  const { payload = { hook_event_name: "Stop", session_id: "s" }, result, ofHook, isTrusted } = how;
  const [found] = programHooks("Stop", entry);
  if (found === undefined) throw new Error("no hook");
  const hook: Hook = { ...found, ...ofHook };
  const calls: unknown[] = [];
  const run =
    (kind: string) =>
    (...call: unknown[]) => {
      calls.push([kind, ...call]);
      return Promise.resolve({ ...silence, ...result });
    };
  const ofTrusted = (given: unknown): void => expect(given).toBe(trust);
  const trust = {};
  const parts = {
    runner: { run: run("process"), workers: { run: run("worker") }, usesKeeper: false },
    http: { run: run("http") },
    functions: { call: run("function") },
    warm: { keyOf: (one: Hook, given: unknown) => `${one.name}#${given === undefined ? 0 : 1}` },
    project: {
      startOf: (given: unknown) => (ofTrusted(given), { ...hook.action, command: "the copy" }),
      variablesOf: (given: unknown) => (ofTrusted(given), { PATH: "/trusted" }),
      settle: (given: unknown) => (ofTrusted(given), null),
      changedSince: (given: unknown) => (ofTrusted(given), null),
      markOf: () => null,
      bundleFault: () => null,
    },
    projectDir: "/p",
    environment,
    shared: () => shared,
  };
  const { signal = new AbortController().signal } = how;
  const context = eventContext(payload, settings, findDialect("gosu"), { eventId: "e", signal });
  const planned = { hook, matches: true, why: "", ...(isTrusted === true && { trust }) };
  const starter = new HookStarter(parts as never);
  const { run: ran, ms } = await starter.start(planned as never, payload, context);
  return { calls, ran, ms, signal, starter };
}

const event = '{"hook_event_name":"Stop","session_id":"s"}';
const bounds = { timeoutMs: 9000, outputBytes: 10 };
const common = { name: "guard", timeout: 9 };
const command = { ...common, command: "a" };
const own = { SNAPHOOK_EVENT: "Stop", SNAPHOOK_HOOK: "guard" };
const ofOneEvent = {
  ...own,
  SNAPHOOK_SESSION_ID: "s",
  CLAUDE_PROJECT_DIR: "/p",
  WAVE_PROJECT_DIR: "/p",
  HOOK_EVENT: "Stop",
  HOOK_SESSION_ID: "s",
  HOOK_TOOL_NAME: "",
};

describe("is started:", () => {
  test.each<[what: string, entry: object, how: How, call: readonly unknown[]]>([
    [
      "a command, in a shell, with the event on a line",
      { command: "exit 2" },
      {},
      [
        "process",
        {
          file: "/bin/sh",
          args: ["-c", "exit 2"],
          cwd: "/p",
          env: { ...ofOneEvent },
          stdin: `${event}\n`,
          ...bounds,
        },
      ],
    ],
    [
      "a program with its arguments, in its folder, with its variables",
      { command: "guard", args: ["-c", "a b"], cwd: "sub", env: { A: "1" }, passEnv: ["TOKEN"] },
      {},
      [
        "process",
        {
          file: "guard",
          args: ["-c", "a b"],
          cwd: "/p/sub",
          env: { ...ofOneEvent, A: "1", TOKEN: "t" },
          stdin: `${event}\n`,
          ...bounds,
        },
      ],
    ],
    [
      "what was approved, with the variables that it was approved with",
      { command: "guard", args: [], cwd: "/elsewhere" },
      { isTrusted: true },
      [
        "process",
        {
          file: "the copy",
          args: [],
          cwd: "/elsewhere",
          env: { ...ofOneEvent, PATH: "/trusted" },
          stdin: `${event}\n`,
          ...bounds,
        },
      ],
    ],
    [
      "a worker, which cannot be asked to stop one event",
      { type: "worker", command: "serve", args: ["-v"] },
      {},
      [
        "worker",
        {
          key: "guard#0",
          file: "serve",
          args: ["-v"],
          cwd: "/p",
          env: own,
          event,
          canCancel: false,
          ...bounds,
        },
      ],
    ],
    [
      "a worker in a shell, as it was approved",
      { type: "worker", command: "serve" },
      { isTrusted: true },
      [
        "worker",
        {
          key: "guard#1",
          file: "/bin/sh",
          args: ["-c", "the copy"],
          cwd: "/p",
          env: { ...own, PATH: "/trusted" },
          event,
          canCancel: false,
          ...bounds,
        },
      ],
    ],
    [
      "a module, which can",
      { type: "module", module: "guard.mjs", memoryMb: 77, env: { A: "1" } },
      {},
      [
        "worker",
        {
          key: "guard#0",
          ...moduleProgram("/p/guard.mjs", 77),
          cwd: "/p",
          env: { ...own, A: "1" },
          event,
          canCancel: true,
          ...bounds,
        },
      ],
    ],
    [
      "a request, with the hosts and the variables that the settings allow",
      {
        type: "http",
        url: "https://example.org/",
        headers: { "x-a": "$TOKEN" },
        allowedEnvVars: ["TOKEN"],
      },
      {},
      [
        "http",
        {
          url: "https://example.org/",
          headers: { "x-a": "$TOKEN" },
          variables: { TOKEN: "t" },
          hosts: ["example.org"],
          body: event,
          ...bounds,
        },
      ],
    ],
  ])("%s", async (_what, entry, how, call) => {
    const { calls, signal } = await started({ ...common, ...entry }, how);
    expect(calls).toEqual([[...call, signal]]);
  });

  test("a function", async () => {
    const { calls, signal } = await started({ ...common, type: "function", run: () => null });
    expect(calls).toEqual([
      ["function", { run: expect.any(Function) as unknown, event, ...bounds }, signal],
    ]);
  });

  test("through the keeper, where there is one by now", async () => {
    expect((await started(command)).starter.forksElsewhere).toBe(false);
    const runner = { usesKeeper: true };
    expect(new HookStarter({ runner } as never).forksElsewhere).toBe(true);
  });
});

describe("a hook of type json", () => {
  const entry = { ...common, type: "json", json: { decision: "block" }, exitcode: 3 };

  test("has answered without being started", async () => {
    const { calls, ran, ms } = await started(entry);
    expect([calls, ms]).toEqual([[], 0]);
    expect(ran).toMatchObject({
      hook: "guard",
      ending: { type: "exited", code: 3 },
      json: { decision: "block" },
      timeout: 9,
    });
  });

  test("has not where the event is over", async () => {
    const { ran } = await started(entry, { signal: AbortSignal.abort() });
    expect([ran.ending, ran.json]).toEqual([{ type: "cancelled" }, undefined]);
  });
});

describe("the payload", () => {
  const bodyOf = async (payload: Payload, host?: string): Promise<unknown> => {
    const source = { layer: "user", file: null, line: null, ...(host !== undefined && { host }) };
    const { calls } = await started(command, { payload, ofHook: { source } });
    const [call] = calls as [[string, { stdin: string }]];
    return JSON.parse(call[1].stdin);
  };
  const payload = { hook_event_name: "UserPromptSubmit", prompt: "hi", count: 2n ** 64n, ok: true };
  const plain = { ...payload, count: "18446744073709551616" };

  test("has what JSON has no numbers for as digits", async () => {
    expect(await bodyOf(payload)).toEqual(plain);
  });

  test("has Wave's names as well for hooks of Wave's, and for no others", async () => {
    const both = { ...plain, user_prompt: "hi" };
    expect([
      await bodyOf(payload, "wave"),
      await bodyOf(payload),
      await bodyOf(payload, "wave"),
    ]).toEqual([both, plain, both]);
  });

  test("is written once for all hooks", async () => {
    let reads = 0;
    const counted = {
      hook_event_name: "Stop",
      get session_id() {
        reads++;
        return "s";
      },
    };
    await bodyOf(counted);
    const once = reads;
    const ofEnvironment = once - 1;
    await bodyOf(counted);
    expect(reads).toBe(once + ofEnvironment);
  });
});

describe("what is reported", () => {
  const bytes = (text: string): Uint8Array => Buffer.from(text);

  test("is how it ran and what its settings say", async () => {
    const entry = {
      ...command,
      onFailure: "ask",
      merge: true,
      on: "final",
      observe: true,
    };
    const result = {
      ending: { type: "signalled", signal: "SIGKILL" } as const,
      stdout: bytes("out"),
      stderr: bytes("err"),
    };
    const { ran, ms } = await started(entry, { result });
    expect(ms).toBe(7);
    expect(ran).toEqual({
      hook: "guard",
      ending: { type: "signalled", signal: "SIGKILL" },
      stdout: { text: "out", cut: false, faithful: true },
      stderr: { text: "err", cut: false, faithful: true },
      json: undefined,
      onFailure: "ask",
      merge: true,
      isAsync: false,
      final: true,
      observe: true,
      timeout: 9,
    });
    expect((await started(command)).ran).toMatchObject({
      onFailure: "continue",
      merge: false,
      final: false,
      observe: false,
    });
  });

  test.each<[what: string, result: Partial<ProcessResult>, cut: readonly [boolean, boolean]]>([
    [
      "as much as fits",
      { stdout: bytes("1234567890"), stderr: bytes("1234567890") },
      [false, false],
    ],
    ["more on stdout than fits", { stdout: bytes("12345678901") }, [true, false]],
    ["more on stderr than fits", { stderr: bytes("12345678901") }, [false, true]],
    ["more on stdout than its runner kept", { cut: true }, [true, false]],
    ["more on stderr than its runner kept", { stderrCut: true }, [false, true]],
  ])("is whether it printed %s", async (_what, result, cut) => {
    const { ran } = await started(command, { result });
    expect([ran.stdout.cut, ran.stderr.cut]).toEqual(cut);
    expect(ran.stdout).not.toHaveProperty("garbled");
  });

  test("is what was wrong with how it came", async () => {
    const { ran } = await started(command, { result: { garbled: "two answers" } });
    expect(ran.stdout).toEqual({ text: "", cut: false, faithful: true, garbled: "two answers" });
  });
});
