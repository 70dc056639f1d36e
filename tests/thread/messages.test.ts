import { once } from "node:events";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { MessageChannel, Worker } from "node:worker_threads";
import { readLedger } from "snaphook/engine";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { Workspace } from "../workspace.js";

// The thread's side, message by message, with a host that is played here.

type Message = Readonly<Record<string, unknown>> & { readonly type: string };

const has = {
  onReview: false,
  onProgress: false,
  onSettingsChange: false,
  approvals: false,
  grants: false,
  onRecord: false,
  onTrouble: false,
};
const stop = { hook_event_name: "Stop", session_id: "s" };
const more = { type: "json", json: { decision: "block", reason: "more" } };
/** A function of the host's, which has the number 0 there. */
const calling = {
  settings: { hooks: { Stop: [{ hooks: [{ type: "function", name: "asks" }] }] } },
  functions: [{ path: ["hooks", "Stop", "0", "hooks", "0", "run"], number: 0, name: "asks" }],
};

let workspace: Workspace;
beforeEach(() => {
  workspace = new Workspace();
});

class Host {
  readonly messages: Message[] = [];
  readonly flags = new Int32Array(new SharedArrayBuffer(8));
  readonly exit: Promise<unknown[]>;
  private readonly channel = new MessageChannel();
  private readonly worker: Worker;

  constructor(options: object = {}, memory: unknown = null) {
    const { port1, port2 } = this.channel;
    const given = { ...workspace.places, keeper: false, program: null, ledger: null, has };
    this.worker = new Worker(resolve("dist/lib/engine-thread.js"), {
      workerData: { port: port2, flags: this.flags, memory, options: { ...given, ...options } },
      transferList: [port2],
      execArgv: [],
    });
    this.exit = once(this.worker, "exit");
    port1.on("message", (message: Message) => this.messages.push(message));
    onTestFinished(async () => {
      await this.worker.terminate();
      port1.close();
    });
  }

  post(message: object): void {
    this.channel.port1.postMessage(message);
  }

  /** Until it has said so many things; gives back the last. */
  async said(count: number): Promise<Message> {
    while (this.messages.length < count) await new Promise((wake) => setTimeout(wake, 5));
    return this.messages[count - 1] as Message;
  }

  /** The next thing that it says of a kind. */
  async next(type: string, send: () => void): Promise<Message> {
    const before = this.messages.length;
    send();
    for (;;) {
      const found = this.messages.slice(before).find((message) => message.type === type);
      if (found !== undefined) return found;
      await new Promise((wake) => setTimeout(wake, 5));
    }
  }

  async ask(question: object): Promise<unknown> {
    const answered = Atomics.load(this.flags, 0);
    const { result } = await this.next("asked", () => this.post({ type: "ask", question }));
    // By it a host that stands still is woken.
    while (Atomics.load(this.flags, 0) === answered)
      await new Promise((next) => setImmediate(next));
    expect(Atomics.load(this.flags, 0)).toBe(answered + 1);
    return valueOf(result);
  }

  async call(call: object): Promise<unknown> {
    const { id, result } = await this.next("done", () => this.post({ type: "call", id: 77, call }));
    expect(id).toBe(77);
    return valueOf(result);
  }

  fire(id: number, payload: object, isAborted = false): void {
    this.post({ type: "fire", id, eventId: `e${id}`, payload, isAborted });
  }
}

function valueOf(result: unknown): unknown {
  const { ok, value, error } = result as { ok: boolean; value: unknown; error: unknown };
  return ok ? value : (error as Error).message;
}

const written = (settings: object): object => ({ program: { settings, functions: [] } });

test("it says who it is and what it knows before anything else", async () => {
  const host = new Host(written({ hooks: { Stop: [{ hooks: [more] }] } }));
  const first = await host.said(1);
  expect(first).toMatchObject({
    type: "memory",
    memory: {
      read: { settings: { hooks: [{ event: "Stop" }] }, announced: [], isPartial: false },
      usableApprovals: { hooks: null, seen: {} },
      shown: new Set(),
      grants: new Set(),
      stopBlocks: new Map(),
      approvedNow: new Set(),
    },
  });
  const number = Atomics.load(host.flags, 1);
  expect([number > 0, existsSync(`/proc/self/task/${number}`)]).toEqual([true, true]);
  expect(await host.next("pong", () => host.post({ type: "ping" }))).toEqual({ type: "pong" });
});

test("an event is done with all but its problems, after what the next thread must know of it", async () => {
  const host = new Host(
    written({ permissions: { deny: ["Bash(rm *)"] }, hooks: { Stop: [{ hooks: [more] }] } }),
  );
  await host.said(1);
  host.fire(4, stop);
  await host.said(3);
  const [, memory, done] = host.messages;
  expect(memory).toMatchObject({
    type: "memory",
    memory: { stopBlocks: new Map([['["s",""]', 1]]) },
  });
  expect(done).toEqual({
    type: "done",
    id: 4,
    result: {
      ok: true,
      value: {
        eventId: "e4",
        event: "Stop",
        dialect: "wave",
        reading: expect.objectContaining({ outcome: "block" }) as unknown,
        hooks: [expect.objectContaining({ ran: true })],
        ruling: null,
      },
    },
  });
  host.fire(5, {
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_input: { command: "rm x" },
  });
  expect(await host.said(4)).toMatchObject({
    id: 5,
    result: { value: { ruling: { decision: "deny", rule: { text: "Bash(rm *)" } } } },
  });
  host.fire(6, {});
  const failed = await host.said(5);
  expect([failed["id"], valueOf(failed["result"])]).toEqual([
    6,
    "the payload needs hook_event_name",
  ]);
  host.fire(7, stop, true);
  const aborted = await host.next("done", () => undefined);
  expect(aborted).toMatchObject({ id: 7, result: { value: { reading: { outcome: "halt" } } } });
});

test("the host's code is called by message, and reported when nobody waits any more", async () => {
  const host = new Host({ program: calling });
  await host.said(1);
  host.fire(0, stop);
  expect(await host.said(2)).toMatchObject({
    type: "host",
    id: 0,
    call: { method: "function", number: 0, event: expect.stringContaining('"Stop"') as string },
  });
  const cancelled = {
    ending: { type: "cancelled" },
    stdout: new Uint8Array(),
    stderr: new Uint8Array(),
    cut: false,
    stderrCut: false,
    ms: 0,
  };
  host.post({ type: "abort", id: 9 });
  host.post({ type: "abort", id: 0 });
  expect(await host.said(3)).toEqual({ type: "cancel", id: 0 });
  host.post({ type: "answer", id: 0, result: { ok: true, value: cancelled } });
  expect(await host.said(4)).toMatchObject({
    type: "done",
    id: 0,
    result: { value: { reading: { outcome: "halt" } } },
  });
});

test("every question has its answer", async () => {
  const host = new Host(
    written({
      permissions: { deny: ["Bash(rm *)"] },
      hooks: { Stop: [{ hooks: [{ name: "more", ...more }] }] },
    }),
  );
  await host.said(1);
  const call = { tool: "Bash", input: { command: "rm x" } };
  expect(await host.ask({ method: "start" })).toBe(null);
  expect(await host.ask({ method: "usesKeeper" })).toBe(false);
  expect(await host.ask({ method: "problems" })).toEqual([]);
  expect(await host.ask({ method: "review" })).toEqual([]);
  expect(await host.ask({ method: "preview", payload: stop })).toMatchObject([
    { matches: true, hook: { name: "more" } },
  ]);
  expect(await host.ask({ method: "judge", call })).toMatchObject({
    decision: "deny",
    rule: { text: "Bash(rm *)" },
  });
  expect(await host.ask({ method: "alter", alter: 3, before: {} })).toBe(
    "this change is not wanted any more",
  );
  expect(await host.ask({ method: "preview", payload: 7 })).toEqual([]);
});

test("the settings are read again with the program as it is by now, or as it was", async () => {
  const hooks = { Stop: [{ hooks: [more] }] };
  const host = new Host(written({ permissions: { deny: ["Bash(rm *)"] }, hooks }));
  await host.said(1);
  const planned = async (): Promise<number> =>
    ((await host.ask({ method: "preview", payload: stop })) as unknown[]).length;
  const call = { tool: "Bash", input: { command: "rm x" } };
  const decision = (): Promise<unknown> => host.ask({ method: "judge", call });
  expect(await host.ask({ method: "reload", program: null })).toBe(null);
  expect([await planned(), await decision()]).toMatchObject([1, { decision: "deny" }]);
  const now = { settings: { hooks: { Stop: [...hooks.Stop, ...hooks.Stop] } }, functions: [] };
  await host.ask({ method: "reload", program: now });
  const reported = host.messages.findLast(({ type }) => type === "memory");
  expect(reported).toMatchObject({ memory: { read: { settings: { hooks: [{}, {}] } } } });
  expect([await planned(), await decision()]).toMatchObject([2, { decision: "none" }]);
});

test("what the host wants done is done, and its failures are said", async () => {
  const settings = { hooks: { Stop: [{ hooks: [more] }] } };
  workspace.write(".snaphook/settings.json", JSON.stringify(settings));
  const file = join(workspace.root, "ledger.jsonl");
  const host = new Host({ ledger: { file } });
  await host.said(1);
  const looked = (await host.ask({ method: "review" })) as object[];
  expect(looked).toMatchObject([{ state: "new" }]);
  expect(await host.call({ method: "approve", looked })).toBe(undefined);
  expect(await host.ask({ method: "review" })).toMatchObject([{ state: "approved" }]);
  expect(await host.call({ method: "revoke", ids: ["none"] })).toBe(0);
  expect(await host.call({ method: "revoke", ids: undefined })).toBe(1);
  expect(await host.call({ method: "refresh" })).toBe(undefined);
  expect(await host.call({ method: "drained" })).toBe(undefined);
  const granted = await host.next("memory", () =>
    host.post({
      type: "call",
      id: 1,
      call: { method: "grant", call: { tool: "Bash", input: {} } },
    }),
  );
  expect((granted as unknown as { memory: { grants: Set<string> } }).memory.grants.size).toBe(1);
  const answer = { decision: "deny", reason: "no" };
  expect(await host.call({ method: "recordPermission", eventId: "e", answer })).toBe(undefined);
  host.post({ type: "lost", event: { eventId: "f", reading: { outcome: "halt" } } });
  await host.ask({ method: "start" });
  expect([...readLedger(file)]).toMatchObject([
    { type: "open" },
    { type: "permission", eventId: "e", ...answer },
    { type: "verdict", eventId: "f", outcome: "halt" },
  ]);
  const broken = looked.map((one) => ({
    ...one,
    fingerprint: { ...(one as { fingerprint: object }).fingerprint, fault: "no file" },
  }));
  expect(await host.call({ method: "approve", looked: broken })).toContain(
    "cannot be approved: no file",
  );
});

test("it begins with what the thread before it knew", async () => {
  const program = written({ limits: { stopBlocks: 1 }, hooks: { Stop: [{ hooks: [more] }] } });
  const before = new Host(program);
  await before.said(1);
  before.fire(0, stop);
  await before.said(3);
  const memory = Object.assign({}, ...before.messages.map(({ memory: one }) => one)) as object;
  const after = new Host(program, memory);
  await after.said(1);
  after.fire(0, stop);
  const done = await after.next("done", () => undefined);
  expect(done).toMatchObject({ result: { value: { reading: { outcome: "proceed" } } } });
});

test("closed, it leaves once its last event is done", async () => {
  const idle = new Host();
  await idle.said(1);
  expect(await idle.ask({ method: "close" })).toEqual([]);
  expect(await idle.exit).toEqual([0]);

  const host = new Host({ program: calling });
  await host.said(1);
  host.fire(0, stop);
  await host.said(2);
  expect(await host.ask({ method: "close" })).toEqual([]);
  expect(await host.next("pong", () => host.post({ type: "ping" }))).toEqual({ type: "pong" });
  expect(host.messages.map(({ type }) => type)).not.toContain("done");
  const gone = { ok: false, error: new Error("gone") };
  const done = await host.next("done", () => host.post({ type: "answer", id: 0, result: gone }));
  expect(done).toMatchObject({ id: 0 });
  expect(await host.exit).toEqual([0]);
});
