import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createEngine,
  openLedger,
  readLedger,
  type Approvals,
  type ApprovalStore,
  type HookTrust,
  type Progress,
} from "snaphook/engine";
import { fire, kept, ThreadWorkspace, zombies } from "./thread-workspace.js";

let workspace: ThreadWorkspace;
beforeEach(() => {
  workspace = new ThreadWorkspace();
});
afterEach(() => workspace.close());

const denies = { command: "exit 2" };

describe("mistakes are thrown by createEngine itself, as without a thread", () => {
  const wrong: readonly (readonly [what: string, options: object, message: string])[] = [
    [
      "an open ledger",
      { ledger: openLedger({ file: "/dev/null/none" }) },
      'with `thread`, give `ledger` as what openLedger is given, { file: "/dev/null/none" }',
    ],
    [
      "a redactor",
      { ledger: { file: "ledger.jsonl", redact: (value: unknown) => value } },
      "`ledger.redact` cannot be given",
    ],
    [
      "a hook without a command",
      { program: { hooks: { Stop: [{ hooks: [{}] }] } } },
      "program.hooks",
    ],
    ["an unknown dialect", { dialect: "nope" }, 'unknown dialect "nope"'],
  ];
  test.each(wrong)("%s", (_, options, message) => {
    const open = (): unknown => createEngine({ ...workspace.places, thread: true, ...options });
    expect(open).toThrow(message);
    expect(workspace.threadCount).toBe(0);
  });
});

describe("the host's own code is called on the host's thread", () => {
  test("progress in the order of what happens, with the hook as the settings have it", async () => {
    const seen: Progress[] = [];
    const engine = workspace.open({ Stop: denies }, { onProgress: (one) => seen.push(one) });
    const { eventId } = await fire(engine, "Stop");
    const [hook] = engine.settings.hooks;
    expect(seen).toMatchObject([
      { type: "run-start", eventId, hook },
      { type: "run-end", eventId, hook, run: { exit: 2 } },
    ]);
  });

  test("what a listener of progress throws is what the event ends with", async () => {
    const onProgress = (): never => {
      throw new Error("no room");
    };
    const engine = workspace.open({ Stop: denies }, { onProgress });
    await expect(fire(engine, "Stop")).rejects.toThrow("no room");
  });

  test("what onReview throws is what the event ends with", async () => {
    workspace.write(
      ".snaphook/settings.json",
      JSON.stringify({ hooks: { Stop: [{ hooks: [denies] }] } }),
    );
    const onReview = (): never => {
      throw new TypeError("nobody is here");
    };
    const engine = workspace.open({}, { onReview });
    await expect(fire(engine, "Stop")).rejects.toThrow(new TypeError("nobody is here"));
  });

  test("onReview gets what review gives, and what it gives back is approved", async () => {
    workspace.write("guard.sh", "exit 2\n");
    const hooks = [{ name: "guard", command: "sh", args: ["guard.sh"] }];
    workspace.write(".snaphook/settings.json", JSON.stringify({ hooks: { Stop: [{ hooks }] } }));
    let shown: readonly HookTrust[] = [];
    const onReview = (given: readonly HookTrust[]): readonly HookTrust[] => {
      shown = given;
      return given;
    };
    const engine = workspace.open({}, { onReview });
    expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
    expect(shown[0]?.fingerprint.states[0]?.bytes?.toString()).toBe("exit 2\n");
    expect(engine.review()).toMatchObject([{ state: "approved", hook: { name: "guard" } }]);
    expect(await engine.revoke()).toBe(1);
    expect((await fire(engine, "Stop")).reading.outcome).toBe("proceed");
  });

  test("a function, which is told that its event is aborted", async () => {
    const stop = new AbortController();
    const told = new Promise<string>((tell) => {
      const run = (_: object, { signal }: { signal: AbortSignal }): Promise<never> => {
        signal.addEventListener("abort", () => tell("told"));
        stop.abort();
        return new Promise(() => {});
      };
      const engine = workspace.open({ Stop: { type: "function", run } });
      void fire(engine, "Stop", stop.signal);
    });
    expect(await told).toBe("told");
  });

  test("records and troubles of the ledger", async () => {
    const types: unknown[] = [];
    const troubles: string[] = [];
    const ledger = {
      file: workspace.ledger,
      onRecord: (record: Readonly<Record<string, unknown>>) => types.push(record["type"]),
      onTrouble: ({ kind }: { readonly kind: string }) => troubles.push(kind),
    };
    const engine = workspace.open({ Stop: denies }, { ledger });
    await fire(engine, "Stop");
    expect([types, troubles]).toEqual([["event", "run", "verdict"], []]);
    const nowhere = workspace.open(
      { Stop: denies },
      { ledger: { ...ledger, file: workspace.project } },
    );
    await fire(nowhere, "Stop");
    expect(troubles).toEqual(["unopened"]);
  });
});

describe("members that answer at once", () => {
  test("are up to date with what was asked for before", async () => {
    const hooks = [{ name: "guard", command: "exit 2" }];
    workspace.write(".snaphook/settings.json", JSON.stringify({ hooks: { Stop: [{ hooks }] } }));
    const engine = workspace.open({}, { program: { permissions: { deny: ["Bash(rm *)"] } } });
    expect(engine.settings.hooks).toEqual([]);
    expect(engine.review()).toMatchObject([{ state: "new" }]);
    expect(engine.preview({ hook_event_name: "Stop" })).toEqual([]);
    await engine.approve(engine.review());
    expect(engine.settings.hooks).toMatchObject([{ name: "guard" }]);
    expect(engine.preview({ hook_event_name: "Stop" })).toMatchObject([
      { matches: true, hook: { name: "guard" }, trust: { state: "approved" } },
    ]);
    const ruling = engine.judge({ tool: "Bash", input: { command: "rm -r x" } });
    expect(ruling).toMatchObject({
      decision: "deny",
      rule: { source: { text: "Bash(rm *)" } },
      considered: [{ applies: true }],
    });
    expect(engine.problems).toEqual([]);
    expect(engine.usesKeeper).toBe(false);
  });

  test("settings given by code are read again by reload", async () => {
    const hooks: { Stop: { hooks: object[] }[] } = { Stop: [{ hooks: [denies] }] };
    const engine = workspace.open({}, { program: { hooks } as object });
    expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
    hooks.Stop = [{ hooks: [{ type: "function", run: () => undefined }] }];
    expect(engine.reload().hooks).toMatchObject([{ action: { type: "function" } }]);
    expect((await fire(engine, "Stop")).reading.outcome).toBe("proceed");
    hooks.Stop = [{ hooks: [{}] }];
    expect(() => engine.reload()).toThrow(TypeError);
  });
});

test.each(["of the engine", "of the host"])(
  "what the user has said yes to is known to the thread by a store %s",
  async (whose) => {
    const added = new Set<string>();
    const store = {
      has: (call: string) => added.has(call),
      add: (call: string) => added.add(call),
    };
    const program = { permissions: { ask: ["Bash"] } };
    const isHosts = whose === "of the host";
    const engine = workspace.open({}, { program, ...(isHosts && { grants: store }) });
    expect((await fire(engine)).reading.outcome).toBe("ask");
    await engine.grant({ tool: "Bash", input: { command: "ls" } });
    expect((await fire(engine)).reading.outcome).toBe("proceed");
    expect(added.size).toBe(isHosts ? 1 : 0);
  },
);

test("an event that was aborted before it is sent halts, and its hooks do not run", async () => {
  const engine = workspace.open({ Stop: { command: "touch ran" } });
  const { reading } = await fire(engine, "Stop", AbortSignal.abort());
  expect(reading.outcome).toBe("halt");
  expect(existsSync(join(workspace.project, "ran"))).toBe(false);
});

test("drained resolves once what runs in the background has ended, and not before", async () => {
  const command = "until [ -e go ]; do sleep 0.02; done; touch done";
  const engine = workspace.open({ Stop: { command, async: true } });
  await fire(engine, "Stop");
  let isDrained = false;
  const drained = engine.drained().then(() => (isDrained = true));
  await engine.refresh();
  expect(isDrained).toBe(false);
  workspace.write("go", "");
  await drained;
  expect(existsSync(join(workspace.project, "done"))).toBe(true);
});

test("the host's store of approvals is asked and told", async () => {
  const hooks = [{ name: "guard", command: "exit 2" }];
  workspace.write(".snaphook/settings.json", JSON.stringify({ hooks: { Stop: [{ hooks }] } }));
  let stored: Approvals = { hooks: null, seen: {} };
  const approvals: ApprovalStore = {
    read: () => Promise.resolve(stored),
    change: (_, alter) => Promise.resolve(void (stored = alter(stored))),
    text: () => Promise.resolve(null),
  };
  const engine = workspace.open({}, { approvals });
  expect((await fire(engine, "Stop")).reading.outcome).toBe("proceed");
  await engine.approve(engine.review());
  expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
  expect(Object.keys(stored.hooks ?? {})).toHaveLength(1);
  const other = workspace.open({}, { approvals });
  expect((await fire(other, "Stop")).reading.outcome).toBe("block");
  await engine.revoke();
  expect(other.review()).toMatchObject([{ state: "approved" }]);
  await other.refresh();
  expect(other.review()).toMatchObject([{ state: "new" }]);
});

describe("closed", () => {
  test("events that are under way are halted, later ones too, and what was known stays known", async () => {
    const engine = workspace.open({
      Stop: { type: "function", run: () => new Promise(() => {}) },
    });
    await engine.refresh();
    const open = fire(engine, "Stop");
    engine.close();
    engine.close();
    expect((await open).reading.outcome).toBe("halt");
    expect((await fire(engine, "Stop")).reading).toMatchObject({
      outcome: "halt",
      problems: [{ code: "engine-thread-lost", found: "is closed" }],
    });
    expect([engine.settings.hooks.length, engine.problems, engine.usesKeeper]).toEqual([
      1,
      [],
      false,
    ]);
    expect(() => engine.review()).toThrow("the engine is closed");
    expect(engine.judge({ tool: "Bash", input: {} }).decision).toBe("deny");
    await expect(engine.grant({ tool: "Bash", input: {} })).rejects.toThrow("is closed");
    await engine.drained();
    expect(await workspace.threadsEnded()).toEqual([0]);
    expect(workspace.records().at(-1)).toBe("close");
  });

  test("nothing is left: no thread, no process, no zombie, no descriptor", async () => {
    const before = zombies().length;
    for (const keeper of [false, true, true]) {
      const engine = workspace.open({ Stop: denies }, { keeper });
      if (keeper) await kept(engine);
      expect((await fire(engine, "Stop")).reading.outcome).toBe("block");
      engine.close();
    }
    expect(await workspace.threadsEnded()).toEqual([0, 0, 0]);
    expect(await workspace.settled()).toEqual([]);
    expect(zombies().length).toBe(before);
    expect(readFileSync(workspace.ledger, "utf8").match(/"type":"close"/g)).toHaveLength(3);
  });
});

test("what the user answered is in the ledger, also where the engine is closed right after it", async () => {
  const engine = workspace.open({ Stop: denies });
  const { eventId } = await fire(engine, "Stop");
  engine.recordPermission(eventId, { decision: "deny", reason: "not now" });
  engine.close();
  const records = [...readLedger(workspace.ledger)].filter(({ type }) => type === "permission");
  expect(records).toMatchObject([{ eventId, decision: "deny", reason: "not now" }]);
});
