import { afterEach, describe, expect, test } from "vitest";
import type { Voice } from "snaphook/core";
import type { Engine, Fired, ProgramHook } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { Workspace } from "../workspace.js";

let workspace = new Workspace();
const engines: Engine[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.close();
  workspace.close();
  workspace = new Workspace();
});

function open(
  hooks: readonly ProgramHook[],
  permissions: object = {},
  event = "PreToolUse",
): Engine {
  const program = { permissions, hooks: { [event]: [{ hooks }] } };
  const engine = createEngine({ ...workspace.places, keeper: false, program });
  engines.push(engine);
  return engine;
}

const call = { tool: "Bash", input: { command: "ls" } };
const fire = (engine: Engine, command = "ls"): Promise<Fired> =>
  engine.fire({ hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command } });

const levels = ["halt", "deny", "defer", "ask", "allow"] as const;
type Level = (typeof levels)[number];
const outcomes = { halt: "halt", deny: "block", defer: "defer", ask: "ask", allow: "proceed" };

function answer(level: Level | "nothing", updatedInput?: object): ProgramHook {
  const specific = {
    hookEventName: "PreToolUse",
    ...(level !== "nothing" && level !== "halt" && { permissionDecision: level }),
    permissionDecisionReason: `hook ${level}`,
    ...(updatedInput !== undefined && { updatedInput }),
  };
  const json = {
    ...(level === "halt" && { continue: false, stopReason: "hook halt" }),
    hookSpecificOutput: specific,
  };
  return { type: "json", name: "hook", json };
}

const received = ({ reading }: Fired): string[] =>
  reading.provenance.voices.map(
    ({ hook, level, by, won }: Voice) => `${won ? "▶" : " "} ${hook} ${level} ${by}`,
  );

describe("hooks, rules and the user's permission make one decision", () => {
  const rows: [Level | "nothing", "none" | "allow" | "ask" | "deny", boolean, boolean][] = [];
  for (const hook of ["nothing", ...levels] as const)
    for (const rule of ["none", "allow", "ask", "deny"] as const)
      for (const granted of [false, true])
        for (const rewrites of [false, true]) rows.push([hook, rule, granted, rewrites]);

  test.each(rows)(
    "hook %s, rule %s, granted %s, rewritten %s",
    async (hook, rule, granted, rewrites) => {
      const input = { command: "ls -l" };
      const engine = open(
        [answer(hook, rewrites ? input : undefined)],
        rule === "none" ? {} : { [rule]: [rewrites ? "Bash(ls -l)" : "Bash(ls)"] },
      );
      // What the user says yes to is the call as it would be made.
      const isBlockedByHook = hook === "deny" || hook === "halt";
      const made = rewrites && !isBlockedByHook ? { tool: "Bash", input } : call;
      if (granted) await engine.grant(made);
      const fired = await fire(engine);
      const { reading, ruling } = fired;

      const ruled = rewrites && isBlockedByHook ? "none" : rule;
      expect(ruling?.decision).toBe(ruled);
      const said = [
        ...(hook === "nothing" ? [] : [{ hook: "hook", level: hook, by: "json" }]),
        ...(ruled === "none" ? [] : [{ hook: "permission rules", level: ruled, by: "rule" }]),
        ...(granted ? [{ hook: "the user", level: "allow" as const, by: "grant" }] : []),
      ];
      const counted = said.filter(({ level }) => !(granted && level === "ask"));
      const winner = levels.find((level) => counted.some((one) => one.level === level));
      expect(received(fired)).toEqual(
        said.map(
          ({ hook: by, level, by: how }) => `${level === winner ? "▶" : " "} ${by} ${level} ${how}`,
        ),
      );
      expect(reading.outcome).toBe(winner === undefined ? "proceed" : outcomes[winner]);
      const permission = levels
        .slice(1)
        .find((level) => counted.some((one) => one.level === level));
      expect(reading.permission).toBe(permission ?? "none");
      // What does not happen is not rewritten.
      const happens = winner !== "halt" && winner !== "deny";
      expect(reading.input).toEqual(rewrites && happens ? input : null);
      expect(reading.provenance.rewrites.map(({ applied }) => applied)).toEqual(
        rewrites ? [happens] : [],
      );
      // Reasons of the winners reach someone, those of the losers only the log.
      const reported = [...reading.toModel, ...reading.toUser].map(({ text }) => text);
      expect(reported.includes(`hook ${hook}`)).toBe(winner === hook);
      expect(reported.some((text) => text.includes("by the ") && text.includes("rule"))).toBe(
        ruled === winner && ruled !== "allow",
      );
    },
  );

  test("a deny rule on the rewritten input: nothing is rewritten, and the rule is the one that won", async () => {
    const fired = await fire(
      open([answer("allow", { command: "rm -rf x" })], { deny: ["Bash(rm *)"] }),
    );
    expect(fired.reading).toMatchObject({ outcome: "block", permission: "deny", input: null });
    expect(received(fired)).toEqual(["  hook allow json", "▶ permission rules deny rule"]);
    expect(fired.reading.provenance.rewrites).toEqual([
      { hook: "hook", what: "input", applied: false, why: "the operation does not happen" },
    ]);
    expect(fired.reading.toModel.map(({ hook }) => hook)).toEqual(["permission rules"]);
  });

  test("self-protection speaks under its own name", async () => {
    const path = `${workspace.project}/.snaphook/settings.json`;
    const engine = open([answer("allow")]);
    const fired = await engine.fire({
      hook_event_name: "PreToolUse",
      tool_name: "Write",
      tool_input: { file_path: path, content: "{}" },
    });
    expect(received(fired)).toEqual(["  hook allow json", "▶ self-protection ask rule"]);
  });

  test("the user's yes answers the ask of a failed guard", async () => {
    const guard: ProgramHook = {
      type: "command",
      command: "exit 1",
      name: "guard",
      onFailure: "ask",
    };
    const engine = open([guard]);
    expect((await fire(engine)).reading.outcome).toBe("ask");
    await engine.grant(call);
    const fired = await fire(engine);
    expect(fired.reading.outcome).toBe("proceed");
    expect(received(fired)).toEqual(["  guard ask failure", "▶ the user allow grant"]);
  });
});

describe("the limit of blocks in a row is an answer", () => {
  const stop: ProgramHook = {
    type: "json",
    name: "keep going",
    json: { decision: "block", reason: "not yet" },
  };

  test("it overrules the hook, is named, and the hook's reason goes to the log", async () => {
    const program = { limits: { stopBlocks: 1 }, hooks: { Stop: [{ hooks: [stop] }] } };
    const engine = createEngine({ ...workspace.places, keeper: false, program });
    engines.push(engine);
    const payload = { hook_event_name: "Stop", session_id: "s" };
    expect((await engine.fire(payload)).reading.outcome).toBe("block");
    const fired = await engine.fire(payload);
    expect(fired.reading).toMatchObject({ outcome: "proceed", toModel: [], diagnosed: true });
    expect(received(fired)).toEqual(["  keep going deny json", "▶ stop limit allow stop-limit"]);
    expect(fired.reading.toUser).toMatchObject([{ kind: "warning", hook: "stop limit" }]);
    expect(fired.reading.toLog).toMatchObject([{ text: "not yet" }]);
    expect(fired.reading.problems.map(({ code }) => code)).toEqual(["stop-loop"]);
  });

  test("a halt it does not overrule", async () => {
    const halt: ProgramHook = {
      type: "json",
      name: "halt",
      json: { continue: false, stopReason: "no" },
    };
    const program = { limits: { stopBlocks: 1 }, hooks: { Stop: [{ hooks: [stop, halt] }] } };
    const engine = createEngine({ ...workspace.places, keeper: false, program });
    engines.push(engine);
    for (let round = 0; round < 4; round++)
      expect((await engine.fire({ hook_event_name: "Stop" })).reading.outcome).toBe("halt");
  });
});

test("an event that is aborted before any hook answers halts, by a voice of its own", async () => {
  const abort = new AbortController();
  abort.abort();
  const fired = await open([]).fire({ hook_event_name: "PreToolUse" }, { signal: abort.signal });
  expect(fired.reading).toMatchObject({ outcome: "halt", toUser: [], problems: [] });
  expect(received(fired)).toEqual(["▶ abort halt abort"]);
});
