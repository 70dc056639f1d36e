import { existsSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { Payload } from "../payload/index.js";
import { readLedger } from "../trace/index.js";
import { newMemory } from "./engine-memory.js";
import { bash, calling, denying, guard, passes, Session, turns } from "./session.test-support.js";

let session: Session;
beforeEach(() => {
  session = new Session();
});

const timers = async (): Promise<void> => {
  for (let turn = 0; turn < 5; turn++) await new Promise((next) => setTimeout(next));
};

describe("an event", () => {
  test("comes with all that was decided, and all of it is recorded", async () => {
    const engine = session.with("PreToolUse", passes, guard);
    const fired = await engine.fire(bash, { eventId: "e" });
    const ids = engine.settings.hooks.map(({ id }) => id);
    const report = (name: string, at: number): object => ({
      id: ids[at],
      name,
      hookType: "json",
      file: null,
      line: null,
      ran: true,
      why: "no matcher: it matches every such event",
      ms: 0,
    });
    expect(fired).toMatchObject({
      eventId: "e",
      event: "PreToolUse",
      dialect: engine.settings.dialect,
      reading: { outcome: "block", permission: "deny" },
      hooks: [
        { ...report("passes", 0), run: { exit: 0, json: {} } },
        { ...report("guard", 1), run: { exit: 0, json: denying } },
      ],
      ruling: { decision: "none" },
      problems: [],
    });
    const { reading } = fired;
    const payload = { cwd: realpathSync(session.project), ...bash };
    expect(session.records).toMatchObject([
      {
        type: "event",
        eventId: "e",
        event: "PreToolUse",
        dialect: engine.settings.dialect,
        payload,
        hooks: [
          { name: "passes", matches: true },
          { name: "guard", matches: true },
        ],
      },
      { type: "run", eventId: "e", name: "passes", ms: 0, run: { exit: 0 } },
      { type: "run", eventId: "e", name: "guard" },
      { type: "verdict", eventId: "e", outcome: reading.outcome },
    ]);
    expect(session.records[3]).not.toHaveProperty("ruling");
  });

  test.each([[{}], [{ hook_event_name: "" }], [{ hook_event_name: 7 }]])(
    "needs a name: %j",
    async (payload) => {
      const engine = session.open();
      await expect(engine.fire(payload as Payload)).rejects.toThrow(
        new TypeError("the payload needs hook_event_name"),
      );
      expect(session.records).toEqual([]);
    },
  );

  test("has an id of its own where none is given", async () => {
    const engine = session.open();
    const [one, two] = [await engine.fire(bash), await engine.fire(bash)];
    expect(one.eventId).toMatch(/^[0-9a-z]+-[0-9a-z]+-[0-9a-z]+$/);
    expect(one.eventId).not.toBe(two.eventId);
  });

  test("is where the project is, if the host does not say where", async () => {
    const seen: unknown[] = [];
    const engine = session.with(
      "PreToolUse",
      calling(({ cwd }) => void seen.push(cwd)),
    );
    await engine.fire(bash);
    await engine.fire({ ...bash, cwd: "/elsewhere" });
    expect(seen).toEqual([realpathSync(session.project), "/elsewhere"]);
  });

  test("is read as the host says, else as the settings say", async () => {
    session.write(join(session.home, "settings.json"), { dialect: "wave" });
    expect((await session.open().fire(bash)).dialect).toBe("wave");
    expect((await session.open({ dialect: "gosu" }).fire(bash)).dialect).toBe("gosu");
    expect(() => session.open({ dialect: "nope" })).toThrow('unknown dialect "nope"');
  });

  test("that twenty hooks listen to is no leak", async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): number => warnings.push(warning);
    process.on("warning", warned);
    const listens = calling((_, { signal }) => signal.addEventListener("abort", () => {}));
    const hooks = Array.from({ length: 20 }, (_, at) => ({ ...listens, name: `${at}` }));
    await session.with("PreToolUse", ...hooks).fire(bash, { signal: new AbortController().signal });
    await turns();
    process.off("warning", warned);
    expect(warnings).toEqual([]);
  });
});

describe("the settings' way with the ledger", () => {
  test.each([
    ["written", false, "proceed", "proceed"],
    ["synced", true, "proceed", "proceed"],
    ["required", true, "proceed", "halt"],
  ])("%s", async (ledger, sync, written, lost) => {
    const engine = session.open({ program: { ledger } as object });
    expect((await engine.fire(bash)).reading.outcome).toBe(written);
    expect(session.gates).toEqual([undefined, { gate: true, sync }]);
    session.isWritable = false;
    const { reading } = await engine.fire(bash);
    expect(reading.outcome).toBe(lost);
    expect(reading.toUser.map(({ text }) => text)).toEqual(
      lost === "halt"
        ? [
            expect.stringContaining(
              "The decision could not be recorded, and the settings require that it is.",
            ),
          ]
        : [],
    );
  });

  test("a policy's revision is in every record", async () => {
    const engine = session.open();
    const policy = { enforced: { revision: 7, address: "a" }, observed: null, fault: null };
    Object.assign(engine.settings, { policy: { ...policy, folder: "/none", keys: [] } });
    engine.recordPermission("e", { decision: "allow" });
    expect(session.records).toMatchObject([{ policy: { revision: 7, address: "a" } }]);
  });

  test("one of the host's own stays open, one of the engine's is closed after the last event", async () => {
    const own = session.open();
    own.close();
    expect(session.reported).toEqual([]);
    const file = join(session.root, "ledger.jsonl");
    const types = (): string[] => [...readLedger(file)].map(({ type }) => type);
    const ends: (() => void)[] = [];
    const engine = session.open({
      ledger: { file },
      program: {
        hooks: {
          Stop: [{ hooks: [calling(() => new Promise<void>((end) => ends.push(end)))] }],
        },
      } as object,
    });
    const open = engine.fire({ hook_event_name: "Stop" });
    while (ends.length === 0) await turns();
    engine.close();
    expect(types()).toEqual(["open", "event"]);
    await open;
    expect(types()).toEqual(["open", "event", "run", "verdict", "close"]);
  });

  test("is closed after an event that failed, too", async () => {
    const file = join(session.root, "ledger.jsonl");
    const onProgress = (): never => {
      throw new Error("no room");
    };
    const engine = session.open({
      ledger: { file },
      onProgress,
      program: { hooks: { Stop: [{ hooks: [passes] }] } } as object,
    });
    await expect(engine.fire({ hook_event_name: "Stop" })).rejects.toThrow("no room");
    engine.close();
    expect([...readLedger(file)].map(({ type }) => type)).toEqual(["open", "event", "close"]);
  });

  test("is opened before the first event where the host is to live, and not else", async () => {
    const files = ["kept", "once"].map((name) => join(session.root, name));
    const [kept, once] = files as [string, string];
    session.open({ ledger: { file: kept }, keeper: true });
    session.open({ ledger: { file: once } });
    expect(files.map((file) => existsSync(file))).toEqual([false, false]);
    while (!existsSync(kept)) await timers();
    await timers();
    expect(files.map((file) => existsSync(file))).toEqual([true, false]);
  });

  test("is not opened by an engine that is closed at once", async () => {
    const file = join(session.root, "closed");
    session.open({ ledger: { file }, keeper: true }).close();
    await timers();
    expect(existsSync(file)).toBe(false);
  });
});

describe("the end of a turn", () => {
  const stop = { hook_event_name: "Stop", session_id: "s" };
  const more = { type: "json", json: { decision: "block", reason: "more" } };
  const open = (memory = newMemory()) =>
    session.open(
      { program: { limits: { stopBlocks: 2 }, hooks: { Stop: [{ hooks: [more] }] } } as object },
      { memory },
    );

  test("comes after as many blocks as the settings allow, and the user sees it", async () => {
    const memory = newMemory();
    const engine = open(memory);
    for (let times = 0; times < 2; times++)
      expect((await engine.fire(stop)).reading.outcome).toBe("block");
    expect([...memory.stopBlocks.values()]).toEqual([2]);
    const { reading } = await open(memory).fire(stop);
    expect(reading).toMatchObject({
      outcome: "proceed",
      problems: [{ code: "stop-loop", found: "3 blocks in a row" }],
    });
    expect(reading.toUser.at(-1)?.text).toContain("kept it going 2 times in a row");
  });
});

describe("what is wrong", () => {
  test("is said of the settings, the rules, the store of permissions and hooks in the background", async () => {
    session.write(join(session.home, "settings.json"), { permissions: { deny: ["Bash(("] }, x: 1 });
    const grants = {
      has(): never {
        throw new Error("no disk");
      },
      add() {},
    };
    const late = { ...guard, name: "late" };
    const engine = session.background({ PreToolUse: [{ hooks: [late] }] }, { grants });
    const { problems, permissions } = session.open().settings;
    Object.assign(engine.settings, { problems, permissions });
    await engine.fire(bash);
    await engine.drained();
    expect(engine.problems.map(({ code }) => code)).toEqual([
      "setting-unknown",
      "rule-unusable",
      "grants-unusable",
      "hook-async-guard",
    ]);
  });

  test("is looked up when someone asks", async () => {
    const { problems, ...rest } = await session.open().fire(bash);
    expect(problems).toEqual([]);
    const fired = await session.open().fire(bash);
    rmSync(session.project, { recursive: true });
    expect(fired.problems.map(({ code }) => code)).toEqual(["project-gone"]);
    expect(Object.keys(fired)).toEqual([...Object.keys(rest), "problems"]);
  });
});

test("what became of an event of another engine is a gate of its own, and waits for no disk", () => {
  const reading = { outcome: "halt" } as never;
  session.open().recordLost("e", reading);
  expect([session.records, session.gates]).toEqual([
    [{ type: "verdict", eventId: "e", outcome: "halt" }],
    [{ gate: true, sync: false }],
  ]);
});

test("what the user answered is recorded", () => {
  session.open().recordPermission("e", { decision: "deny", reason: "no" });
  expect(session.records).toEqual([
    { type: "permission", eventId: "e", decision: "deny", reason: "no" },
  ]);
});

test("the project is where a link led when the session began", async () => {
  const other = new Session();
  const link = join(session.root, "link");
  symlinkSync(session.project, link);
  const engine = session.open({
    projectDir: link,
    program: { permissions: { deny: ["Read(./secret)"] } },
  });
  rmSync(link);
  symlinkSync(other.project, link);
  const { problems } = await engine.fire(bash);
  expect(problems).toEqual([]);
  expect(session.records[0]).toMatchObject({ payload: { cwd: realpathSync(session.project) } });
  expect(engine.judge({ tool: "Read", input: { file_path: "secret" } }).decision).toBe("deny");
});

test("settings count once they are read again, and Stop hooks are those of then", async () => {
  const file = join(session.home, "settings.json");
  session.hooks(file, "PreToolUse", guard);
  const engine = session.open();
  session.hooks(file, "PreToolUse", passes);
  expect((await engine.fire(bash)).reading.outcome).toBe("block");
  expect(engine.reload().hooks.map(({ name }) => name)).toEqual(["passes"]);
  expect(engine.settings.hooks.map(({ name }) => name)).toEqual(["passes"]);
  expect((await engine.fire(bash)).reading.outcome).toBe("proceed");
});
