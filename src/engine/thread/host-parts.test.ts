import { describe, expect, test } from "vitest";
import { loadSettings } from "../../config/index.js";
import type { Approvals, ApprovalStore, HookTrust } from "../../trust/index.js";
import type { EngineOptions } from "../engine.js";
import { HostCalls } from "./host-calls.js";
import { HostCode, HostFunctions } from "./host-code.js";
import { HostParts } from "./host-parts.js";
import type { FromThread, HostPart, Question, WireOptions } from "./messages.js";
import { HookWire } from "./wire-hook.js";
import { optionsTo } from "./wire-options.js";

// Both sides in one thread, with messages that are copied as between two.

class Sides {
  readonly sent: FromThread[] = [];
  readonly functions = new HostFunctions();
  readonly hostCalls: HostCalls;
  readonly parts: HostParts;
  readonly code: HostCode;
  readonly wire: HookWire;

  constructor(readonly options: Omit<EngineOptions, "projectDir">) {
    const post = (message: FromThread): void => this.take(structuredClone(message));
    this.hostCalls = new HostCalls(post);
    this.parts = new HostParts(this.hostCalls, post);
    const ask = (question: Question): unknown => {
      if (question.method !== "alter") throw new Error(question.method);
      return structuredClone(this.parts.altered(question.alter, structuredClone(question.before)));
    };
    this.wire = new HookWire(this.functions);
    this.code = new HostCode({ projectDir: "/p", ...options }, this.wire, this.functions, ask);
  }

  /** The options as the engine in the thread gets them. */
  get arrived(): EngineOptions {
    const options = optionsTo({ projectDir: "/p", ...this.options }, this.functions);
    return this.parts.optionsOf(structuredClone(options));
  }

  private take(message: FromThread): void {
    this.sent.push(message);
    if (message.type === "host")
      void this.code
        .call(message.id, message.call)
        .then((result) => this.hostCalls.settle(message.id, structuredClone(result)));
    if (message.type === "cancel") this.code.cancel(message.id);
  }
}

const none: Readonly<Record<HostPart, boolean>> = {
  onReview: false,
  onProgress: false,
  onSettingsChange: false,
  approvals: false,
  grants: false,
  onRecord: false,
  onTrouble: false,
};

describe("options as the thread gets them", () => {
  test.each<[what: string, given: object, wire: Partial<WireOptions>]>([
    ["none", {}, {}],
    [
      "plain ones",
      { home: "/h", keeper: false, trustProject: true, thread: true },
      { home: "/h", keeper: false, trustProject: true },
    ],
    ["the host's own environment", { environment: process.env }, {}],
    ["another environment", { environment: { A: "1" } }, { environment: { A: "1" } }],
    ["a ledger", { ledger: { file: "/l" } }, { ledger: { file: "/l" } }],
    [
      "a ledger that waits for the disk, and its listeners",
      { ledger: { file: "/l", sync: false, onRecord() {}, onTrouble() {} } },
      { ledger: { file: "/l", sync: false }, has: { ...none, onRecord: true, onTrouble: true } },
    ],
    [
      "the host's code",
      { onReview() {}, onProgress() {}, onSettingsChange() {}, approvals: {}, grants: {} },
      {
        has: {
          ...none,
          onReview: true,
          onProgress: true,
          onSettingsChange: true,
          approvals: true,
          grants: true,
        },
      },
    ],
    [
      "settings given by code",
      { program: { observe: true } },
      { program: { settings: { observe: true }, functions: [] } },
    ],
  ])("%s", (_what, given, wire) => {
    const sent = optionsTo({ projectDir: "/p", ...given }, new HostFunctions());
    expect(sent).toStrictEqual({
      projectDir: "/p",
      program: null,
      ledger: null,
      has: none,
      ...wire,
    });
  });

  test("what cannot work from another thread is refused", () => {
    const only = (): boolean => true;
    expect(() => optionsTo({ projectDir: "/p", only }, new HostFunctions())).toThrow(
      new TypeError("createEngine: `only` is a function of this thread; leave out `thread`"),
    );
  });

  test("arrive with what they had and nothing else", () => {
    expect(new Sides({ home: "/h" }).arrived).toStrictEqual({ projectDir: "/p", home: "/h" });
    const all = new Sides({
      onReview: () => [],
      onProgress() {},
      onSettingsChange() {},
      approvals: {} as ApprovalStore,
      grants: { has: () => true, add() {} },
      ledger: { file: "/l", sync: true, onRecord() {}, onTrouble() {} },
      program: { observe: true },
    }).arrived;
    expect(all).toEqual({
      projectDir: "/p",
      onReview: expect.any(Function) as unknown,
      onProgress: expect.any(Function) as unknown,
      onSettingsChange: expect.any(Function) as unknown,
      approvals: expect.any(Object) as unknown,
      grants: expect.any(Object) as unknown,
      ledger: {
        file: "/l",
        sync: true,
        onRecord: expect.any(Function) as unknown,
        onTrouble: expect.any(Function) as unknown,
      },
      program: { observe: true },
    });
  });
});

describe("listeners", () => {
  const { hooks, ...others } = loadSettings({
    projectDir: "/nowhere",
    home: "/nowhere/home",
    managedFile: "/nowhere/managed.json",
    trustProject: false,
    program: { hooks: { Stop: [{ hooks: [{ command: "exit 2" }] }] } },
  });
  const [hook] = hooks;
  if (hook === undefined) throw new Error("no hook");

  test("get what happens as a message of its own kind", () => {
    const sides = new Sides({
      onProgress() {},
      onSettingsChange() {},
      ledger: { file: "/l", onRecord() {}, onTrouble() {} },
    });
    const { onProgress, onSettingsChange, ledger } = sides.arrived;
    onProgress?.({ type: "run-start", eventId: "e", hook });
    onSettingsChange?.({ ...others, hooks });
    if (ledger === undefined || !("file" in ledger)) throw new Error("no ledger");
    ledger.onRecord?.({ time: "t", type: "event" });
    const trouble = { kind: "unopened", message: "m" } as never;
    ledger.onTrouble?.(trouble);
    expect(sides.sent).toEqual([
      {
        type: "news",
        news: { type: "progress", progress: { type: "run-start", eventId: "e", hook } },
      },
      { type: "news", news: { type: "settings-change", settings: { ...others, hooks } } },
      { type: "news", news: { type: "record", record: { time: "t", type: "event" } } },
      { type: "news", news: { type: "trouble", trouble } },
    ]);
  });

  test("of a review get the hooks, and what they give back arrives", async () => {
    const trust = {
      hook,
      state: "new",
      fingerprint: { sha256: "5", states: [{ path: "a", bytes: Buffer.from("text") }] },
    } as unknown as HookTrust;
    const shown: unknown[] = [];
    const { arrived } = new Sides({ onReview: (given) => (shown.push(...given), given) });
    expect(await arrived.onReview?.([trust])).toEqual([trust]);
    expect(shown).toEqual([trust]);
  });
});

describe("stores", () => {
  test("of approvals are asked, changed and read", async () => {
    let stored: Approvals = { hooks: null, seen: {} };
    const texts: unknown[] = [];
    const approvals: ApprovalStore = {
      read: (project) => Promise.resolve({ ...stored, seen: { [project]: "s" } } as never),
      change: (project, alter, given) => {
        texts.push(project, [...given]);
        stored = alter(stored);
        return Promise.resolve();
      },
      text: (sha256) => Promise.resolve(sha256 === "5" ? "the text" : null),
    };
    const store = new Sides({ approvals }).arrived.approvals as ApprovalStore;
    expect(await store.read("/q")).toEqual({ hooks: null, seen: { "/q": "s" } });
    const hooks = { a: { sha256: "5" } } as never;
    await store.change("/q", (before) => ({ ...before, hooks }), new Map([["5", "text"]]));
    expect([stored, texts]).toEqual([{ hooks, seen: {} }, ["/q", [["5", "text"]]]]);
    expect([await store.text("5"), await store.text("6")]).toEqual(["the text", null]);
  });

  test("of approvals cannot make a change that nobody wants any more", async () => {
    let late: (() => unknown) | undefined;
    const approvals = {
      change: (_: string, alter: (before: Approvals) => Approvals) => {
        late = () => alter({ hooks: null, seen: {} });
        return Promise.reject(new Error("no disk"));
      },
    } as unknown as ApprovalStore;
    const store = new Sides({ approvals }).arrived.approvals as ApprovalStore;
    await expect(store.change("/p", (before) => before, new Map())).rejects.toThrow("no disk");
    expect(() => late?.()).toThrow("this change is not wanted any more");
  });

  test("of permissions are asked and told, and what adding gives back means nothing", async () => {
    const added = new Set<string>();
    const unsendable = (): void => {};
    const grants = {
      has: (call: string) => added.has(call),
      add: (call: string) => (added.add(call), unsendable),
    };
    const store = new Sides({ grants }).arrived.grants;
    expect(await store?.has("c")).toBe(false);
    expect(await store?.add("c")).toBe(null);
    expect(await store?.has("c")).toBe(true);
  });

  test.each<[what: string, thrown: unknown, message: string]>([
    ["an error", new TypeError("no disk"), "no disk"],
    ["something else", "no disk", "no disk"],
  ])("that throw %s reject with it", async (_what, thrown, message) => {
    const has = (): never => {
      throw thrown;
    };
    const { grants } = new Sides({ grants: { has, add() {} } }).arrived;
    await expect(grants?.has("c")).rejects.toThrow(message);
  });
});

describe("a function of the host's", () => {
  const never = new AbortController().signal;
  const bounds = { timeoutMs: 60_000, outputBytes: 1000 };

  interface Program {
    readonly hooks: { readonly Stop: [{ readonly hooks: [{ readonly run: () => number }] }] };
  }

  /** As settings are read in the thread: the function is bound there. */
  function called(run: (event: object, context: { signal: AbortSignal }) => unknown) {
    const program = { hooks: { Stop: [{ hooks: [{ type: "function", run }] }] } } as never;
    const sides = new Sides({ program });
    const { program: arrived } = sides.arrived as unknown as { program: Program };
    const there = arrived.hooks.Stop[0].hooks[0].run;
    const call = (signal: AbortSignal = never) =>
      sides.parts.call(
        { run: there.bind(null), event: '{"hook_event_name":"Stop"}', ...bounds },
        signal,
      );
    return { sides, there, call };
  }

  test("gets the event there, and its answer arrives here with its name", async () => {
    const { there, call } = called(function guard(event) {
      return { decision: "block", reason: JSON.stringify(event) };
    });
    expect(there.name).toBe("guard");
    const { ending, stdout } = await call();
    expect(ending).toEqual({ type: "exited", code: 0 });
    expect(JSON.parse(Buffer.from(stdout).toString())).toEqual({
      decision: "block",
      reason: '{"hook_event_name":"Stop"}',
    });
    expect(stdout.buffer.byteLength).toBe(stdout.length);
  });

  const hangs = (_: object, { signal }: { signal: AbortSignal }): Promise<never> => {
    signal.addEventListener("abort", () => aborted.push("aborted"));
    return new Promise(() => {});
  };
  const aborted: string[] = [];
  const cancelled = {
    ending: { type: "cancelled" },
    stdout: new Uint8Array(),
    stderr: new Uint8Array(),
    cut: false,
    stderrCut: false,
    ms: 0,
  };

  test("that runs ends with its event, with the engine, and with the thread that called it", async () => {
    for (const end of ["event", "engine", "thread"]) {
      aborted.length = 0;
      const { sides, call } = called(hangs);
      const abort = new AbortController();
      const running = call(abort.signal);
      await new Promise((turn) => setImmediate(turn));
      if (end === "event") abort.abort();
      else if (end === "engine") sides.parts.close();
      else sides.code.close();
      expect({ ...(await running), ms: 0 }).toEqual(cancelled);
      expect(aborted).toEqual(["aborted"]);
      const cancels = end === "thread" ? [] : ["cancel"];
      expect(sides.sent.map(({ type }) => type)).toEqual(["host", ...cancels]);
    }
  });

  test("is not called for an event that is over, nor by an engine that is closed", async () => {
    const { sides, call } = called(hangs);
    expect(await call(AbortSignal.abort())).toEqual(cancelled);
    sides.parts.close();
    expect(await call()).toEqual(cancelled);
    expect(sides.sent).toEqual([]);
  });

  test("that has answered is not cancelled by a later abort", async () => {
    const { sides, call } = called(() => undefined);
    const abort = new AbortController();
    await call(abort.signal);
    abort.abort();
    sides.parts.close();
    expect(sides.sent.map(({ type }) => type)).toEqual(["host"]);
  });
});

test("what the host has not given has nothing to say", async () => {
  const { code } = new Sides({});
  const texts = new Map<string, string>();
  const calls = [
    { method: "review", hooks: [] },
    { method: "approvals.read", project: "/p" },
    { method: "approvals.change", project: "/p", alter: 0, texts },
    { method: "approvals.text", sha256: "5" },
    { method: "grants.has", call: "c" },
    { method: "grants.add", call: "c" },
  ] as const;
  const results = await Promise.all(calls.map((call, id) => code.call(id, call)));
  expect(results).toEqual(
    [[], undefined, undefined, undefined, undefined, null].map((value) => ({ ok: true, value })),
  );
  expect(() => code.cancel(7)).not.toThrow();
});

describe("calls to the host", () => {
  test("have numbers of their own, and an answer counts once", async () => {
    const sent: FromThread[] = [];
    const calls = new HostCalls((message) => void sent.push(message));
    const [one, two] = ["a", "b"].map((call) => calls.call({ method: "grants.has", call }));
    calls.settle(1, { ok: true, value: "second" });
    calls.settle(1, { ok: true, value: "again" });
    calls.settle(7, { ok: true, value: "nobody's" });
    calls.settle(0, { ok: false, error: new Error("first") });
    expect(await two).toBe("second");
    await expect(one).rejects.toThrow("first");
    expect(sent).toEqual([
      { type: "host", id: 0, call: { method: "grants.has", call: "a" } },
      { type: "host", id: 1, call: { method: "grants.has", call: "b" } },
    ]);
  });

  test("that nobody waits for are cancelled after they were sent, and once", () => {
    const sent: FromThread[] = [];
    const calls = new HostCalls((message) => void sent.push(message));
    void calls.call({ method: "grants.has", call: "a" }, AbortSignal.abort());
    const abort = new AbortController();
    void calls.call({ method: "grants.has", call: "b" }, abort.signal);
    void calls.call({ method: "grants.has", call: "c" }, abort.signal);
    calls.settle(2, { ok: true, value: true });
    abort.abort();
    expect(sent.map((message) => ("id" in message ? [message.type, message.id] : []))).toEqual([
      ["host", 0],
      ["cancel", 0],
      ["host", 1],
      ["host", 2],
      ["cancel", 1],
    ]);
  });
});
