import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type {
  Approvals,
  ApprovalStore,
  Engine,
  EngineOptions,
  Fired,
  GrantStore,
  HookTrust,
} from "snaphook/engine";
import { createEngine, together } from "../engine.js";
import { testIn, Workspace } from "../workspace.js";

/** Another implementation than the file: approvals in memory, each answer after a while. */
class MemoryApprovals implements ApprovalStore {
  readonly projects = new Map<string, Approvals>();
  readonly texts = new Map<string, string>();
  reads = 0;
  /** What happens instead of an answer, by the method. */
  instead: { read?: () => unknown; change?: () => unknown } = {};

  read(project: string): Promise<Approvals> {
    this.reads++;
    if (this.instead.read !== undefined) return this.instead.read() as Promise<Approvals>;
    return later(() => this.of(project));
  }

  change(
    project: string,
    alter: (before: Approvals) => Approvals,
    texts: ReadonlyMap<string, string>,
  ): Promise<void> {
    if (this.instead.change !== undefined) return this.instead.change() as Promise<void>;
    return later(() => {
      for (const [sha256, text] of texts) this.texts.set(sha256, text);
      this.projects.set(project, alter(this.of(project)));
    });
  }

  text(sha256: string): Promise<string | null> {
    return later(() => this.texts.get(sha256) ?? null);
  }

  private of(project: string): Approvals {
    return this.projects.get(project) ?? { hooks: null, seen: {} };
  }
}

async function later<Value>(make: () => Value): Promise<Value> {
  await new Promise((wake) => setTimeout(wake, 5));
  return make();
}

const fail = (what: unknown): never => {
  throw what;
};
const hang = (): Promise<never> => new Promise<never>(() => undefined);
const noAnswer = "the store gave no answer within 5 seconds";
const call = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
const deny = { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny" } };
const guard = { name: "guard", type: "json", json: deny };

class MemoryGrants implements GrantStore {
  readonly calls = new Set<string>();
  instead: { has?: () => unknown; add?: () => unknown } = {};

  has(digest: string): Promise<boolean> {
    if (this.instead.has !== undefined) return this.instead.has() as Promise<boolean>;
    return later(() => this.calls.has(digest));
  }

  add(digest: string): unknown {
    return this.instead.add?.() ?? later(() => this.calls.add(digest));
  }
}

class StoreWorkspace extends Workspace {
  readonly store = new MemoryApprovals();
  readonly grants = new MemoryGrants();

  constructor() {
    super();
    this.settings(guard);
  }

  settings(...hooks: readonly object[]): void {
    const text = JSON.stringify({ hooks: { PreToolUse: [{ hooks }] } });
    this.write(".snaphook/settings.json", text);
  }

  open(options: Partial<EngineOptions> = {}): Engine {
    const { store: approvals, places } = this;
    return this.keep(createEngine({ ...places, keeper: false, approvals, ...options }));
  }

  async approveAll(): Promise<void> {
    const engine = this.open();
    await engine.refresh();
    await engine.approve(engine.review());
  }
}

// A store that never answers is waited for: tests wait at the same time.
const test = testIn(() => new StoreWorkspace());

const troubles = ({ problems }: Pick<Fired, "problems">): unknown[] =>
  problems.map(({ code, found }) => [code, found]);
const unusable = (why: string): unknown[] => [["trust-unusable", why]];

together("approvals in a store that answers by promises", () => {
  test("are asked for, given and taken back, and nothing of it is in a file", async ({
    workspace,
  }) => {
    const engine = workspace.open();
    expect(troubles(engine)).toEqual(unusable("the store of approvals has not answered yet"));
    expect(engine.review()).toMatchObject([{ state: "unknown", runs: false }]);
    await engine.refresh();
    expect(troubles(engine)).toEqual([]);
    expect(engine.review()).toMatchObject([{ state: "new", runs: false }]);
    expect((await engine.fire(call)).hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
    await engine.approve(engine.review());
    expect(engine.review()).toMatchObject([{ state: "approved", runs: true }]);
    expect((await engine.fire(call)).reading.outcome).toBe("block");
    expect(workspace.store.projects.get(workspace.project)?.hooks).toMatchObject([
      { name: "guard" },
    ]);
    expect(await engine.revoke()).toBe(1);
    expect((await engine.fire(call)).reading.outcome).toBe("proceed");
    expect(existsSync(join(workspace.home, "trust.json"))).toBe(false);
    expect(existsSync(join(workspace.home, "approved"))).toBe(false);
  });

  test("count from the first event of a session", async ({ workspace }) => {
    await workspace.approveAll();
    const { reading, hooks, problems } = await workspace.open().fire(call);
    expect([reading.outcome, hooks.length, problems]).toEqual(["block", 1, []]);
  });

  test("count at the next event where another session gives them or takes them back", async ({
    workspace,
  }) => {
    await workspace.approveAll();
    const engine = workspace.open();
    expect((await engine.fire(call)).reading.outcome).toBe("block");
    await workspace.open().revoke();
    expect((await engine.fire(call)).reading.outcome).toBe("proceed");
    await workspace.approveAll();
    expect((await engine.fire(call)).reading.outcome).toBe("block");
  });

  test("are bound to what was looked at, with the texts to compare with", async ({ workspace }) => {
    workspace.settings({ name: "guard", command: "./guard.sh" });
    workspace.write("guard.sh", "exit 2\n");
    await workspace.approveAll();
    workspace.write("guard.sh", "exit 0\n");
    const engine = workspace.open();
    await engine.refresh();
    const [looked] = engine.review();
    expect(looked).toMatchObject({ state: "changed", changes: [{ what: "file ./guard.sh" }] });
    const before = /[0-9a-f]{64}/.exec(looked?.changes[0]?.before ?? "")?.[0] ?? "";
    expect(await workspace.store.text(before)).toBe("exit 2\n");
  });

  test("tell what is new of the user's own hooks, once", async ({ workspace }) => {
    const user = (...hooks: readonly object[]): void => {
      const text = JSON.stringify({ hooks: { Stop: [{ hooks }] } });
      workspace.write(join(workspace.home, "settings.json"), text);
    };
    const reported = async (): Promise<unknown[]> => {
      const found = troubles(await workspace.open().fire({ hook_event_name: "Stop" }));
      // What was seen is written down meanwhile.
      await later(() => later(() => undefined));
      return found;
    };
    user();
    expect(await reported()).toEqual([]);
    user({ name: "mine", command: "true" });
    expect(await reported()).toEqual([["hook-changed", "a hook that was not there before"]]);
    expect(await reported()).toEqual([]);
  });

  test("are not asked for where the project is trusted for one call", async ({ workspace }) => {
    workspace.store.instead.read = hang;
    const engine = workspace.open({ trustProject: true });
    expect((await engine.fire(call)).reading.outcome).toBe("block");
    expect([workspace.store.reads, engine.problems]).toEqual([1, []]);
  });

  test("that come late do not replace later ones", async ({ workspace }) => {
    await workspace.approveAll();
    const engine = workspace.open();
    await engine.refresh();
    const stale = workspace.store.projects.get(workspace.project);
    let answer: (given: unknown) => void = () => undefined;
    workspace.store.instead.read = () => new Promise((resolve) => (answer = resolve));
    const slow = engine.refresh();
    workspace.store.instead = {};
    await engine.revoke();
    answer(stale);
    await slow;
    expect(engine.review()).toMatchObject([{ state: "new", runs: false }]);
  });
});

const known = { fingerprint: "0".repeat(64), id: "x", name: "x", entry: {}, files: [], at: "" };
const broken: readonly [string, () => unknown, string][] = [
  ["throws", () => fail(new Error("no route to host")), "no route to host"],
  ["rejects", () => Promise.reject(new Error("connection lost")), "connection lost"],
  ["rejects without a word", () => later(() => fail(new Error())), "without a reason"],
  ["rejects with something else", () => later(() => fail("plain text")), "plain text"],
  ["never answers", hang, noAnswer],
  ["gives nothing", () => undefined, "gave something that is not approvals"],
  ["promises nothing", () => later(() => null), "gave something that is not approvals"],
  ["gives a list", () => later(() => [known]), "gave something that is not approvals"],
  ["gives an empty object", () => later(() => ({})), "gave nothing that was seen before"],
  [
    "gives damaged hooks",
    () => later(() => ({ hooks: [{ ...known, fingerprint: "*" }], seen: {} })),
    "gave a damaged list of approved hooks",
  ],
  [
    "leaves out the hooks",
    () => later(() => ({ seen: {} })),
    "gave a damaged list of approved hooks",
  ],
  [
    "gives damaged hooks that were seen",
    () => later(() => ({ hooks: [], seen: { "/s.json": 5 } })),
    "has a damaged entry for /s.json",
  ],
];

together(
  "a store of approvals that cannot be used: nothing of the project runs, and the user sees the problem",
  () => {
    test.for(broken)("from the beginning: it %s", async ([, instead, why], { workspace }) => {
      workspace.settings({ name: "guard", command: ": > ran" });
      await workspace.approveAll();
      workspace.store.instead.read = instead;
      const engine = workspace.open();
      const { hooks, problems, reading } = await engine.fire(call);
      const found = expect.stringContaining(why) as string;
      expect(hooks).toMatchObject([{ ran: false, skipped: "trust", why: found }]);
      expect(problems).toMatchObject([{ code: "trust-unusable", severity: "error", found }]);
      expect(reading.problems).toMatchObject([{ code: "trust-unusable", found }]);
      expect(reading.outcome).toBe("proceed");
      expect(existsSync(join(workspace.project, "ran"))).toBe(false);
      // As soon as it can be used, the settings of the project are read.
      workspace.store.instead = {};
      expect((await engine.fire(call)).hooks).toMatchObject([{ name: "guard", ran: true }]);
      expect(engine.problems).toEqual([]);
    });

    test.for(broken)("in a session: it %s", async ([, instead, why], { workspace }) => {
      workspace.settings({ name: "guard", command: ": > ran" });
      await workspace.approveAll();
      const engine = workspace.open();
      await engine.refresh();
      workspace.store.instead.read = instead;
      const { hooks, reading } = await engine.fire(call);
      const found = expect.stringContaining(why) as string;
      expect(hooks).toMatchObject([{ name: "guard", ran: false, skipped: "trust", why: found }]);
      expect(reading.problems).toMatchObject([{ code: "trust-unusable", found }]);
      expect(existsSync(join(workspace.project, "ran"))).toBe(false);
      workspace.store.instead = {};
      const after = await engine.fire(call);
      expect(after.hooks).toMatchObject([{ name: "guard", ran: true }]);
      expect([after.problems, after.reading.problems]).toEqual([[], []]);
    });

    test("a guard that was approved with onFailure block blocks", async ({ workspace }) => {
      workspace.settings({ ...guard, json: {}, onFailure: "block" });
      await workspace.approveAll();
      const engine = workspace.open();
      expect((await engine.fire(call)).reading.outcome).toBe("proceed");
      workspace.store.instead.read = () => Promise.reject(new Error("connection lost"));
      expect((await engine.fire(call)).reading).toMatchObject({
        outcome: "block",
        permission: "deny",
      });
    });

    test("a required hook halts every event", async ({ workspace }) => {
      workspace.write(
        join(workspace.home, "settings.json"),
        JSON.stringify({ requireHooks: ["guard"] }),
      );
      await workspace.approveAll();
      workspace.store.instead.read = () => Promise.reject(new Error("connection lost"));
      expect((await workspace.open().fire(call)).reading.outcome).toBe("halt");
    });
  },
);

together("an approval that cannot be stored", () => {
  const ways: readonly [string, () => unknown, string][] = [
    ["throws", () => fail(new Error("read-only")), "read-only"],
    ["rejects", () => Promise.reject(new Error("connection lost")), "connection lost"],
    ["never answers", hang, noAnswer],
  ];

  test.for(ways)(
    "is reported to whoever approves, and does not count: it %s",
    async ([, instead, why], { workspace }) => {
      await workspace.approveAll();
      const engine = workspace.open();
      await engine.refresh();
      workspace.settings(guard, { ...guard, name: "other" });
      workspace.store.instead.change = instead;
      await Promise.all([
        expect(engine.approve(engine.review())).rejects.toThrow(why),
        expect(engine.revoke()).rejects.toThrow(why),
      ]);
      expect(engine.review().map(({ state }) => state)).toEqual(["approved", "new"]);
    },
  );

  test("cannot be taken back from a store that cannot be read", async ({ workspace }) => {
    await workspace.approveAll();
    workspace.store.instead.read = () => Promise.reject(new Error("connection lost"));
    await expect(workspace.open().revoke()).rejects.toThrow("connection lost");
  });

  test("halts the event for which it was given, and is asked for again", async ({ workspace }) => {
    let asked = 0;
    const onReview = (review: readonly HookTrust[]): readonly HookTrust[] => {
      asked++;
      return review;
    };
    workspace.store.instead.change = () => Promise.reject(new Error("connection lost"));
    const engine = workspace.open({ onReview });
    const { reading } = await engine.fire(call);
    expect(reading.outcome).toBe("halt");
    expect(reading.toUser[0]?.text).toContain("connection lost");
    workspace.store.instead = {};
    expect((await engine.fire(call)).reading.outcome).toBe("block");
    expect(asked).toBe(2);
  });
});

together("permissions in a store that answers by promises", () => {
  const made = { tool: "Bash", input: { command: "ls" } };
  const program = { permissions: { ask: ["Bash"] } };
  const permission = async (engine: Engine): Promise<string> =>
    (await engine.fire(call)).reading.permission;
  test("hold for exactly one input, in every engine of the session", async ({ workspace }) => {
    const engine = workspace.open({ program, grants: workspace.grants });
    expect(await permission(engine)).toBe("ask");
    await engine.grant(made);
    expect(await permission(engine)).toBe("allow");
    expect(await permission(workspace.open({ program, grants: workspace.grants }))).toBe("allow");
    expect(await permission(workspace.open({ program }))).toBe("ask");
    const other = await engine.fire({ ...call, tool_input: { command: "ls -l" } });
    expect(other.reading.permission).toBe("ask");
  });

  test("may be a Set", async ({ workspace }) => {
    const calls = new Set<string>();
    const engine = workspace.open({ program, grants: calls });
    await engine.grant(made);
    expect([await permission(engine), calls.size]).toEqual(["allow", 1]);
  });

  test.for<[string, () => unknown, string]>([
    ["throws", () => fail(new Error("no route to host")), "no route to host"],
    ["rejects", () => Promise.reject(new Error("connection lost")), "connection lost"],
    ["never answers", hang, noAnswer],
    ["gives nothing", () => null, "the store gave neither true nor false"],
    ["promises a text", () => later(() => "true"), "the store gave neither true nor false"],
    ["promises a number", () => later(() => 1), "the store gave neither true nor false"],
  ])("do not count where the store %s", async ([, instead, found], { workspace }) => {
    const engine = workspace.open({ program, grants: workspace.grants });
    await engine.grant(made);
    workspace.grants.instead.has = instead;
    const { reading, problems } = await engine.fire(call);
    const problem = { code: "grants-unusable", severity: "error", found };
    expect(reading.permission).toBe("ask");
    expect([reading.problems, problems]).toMatchObject([[problem], [problem]]);
    workspace.grants.instead = {};
    expect(await permission(engine)).toBe("allow");
    expect(engine.problems).toEqual([]);
  });

  test.for<[string, () => unknown, string]>([
    ["throws", () => fail(new Error("read-only")), "read-only"],
    ["rejects", () => Promise.reject(new Error("connection lost")), "connection lost"],
    ["never answers", hang, noAnswer],
  ])(
    "that cannot be stored are reported: the store %s",
    async ([, instead, why], { workspace }) => {
      const engine = workspace.open({ program, grants: workspace.grants });
      workspace.grants.instead.add = instead;
      await expect(engine.grant(made)).rejects.toThrow(why);
      expect(await permission(engine)).toBe("ask");
    },
  );
});
