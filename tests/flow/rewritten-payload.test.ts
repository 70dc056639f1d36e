import { writeFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type {
  Approvals,
  ApprovalStore,
  Engine,
  HookTrust,
  ProgramGroup,
  ProgramHook,
} from "snaphook/engine";
import { createEngine } from "../engine.js";
import { Workspace } from "../workspace.js";

let workspace = new Workspace();
const engines: Engine[] = [];
afterEach(() => {
  for (const engine of engines.splice(0)) engine.close();
  workspace.close();
  workspace = new Workspace();
});

function open(groups: readonly ProgramGroup[], event = "PreToolUse"): Engine {
  const program = { hooks: { [event]: groups } };
  const engine = createEngine({ ...workspace.places, keeper: false, program });
  engines.push(engine);
  return engine;
}

const one = (hook: ProgramHook, more: Partial<ProgramGroup> = {}): ProgramGroup => ({
  ...more,
  hooks: [hook],
});

const ls = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };

/** Rewrites the command. */
const rewriter = (command: string, more: object = {}): ProgramHook => ({
  type: "json",
  name: `makes it ${command}`,
  json: { hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput: { command } } },
  ...more,
});

/** A real program that denies `rm -rf`, by what it reads on stdin. */
const guard = (more: object = {}): ProgramHook => ({
  type: "command",
  name: "no rm -rf",
  command: "if grep -q 'rm -rf'; then echo 'no rm -rf' >&2; exit 2; fi",
  ...more,
});

/** Keeps what it was given. */
function listener(seen: unknown[], more: object = {}): ProgramHook {
  return {
    type: "function",
    name: "listener",
    run: (event) => void seen.push(event["tool_input"] ?? event["prompt"]),
    ...more,
  };
}

describe("a sequential hook gets the payload as the ones before it left it", () => {
  test("a guard sees the command that will run, and not the one that was asked for", async () => {
    const engine = open([one(rewriter("rm -rf /")), one(guard({ sequential: true }))]);
    const { reading } = await engine.fire(ls);
    expect(reading).toMatchObject({ outcome: "block", input: null });
    expect(reading.toModel).toMatchObject([{ text: "no rm -rf", hook: "no rm -rf" }]);
  });

  test("those behind it get what it left, and those before it what was asked for", async () => {
    const seen: unknown[] = [];
    const groups = [
      one(listener(seen)),
      one(rewriter("first", { sequential: true })),
      one(listener(seen)),
      one(rewriter("second", { sequential: true })),
      one(listener(seen, { sequential: true })),
    ];
    const { reading } = await open(groups).fire(ls);
    expect(seen).toEqual([{ command: "ls" }, { command: "first" }, { command: "second" }]);
    expect(reading.input).toEqual({ command: "second" });
  });

  test("hooks that run at the same time all get the same", async () => {
    const seen: unknown[] = [];
    await open([one(rewriter("other")), one(listener(seen))]).fire(ls);
    expect(seen).toEqual([{ command: "ls" }]);
  });

  test("its condition is about the input that it gets: a guard cannot be passed by a rewrite", async () => {
    const strict = guard({ sequential: true });
    const groups = [one(rewriter("rm -rf /")), one(strict, { if: { command: "rm *" } })];
    const fired = await open(groups).fire(ls);
    expect(fired.reading.outcome).toBe("block");
    expect(fired.hooks.map(({ ran }) => ran)).toEqual([true, true]);
    const harmless = [one(rewriter("ls -l")), one(strict, { if: { command: "ls" } })];
    expect((await open(harmless).fire(ls)).hooks).toMatchObject([
      { ran: true },
      { ran: false, skipped: "if" },
    ]);
  });

  test("a hook that only observes changes nothing for those behind it", async () => {
    const seen: unknown[] = [];
    const groups = [
      one(rewriter("other", { observe: true })),
      one(listener(seen, { sequential: true })),
    ];
    await open(groups).fire(ls);
    expect(seen).toEqual([{ command: "ls" }]);
  });

  test("a rewrite of a hook that denies is not passed on", async () => {
    const seen: unknown[] = [];
    const denies: ProgramHook = {
      type: "json",
      json: {
        hookSpecificOutput: {
          hookEventName: "PreToolUse",
          permissionDecision: "deny",
          permissionDecisionReason: "no",
          updatedInput: { command: "other" },
        },
      },
    };
    await open([one(denies), one(listener(seen, { sequential: true }))]).fire(ls);
    expect(seen).toEqual([{ command: "ls" }]);
  });

  test("prompts and tool outputs are passed on too", async () => {
    const prompts: unknown[] = [];
    const prompt = {
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", updatedPrompt: "new" },
    };
    writeFileSync(workspace.places.managedFile, JSON.stringify({ allowUpdatedPrompt: true }));
    const program = {
      hooks: {
        UserPromptSubmit: [
          one({ type: "json", json: prompt }),
          one(listener(prompts, { sequential: true })),
        ],
        PostToolUse: [
          one({
            type: "json",
            json: {
              hookSpecificOutput: { hookEventName: "PostToolUse", updatedToolOutput: "***" },
            },
          }),
          one({
            type: "function",
            sequential: true,
            run: (event) => void prompts.push(event["tool_response"]),
          }),
        ],
      },
    };
    const engine = createEngine({ ...workspace.places, keeper: false, program });
    engines.push(engine);
    await engine.fire({ hook_event_name: "UserPromptSubmit", prompt: "old" });
    await engine.fire({ ...ls, hook_event_name: "PostToolUse", tool_response: "secret" });
    expect(prompts).toEqual(["new", "***"]);
  });

  test("a project's hook that matches only the rewritten input is reviewed before it runs", async () => {
    const shown: string[] = [];
    const fireWith = async (...groups: object[]): Promise<string> => {
      const settings = JSON.stringify({ hooks: { PreToolUse: groups } });
      workspace.write(".snaphook/settings.json", settings);
      const engine = createEngine({
        ...workspace.places,
        keeper: false,
        onReview: (review) => {
          shown.push(...review.map(({ hook }) => hook.name));
          return review;
        },
      });
      engines.push(engine);
      return (await engine.fire(ls)).reading.outcome;
    };
    const first = one(rewriter("rm -rf /"));
    const second = one(guard({ sequential: true }), { if: { command: "rm *" } });
    expect(await fireWith(first)).toBe("ask");
    expect(await fireWith(first, second)).toBe("block");
    expect(shown).toEqual(["makes it rm -rf /", "no rm -rf"]);
  });
});

describe("a hook on the final input", () => {
  test("runs after all rewrites, wherever it is, and sees what will be used", async () => {
    const seen: unknown[] = [];
    const groups = [
      one(listener(seen, { on: "final" })),
      one(guard({ on: "final" })),
      one(rewriter("ls -l")),
      one(rewriter("rm -rf /")),
    ];
    const fired = await open(groups).fire(ls);
    expect(seen).toEqual([{ command: "rm -rf /" }]);
    expect(fired.reading).toMatchObject({ outcome: "block", input: null });
    expect(fired.hooks.map(({ name }) => name)).toEqual([
      "listener",
      "no rm -rf",
      "makes it ls -l",
      "makes it rm -rf /",
    ]);
  });

  const specific = (fields: object): object => ({
    hookSpecificOutput: { hookEventName: "PreToolUse", ...fields },
  });

  test.each<[string, object, string]>([
    ["allow", specific({ permissionDecision: "allow" }), "allow"],
    ["rewrite", specific({ updatedInput: { command: "rm -rf /" } }), "updatedInput"],
    ["add", specific({ additionalContext: "by the way" }), "additionalContext"],
  ])("cannot %s", async (_, json, lost) => {
    const { reading } = await open([one({ type: "json", on: "final", json })]).fire(ls);
    expect(reading).toMatchObject({
      outcome: "proceed",
      permission: "none",
      input: null,
      toModel: [],
    });
    expect(reading.problems).toMatchObject([{ code: "hook-final", lost }]);
  });

  test.each<[string, object, string]>([
    ["deny", specific({ permissionDecision: "deny", permissionDecisionReason: "no" }), "block"],
    ["ask", specific({ permissionDecision: "ask", permissionDecisionReason: "sure?" }), "ask"],
    ["halt", { continue: false, stopReason: "enough" }, "halt"],
  ])("can %s", async (_, json, outcome) => {
    const { reading } = await open([one({ type: "json", on: "final", json })]).fire(ls);
    expect([reading.outcome, reading.problems]).toEqual([outcome, []]);
  });

  test("a stated allow does not take back its own exit code 2", async () => {
    const json = { continue: true, ...specific({ permissionDecision: "allow" }) };
    const { reading } = await open([one({ type: "json", on: "final", json, exitcode: 2 })]).fire(
      ls,
    );
    expect(reading.outcome).toBe("block");
  });

  test("its warning is still shown", async () => {
    const { reading } = await open([
      one({ type: "json", on: "final", json: { systemMessage: "careful" } }),
    ]).fire(ls);
    expect(reading.toUser).toMatchObject([{ text: "careful" }]);
    expect(reading.problems).toEqual([]);
  });

  test("async it would guard nothing: that is said", () => {
    const hook: ProgramHook = { type: "command", command: "true", on: "final", async: true };
    expect(() => open([one(hook)])).toThrow("found async with on final");
  });
});

test("a hook that only matches what a hook before it made of the call blocks where its approval cannot be stored", async () => {
  let stored: Approvals = { hooks: null, seen: {} };
  let fault = "";
  const approvals: ApprovalStore = {
    read: () => Promise.resolve(stored),
    change: (_, alter) =>
      fault === ""
        ? Promise.resolve(void (stored = alter(stored)))
        : Promise.reject(new Error(fault)),
    text: () => Promise.resolve(null),
  };
  const settings = (group: object): void =>
    void workspace.write(
      ".snaphook/settings.json",
      JSON.stringify({ hooks: { PreToolUse: [group] } }),
    );
  const start = (): Engine => {
    const program = { hooks: { PreToolUse: [one(rewriter("rm x"))] } };
    const onReview = (given: readonly HookTrust[]): readonly HookTrust[] => given;
    const options = { ...workspace.places, keeper: false, program, approvals, onReview };
    const engine = createEngine(options);
    engines.push(engine);
    return engine;
  };
  const hook = { name: "guard", type: "json", json: {} };
  settings({ hooks: [hook] });
  await start().fire(ls);
  settings({ if: { command: "rm *" }, hooks: [{ ...hook, on: "final" }] });
  fault = "connection lost";
  const engine = start();
  await engine.refresh();
  const { reading, hooks } = await engine.fire(ls);
  expect(reading.outcome).toBe("block");
  expect(hooks[0]).toMatchObject({ ran: false, skipped: "trust", why: "connection lost" });
  fault = "";
  expect((await engine.fire(ls)).hooks[0]).toMatchObject({ name: "guard", ran: true });
});
