import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Engine,
  type EngineOptions,
  type Fired,
  type HookFunction,
  type ProgramHook,
  type ProgramSettings,
} from "snaphook/engine";
import { createEngine } from "../engine.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deny } from "./flow-workspace.js";
import { Workspace } from "../workspace.js";

class Host extends Workspace {
  engine(program: ProgramSettings, options: Partial<EngineOptions> = {}): Engine {
    return this.keep(createEngine({ ...this.places, keeper: false, program, ...options }));
  }

  /** An engine with these hooks before a tool. */
  hooks(...hooks: readonly ProgramHook[]): Engine {
    return this.engine({ hooks: { PreToolUse: [{ hooks }] } });
  }

  /** What comes of one function on one event. */
  call(run: HookFunction, more: object = {}): Promise<Fired> {
    return this.hooks({ type: "function", name: "guard", run, ...more }).fire(bash);
  }
}

let host: Host;
beforeEach(() => {
  host = new Host();
});
afterEach(() => host.close());

const bash = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  tool_name: "Bash",
  tool_input: { command: "rm -rf build" },
};
const denial = JSON.parse(deny) as object;
const specific = (fields: object): object => ({
  hookSpecificOutput: { hookEventName: "PreToolUse", ...fields },
});
const allowing = specific({ permissionDecision: "allow" });
const never = (): Promise<never> => new Promise(() => {});
const codes = ({ reading }: Fired): string[] => reading.problems.map(({ code }) => code);
const textOf = (stream: unknown): string =>
  typeof stream === "string" ? stream : new TextDecoder().decode(stream as Uint8Array);

describe("what a function gives back", () => {
  test.each<[string, HookFunction, object, object]>([
    ["nothing", () => {}, { exit: 0, stdout: "" }, { outcome: "proceed", permission: "none" }],
    ["null", () => null, { exit: 0, stdout: "" }, { outcome: "proceed" }],
    ["an answer", () => denial, { exit: 0, stdout: deny }, { outcome: "block" }],
    [
      "a promise of one",
      () => Promise.resolve(denial),
      { exit: 0, stdout: deny },
      { outcome: "block" },
    ],
    [
      "an answer of its context",
      (_event, { allow }) => allow("fine"),
      { exit: 0 },
      { outcome: "proceed", permission: "allow" },
    ],
    [
      "an exit code",
      (_event, { exit }) => exit(2, { stderr: "not like this" }),
      { exit: 2, stderr: "not like this" },
      { outcome: "block", toModel: [{ text: "not like this", hook: "guard" }] },
    ],
    ["a text", () => "so be it", { exit: 0, stdout: "so be it" }, { outcome: "proceed" }],
    [
      "an answer with its own JSON",
      () => ({ toJSON: () => denial }),
      { exit: 0, stdout: deny },
      { outcome: "block" },
    ],
    [
      "an input with a whole number beyond 2^53",
      () => specific({ updatedInput: { n: 12345678901234567890n } }),
      { exit: 0 },
      { outcome: "proceed", input: { n: 12345678901234567890n } },
    ],
  ])("%s is read as the same from a program", async (_what, run, ran, read) => {
    const { hooks, reading } = await host.call(run);
    const [report] = hooks;
    expect(report).toMatchObject({ name: "guard", hookType: "function", ran: true });
    expect({
      ...report?.run,
      stdout: textOf(report?.run?.stdout),
      stderr: textOf(report?.run?.stderr),
    }).toMatchObject(ran);
    expect(reading).toMatchObject(read);
    expect(reading.problems).toEqual([]);
  });

  const failures: readonly [string, HookFunction, string][] = [
    ["it throws", () => Promise.reject(new Error("out of coffee")), "out of coffee"],
    [
      "it throws at once",
      () => {
        throw new Error("out of tea");
      },
      "out of tea",
    ],
    // oxlint-disable-next-line typescript/prefer-promise-reject-errors
    ["it throws a text", () => Promise.reject("gone"), "gone"],
    [
      "it throws what cannot be read",
      () => {
        // oxlint-disable-next-line no-throw-literal
        throw Object.create(null);
      },
      "it threw what cannot be shown",
    ],
    ["it gives back a number", () => 2, "it returned a number"],
    ["it gives back a list", () => [denial], "it returned a list"],
    ["it gives back a Map", () => new Map([["decision", "block"]]), "is empty as JSON"],
    ["it gives back an exit code that is none", (_event, { exit }) => exit(-1), "from 0 to 255"],
    [
      "it gives back what cannot be read",
      () => {
        const { proxy, revoke } = Proxy.revocable({}, {});
        revoke();
        return [proxy][0];
      },
      "revoked",
    ],
  ];
  test.each(failures)("%s: a failure, by onFailure", async (_what, run, words) => {
    const open = await host.call(run);
    expect(open.reading).toMatchObject({ outcome: "proceed", failed: true });
    expect(textOf(open.hooks[0]?.run?.stderr)).toContain(words);
    const blocked = await host.call(run, { onFailure: "block" });
    expect(blocked.reading).toMatchObject({ outcome: "block", failed: true });
  });
});

describe("what is hard to write down loses no deny and permits nothing", () => {
  const cyclic = (answer: object): object => {
    const given: Record<string, unknown> = { ...answer };
    given["self"] = given;
    return given;
  };
  const laughs = (answer: object): object => {
    let list: unknown[] = ["ha"];
    for (let level = 0; level < 40; level++) list = [list, list];
    return { list, ...answer };
  };
  const deep = (answer: object): object => {
    let value: object = {};
    for (let level = 0; level < 50_000; level++) value = { value };
    return { value, ...answer };
  };
  const throwing = (answer: object): object =>
    Object.defineProperty({ ...answer }, "late", {
      enumerable: true,
      get() {
        throw new Error("not now");
      },
    });
  const trapped = (answer: object): object => ({
    trap: new Proxy(
      {},
      {
        ownKeys() {
          throw new Error("no keys");
        },
      },
    ),
    ...answer,
  });
  test.each<[string, (answer: object) => object]>([
    ["an object that holds itself", cyclic],
    ["more parts than there are atoms", laughs],
    ["a text of 50 million characters", (answer) => ({ note: "x".repeat(5e7), ...answer })],
    [
      "a list of four billion",
      (answer) => ({ list: Object.assign([], { length: 2 ** 32 - 1 }), ...answer }),
    ],
    ["50000 levels", deep],
    ["a getter that throws", throwing],
    ["a proxy that throws", trapped],
  ])("%s", async (_what, given) => {
    const denied = await host.call(() => given(denial));
    expect(denied.reading.outcome).toBe("block");
    expect(codes(denied)).toContain("output-garbled");
    const allowed = await host.call(() => given(allowing));
    expect(allowed.reading).toMatchObject({ outcome: "proceed", permission: "none" });
    expect(codes(allowed)).toContain("output-garbled");
    const blocked = await host.call(() => given(allowing), { onFailure: "block" });
    expect(blocked.reading.outcome).toBe("block");
  });

  test("a long text is cut, and says so", async () => {
    const { hooks, reading } = await host.call(() => "x".repeat(5e7));
    expect(hooks[0]?.run).toMatchObject({ exit: 0, cut: true });
    expect(reading.problems.map(({ code }) => code)).toEqual(["output-truncated"]);
  });
});

describe("a function", () => {
  test("gets a payload of its own: what it changes nobody sees", async () => {
    const seen: unknown[] = [];
    const change: HookFunction = (event) => {
      seen.push(structuredClone(event));
      const own = event as { tool_name?: string; tool_input: { command?: string } };
      own.tool_input.command = "true";
      delete own.tool_name;
    };
    const payload = structuredClone(bash);
    const engine = host.hooks(
      { type: "function", run: change, sequential: true },
      { type: "function", run: change },
      { command: "cat > heard.json" },
    );
    await engine.fire(payload);
    const expected = { ...bash, cwd: host.project };
    const received = JSON.parse(readFileSync(join(host.project, "heard.json"), "utf8")) as unknown;
    expect([...seen, received]).toEqual([expected, expected, expected]);
    expect(payload).toEqual(bash);
  });

  test("is matched, waits and merges as other hooks do, and keeps its this", async () => {
    const order: string[] = [];
    const slow = {
      type: "function",
      sequential: true,
      mark: "first",
      async run() {
        await new Promise((wake) => setTimeout(wake, 100));
        order.push("first");
        return specific({ updatedInput: { timeout: 7 } });
      },
    } as const;
    const { mark: _, ...first } = slow;
    const counting = {
      type: "function",
      name: "counting",
      disabled: false,
      run(this: { readonly name: string }) {
        order.push(this.name);
      },
    } as const;
    const engine = host.engine({
      hooks: {
        PreToolUse: [
          { matcher: "Bash", if: { command: "rm*" }, hooks: [{ ...first, merge: true }] },
          { matcher: "Write", hooks: [{ type: "function", run: () => void order.push("other") }] },
          { hooks: [counting] },
        ],
      },
    });
    const { reading, hooks } = await engine.fire(bash);
    expect(order).toEqual(["first", "counting"]);
    expect(reading.input).toEqual({ command: "rm -rf build", timeout: 7 });
    expect(hooks.map(({ ran, skipped }) => [ran, skipped])).toEqual([
      [true, undefined],
      [false, "matcher"],
      [true, undefined],
    ]);
  });

  test("is called by its own name where it is given none", async () => {
    function noForce(): void {}
    const { hooks } = await host
      .hooks({ type: "function", run: noForce }, { type: "function", run() {} })
      .fire(bash);
    expect(hooks.map(({ name }) => name)).toEqual(["noForce", "program:PreToolUse:0.1"]);
  });

  test("that never settles has timed out, and is told to stop", async () => {
    const { promise, resolve } = withResolvers();
    const fired = await host.call(
      (_event, { signal }) => {
        signal.addEventListener("abort", () => resolve());
        return never();
      },
      { timeout: 0.1, onFailure: "block" },
    );
    expect(fired.hooks[0]?.run).toMatchObject({ timedOut: true });
    expect(fired.reading).toMatchObject({ outcome: "block", failed: true });
    await promise;
  });

  test("that is aborted halts the event at once, and what it says later is ignored", async () => {
    const { promise, resolve } = withResolvers();
    const controller = new AbortController();
    const engine = host.hooks({
      type: "function",
      async run(_event, { signal }) {
        controller.abort();
        await new Promise((wake) => setTimeout(wake, 20));
        resolve();
        throw new Error(`too late: ${signal.aborted}`);
      },
    });
    const { reading, hooks } = await engine.fire(bash, { signal: controller.signal });
    expect([reading.outcome, hooks[0]?.run]).toMatchObject(["halt", { cancelled: true }]);
    await promise;
  });

  test("is halted when the engine is closed, and is not called any more", async () => {
    let calls = 0;
    const { promise: called, resolve } = withResolvers();
    const engine = host.hooks({
      type: "function",
      run() {
        calls++;
        resolve();
        return never();
      },
    });
    const firing = engine.fire(bash);
    await called;
    engine.close();
    expect((await firing).reading.outcome).toBe("halt");
    expect((await engine.fire(bash)).reading.outcome).toBe("halt");
    expect(calls).toBe(1);
  });

  test("that has answered may continue with its own work: its signal is not aborted", async () => {
    let kept: AbortSignal | null = null;
    await host.call((_event, { signal }) => {
      kept = signal;
      return "so be it";
    });
    expect(kept).toMatchObject({ aborted: false });
  });

  test("blocks by its exit code whatever it says to it", async () => {
    const stderr = Symbol("no text") as unknown as string;
    const { reading } = await host.call((_event, { exit }) => exit(2, { stderr }));
    expect(reading.outcome).toBe("block");
  });

  test("is recorded and told as other hooks are", async () => {
    const reported: string[] = [];
    const file = join(host.home, "ledger.jsonl");
    const ledger = { file };
    const hook: ProgramHook = { type: "function", name: "guard", run: () => denial };
    const engine = host.engine(
      { hooks: { PreToolUse: [{ hooks: [hook] }] } },
      { ledger, onProgress: (progress) => reported.push(`${progress.type} ${progress.hook.name}`) },
    );
    await engine.fire(bash);
    expect(reported).toEqual(["run-start guard", "run-end guard"]);
    const lines = readFileSync(file, "utf8").trim().split("\n");
    const records = lines.map((line) => JSON.parse(line) as { readonly type: string });
    expect(records.filter(({ type }) => type === "run")).toMatchObject([
      { name: "guard", hookType: "function", ran: true, run: { exit: 0, stdout: deny } },
    ]);
    expect(records.filter(({ type }) => type === "verdict")).toMatchObject([{ outcome: "block" }]);
  });
});

function withResolvers(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve!: () => void;
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
