import { readdirSync, readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine, type Engine, type Fired, type ProgramHook } from "snaphook/engine";
import { readCases, type ConformanceCase } from "../../src/conform/index.js";
import { allDialects } from "../../src/dialects/index.js";
import { events } from "../../src/payload/index.js";
import { Workspace } from "../workspace.js";

// An engine in a thread gives what one in place gives, to the byte and to the prototype.

const cases = readdirSync("conformance")
  .filter((name) => name.endsWith(".json"))
  .flatMap((name): readonly ConformanceCase[] => {
    const read = readCases(JSON.parse(readFileSync(`conformance/${name}`, "utf8")));
    if ("error" in read) throw new Error(read.error);
    return read.filter((one): one is ConformanceCase => "runs" in one);
  });

/** What the hooks of the case under test print; hooks beyond say nothing. */
let printed: ConformanceCase["runs"] = [];

const hooks = [0, 1, 2, 3].map((index): ProgramHook => ({
  type: "function",
  name: `hook ${index}`,
  run: (_, { exit }) => {
    const { exit: code = 1, stdout = "", stderr = "" } = printed[index] ?? { exit: 0 };
    return exit(code, { stdout: String(stdout), stderr: String(stderr) });
  },
}));

let workspace: Workspace;
let pairs: Map<string, readonly [place: Engine, thread: Engine]>;
beforeAll(() => {
  workspace = new Workspace();
  const program = { hooks: Object.fromEntries(events.map(({ name }) => [name, [{ hooks }]])) };
  const open = (dialect: string, thread: boolean): Engine =>
    createEngine({ ...workspace.places, keeper: false, dialect, thread, program });
  pairs = new Map(
    allDialects.map(({ name }) => [name, [open(name, false), open(name, true)]] as const),
  );
});
afterAll(() => {
  for (const engine of [...pairs.values()].flat()) engine.close();
});

/** Everything but what is another at every event. */
function settled({ event, dialect, reading, hooks: reports, ruling, problems }: Fired) {
  return {
    event,
    dialect,
    reading,
    problems,
    ruling: ruling && { ...ruling, considered: ruling.considered.length },
    hooks: reports.map(({ ms: _, ...report }) => report),
  };
}

test.each(allDialects.map(({ name }) => name))("every case of %s", async (name) => {
  const [place, thread] = pairs.get(name) ?? [];
  if (place === undefined || thread === undefined) throw new Error("no engines");
  const differing: string[] = [];
  const own = cases.filter(({ dialect }) => dialect === name);
  for (const { id, event, payload = {}, runs } of own) {
    printed = runs;
    const fired = { ...payload, hook_event_name: event };
    const [one, other] = [settled(await place.fire(fired)), settled(await thread.fire(fired))];
    if (!isDeepStrictEqual(one, other) || JSON.stringify(one) !== JSON.stringify(other))
      differing.push(id);
  }
  expect([own.length > 0, differing]).toEqual([true, []]);
});

describe("a payload with", () => {
  class Named {
    readonly name = "a";
    toJSON(): object {
      return { said: this.name };
    }
  }
  const cycle: Record<string, unknown> = {};
  cycle["self"] = cycle;
  let deep: unknown = "end";
  for (let level = 0; level < 400; level++) deep = { deep };

  test.each<readonly [what: string, input: unknown]>([
    ["large numbers", { n: 12345678901234567890n, z: -0, inf: Infinity }],
    ["undefined", { a: undefined, b: [undefined, 1] }],
    ["a key __proto__", JSON.parse('{"__proto__": {"command": "ls"}, "constructor": 1}')],
    ["no prototype", Object.assign(Object.create(null) as object, { command: "ls" })],
    ["half a character", { command: "\ud800" }],
    ["a date", { at: new Date(0) }],
    ["holes", { list: [1, , 3] }], // oxlint-disable-line no-sparse-arrays
    ["four hundred levels", deep],
    ["a megabyte", { text: "x".repeat(1_000_000) }],
  ])("%s has the same reading", async (_, input) => {
    const [place, thread] = await bothWays(input);
    expect(thread).toStrictEqual(place);
  });

  test.each<readonly [what: string, input: unknown]>([
    ["an object that says what it is", { who: new Named(), bytes: Buffer.from("ab") }],
    ["a function and a symbol", { run() {}, list: [() => 1], symbol: Symbol("s") }],
    ["a proxy", { command: new Proxy({ a: 1 }, {}) }],
    ["a map and an address", { map: new Map([[1, 2]]), url: new URL("http://localhost/a") }],
  ])("%s is to hooks and rules what it is without a thread", async (_, input) => {
    const [place, thread] = (await bothWays(input)).map(({ planned, decision, result }) => ({
      planned,
      decision,
      toUser: result.reading.toUser,
      outcome: result.reading.outcome,
    }));
    expect(thread).toStrictEqual(place);
  });

  test("a cycle is the caller's mistake in both", async () => {
    const [place, thread] = pairs.get("wave") ?? [];
    const given = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: cycle };
    await expect(place?.fire(given)).rejects.toThrow(TypeError);
    await expect(thread?.fire(given)).rejects.toThrow(TypeError);
  });

  test.each([
    ["more text", "more than 33554432 characters", () => "x".repeat(33 * 1024 * 1024)],
    ["more levels", "nested deeper than 500 levels", () => ({ deep: { deep: { deep } } })],
  ])("%s than can be sent halts, and a Problem says so", async (_, why, input) => {
    const [, thread] = pairs.get("wave") ?? [];
    const nested = (levels: number): unknown => (levels === 0 ? input() : [nested(levels - 1)]);
    const tool_input = why.startsWith("nested") ? nested(101) : input();
    const fired = await thread?.fire({ hook_event_name: "PreToolUse", tool_input });
    expect(fired?.reading).toMatchObject({
      outcome: "halt",
      problems: [
        { code: "engine-thread-lost", found: `cannot be sent this event (RangeError: ${why})` },
      ],
    });
  });
});

/** What becomes of a call with that input, in place and in a thread. */
function bothWays(tool_input: unknown) {
  const answer = { hookEventName: "PreToolUse", updatedInput: { more: 1 } };
  printed = [{ exit: 0, stdout: JSON.stringify({ hookSpecificOutput: answer }) }];
  const rewrites = { ...hooks[0], merge: true } as ProgramHook;
  const echoes: ProgramHook = { type: "function", name: "echo", run: echo };
  const program = {
    hooks: { PreToolUse: [{ hooks: [rewrites, echoes] }] },
    permissions: { ask: ["Bash(ls *)"] },
  };
  const given = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input };
  return Promise.all(
    [false, true].map(async (thread) => {
      const engine = createEngine({ ...workspace.places, keeper: false, thread, program });
      const planned = engine.preview(given).map(({ matches }) => matches);
      const { decision } = engine.judge({ tool: "Bash", input: tool_input });
      const result = settled(await engine.fire(given));
      engine.close();
      return { planned, decision, result };
    }),
  );
}

/** What it got, as the reason of a no. */
function echo(event: object): object {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision: "ask",
      permissionDecisionReason: JSON.stringify(event).slice(0, 5000),
    },
  };
}
