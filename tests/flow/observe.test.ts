import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { type Engine, type EngineOptions, type ProgramHook } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { Workspace } from "../workspace.js";

let workspace = new Workspace();
const engines: Engine[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.close();
  workspace.close();
  workspace = new Workspace();
});

function open(more: Partial<EngineOptions>): Engine {
  const engine = createEngine({ ...workspace.places, keeper: false, ...more });
  engines.push(engine);
  return engine;
}

const program = (...hooks: readonly ProgramHook[]): Partial<EngineOptions> => ({
  program: { hooks: { PreToolUse: [{ hooks }] } },
});

const ls = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };

const says = (name: string, permissionDecision: string, more: object = {}): ProgramHook => ({
  type: "json",
  name,
  json: {
    systemMessage: `${name} warns`,
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision,
      permissionDecisionReason: `${name} says so`,
      additionalContext: `${name} adds`,
      updatedInput: { command: name },
    },
  },
  ...more,
});

describe("a hook that only observes", () => {
  test("runs, and everything it would have done is recorded and done by nobody", async () => {
    const file = `${workspace.root}/ledger.jsonl`;
    const ledger = { file };
    const engine = open({ ...program(says("new guard", "deny", { observe: true })), ledger });
    const { reading, hooks } = await engine.fire(ls);
    expect(reading).toMatchObject({
      outcome: "proceed",
      permission: "none",
      input: null,
      toModel: [],
      toUser: [],
      failed: false,
    });
    expect(reading.toLog.map(({ text }) => text)).toEqual([
      "new guard says so",
      "new guard adds",
      "new guard warns",
    ]);
    expect(reading.provenance.voices).toEqual([
      {
        hook: "new guard",
        level: "deny",
        by: "json",
        won: false,
        why: "it only observes; it would have made the decision deny",
        observes: true,
      },
    ]);
    expect(hooks).toMatchObject([{ name: "new guard", ran: true, observe: true }]);
    const records = readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(records.find(({ type }) => type === "run")).toMatchObject({ observe: true });
    expect(records.find(({ type }) => type === "verdict")).toMatchObject({
      outcome: "proceed",
      provenance: { voices: [{ level: "deny", observes: true }] },
    });
  });

  test("together with others: they decide, and it is said whether it would have mattered", async () => {
    const engine = open(
      program(
        says("lax", "allow", { observe: true }),
        says("guard", "ask"),
        says("strict", "deny", { observe: true }),
      ),
    );
    const { reading } = await engine.fire(ls);
    expect([reading.outcome, reading.input]).toEqual(["ask", { command: "guard" }]);
    expect(reading.provenance.voices.map(({ hook, won, why }) => [hook, won, why])).toEqual([
      ["lax", false, "it only observes; ask decides anyway"],
      ["guard", true, "ask is the strictest that was said"],
      ["strict", false, "it only observes; it would have made the decision deny"],
    ]);
    expect(reading.provenance.rewrites).toMatchObject([
      { hook: "lax", applied: false, why: "the hook only observes" },
      { hook: "guard", applied: true },
      { hook: "strict", applied: false },
    ]);
  });

  test.each<[string, ProgramHook]>([
    ["halts", { type: "json", json: { continue: false, stopReason: "no" } }],
    ["blocks by its exit code", { type: "command", command: "exit 2" }],
    ["fails and guards", { type: "command", command: "exit 1", onFailure: "block" }],
    ["is killed and guards", { type: "command", command: "kill -9 $$", onFailure: "ask" }],
    ["is malformed and denies", { type: "command", command: `echo '{"decision":"deny"' x` }],
    [
      "times out and guards",
      { type: "command", command: "sleep 60", timeout: 0.1, onFailure: "block" },
    ],
  ])("has no effect where it %s", async (_, hook) => {
    const { reading } = await open(program({ ...hook, observe: true })).fire(ls);
    expect([reading.outcome, reading.failed, reading.toModel, reading.toUser]).toEqual([
      "proceed",
      false,
      [],
      [],
    ]);
  });

  test("does not take an abort away", async () => {
    const abort = new AbortController();
    const engine = open(program({ type: "command", command: "sleep 60", observe: true }));
    const fired = engine.fire(ls, { signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    expect((await fired).reading.outcome).toBe("halt");
  });

  test("a required one counts as missing", async () => {
    writeFileSync(workspace.places.managedFile, JSON.stringify({ requireHooks: ["guard"] }));
    const required = says("guard", "allow");
    expect((await open(program(required)).fire(ls)).reading.outcome).toBe("proceed");
    const { reading } = await open(program({ ...required, observe: true })).fire(ls);
    expect(reading.outcome).toBe("halt");
    expect(reading.toUser[0]?.text).toContain("only observing");
    expect(reading.provenance.voices).toMatchObject([{ hook: "required hooks", by: "refusal" }]);
  });
});

describe("a layer that only observes", () => {
  const deny = { type: "json", json: { decision: "block", reason: "no" } };
  const layer = (more: object, hook: object = deny): string =>
    JSON.stringify({ ...more, hooks: { PreToolUse: [{ hooks: [hook] }] } });

  test("all of its hooks observe, but for one that says otherwise", async () => {
    workspace.write(`${workspace.home}/settings.json`, layer({ observe: true }));
    expect((await open({}).fire(ls)).reading.outcome).toBe("proceed");
    workspace.write(
      `${workspace.home}/settings.json`,
      layer({ observe: true }, { ...deny, observe: false }),
    );
    expect((await open({}).fire(ls)).reading.outcome).toBe("block");
  });

  test("it reaches no other layer: a managed guard guards", async () => {
    writeFileSync(workspace.places.managedFile, layer({}));
    workspace.write(`${workspace.home}/settings.json`, layer({ observe: true }));
    workspace.write(".snaphook/settings.json", layer({ observe: true }));
    const engine = open({
      trustProject: true,
      program: { observe: true, hooks: { PreToolUse: [{ hooks: [says("code", "deny")] }] } },
    });
    const { reading, hooks } = await engine.fire(ls);
    expect(reading.outcome).toBe("block");
    expect(hooks.map(({ id, observe = false }) => [id.split(":")[0], observe])).toEqual([
      ["user", true],
      ["project", true],
      ["program", true],
      ["managed", false],
    ]);
  });

  test("an approved guard that is turned to observing was changed, and fails as was approved", async () => {
    const guard = { ...deny, onFailure: "block" };
    workspace.write(".snaphook/settings.json", layer({}, guard));
    const first = open({});
    await first.approve(first.review());
    expect((await first.fire(ls)).reading.outcome).toBe("block");
    workspace.write(".snaphook/settings.json", layer({ observe: true }, guard));
    const { reading, hooks } = await open({}).fire(ls);
    expect(hooks).toMatchObject([{ ran: false, skipped: "trust" }]);
    expect(reading.outcome).toBe("block");
  });

  test("an approved observer that was changed has no effect either", async () => {
    const guard = { ...deny, onFailure: "block" };
    workspace.write(".snaphook/settings.json", layer({ observe: true }, guard));
    const first = open({});
    await first.approve(first.review());
    workspace.write(".snaphook/settings.json", layer({ observe: true }, { ...guard, timeout: 5 }));
    expect((await open({}).fire(ls)).reading.outcome).toBe("proceed");
  });
});
