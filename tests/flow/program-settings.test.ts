import { join } from "node:path";
import type { Engine, EngineOptions, ProgramHook, ProgramSettings } from "snaphook/engine";
import { createEngine } from "../engine.js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deny } from "./flow-workspace.js";
import { Workspace } from "../workspace.js";

let workspace: Workspace;
let engines: Engine[];
beforeEach(() => {
  workspace = new Workspace();
  engines = [];
});
afterEach(() => {
  for (const engine of engines) engine.close();
});

function engineOf(program: ProgramSettings, options: Partial<EngineOptions> = {}): Engine {
  const engine = createEngine({ ...workspace.places, keeper: false, program, ...options });
  engines.push(engine);
  return engine;
}

const bash = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: {} };
const denial = JSON.parse(deny) as object;

describe("in a settings file", () => {
  const settings = {
    hooks: { PreToolUse: [{ hooks: [{ type: "function", run: "guard", name: "guard" }] }] },
  };

  test.each(["user", "project"])("of the %s a function is refused by name", (layer) => {
    const folder = layer === "user" ? workspace.home : join(workspace.project, ".snaphook");
    workspace.write(join(folder, "settings.json"), JSON.stringify(settings, null, 1));
    const { hooks, problems } = engineOf({}, { trustProject: true }).settings;
    expect(hooks).toEqual([]);
    expect(problems.filter(({ code }) => code === "hook-invalid")).toMatchObject([
      {
        severity: "error",
        hook: "guard",
        path: "hooks.PreToolUse[0].hooks[0].type",
        line: 7,
        found: `"function" in ${layer} settings`,
        lost: "the hook",
      },
    ]);
  });
});

describe("settings given by code that are wrong throw, from untyped code too", () => {
  const open = (program: unknown): Engine => engineOf(program as ProgramSettings);
  const hook = (entry: unknown): unknown => ({ hooks: { PreToolUse: [{ hooks: [entry] }] } });

  test.each<[string, unknown, string]>([
    ["a list", [], "program: found a list, allowed: an object"],
    ["a text", "hooks", 'program: found "hooks", allowed: an object'],
    ["null", null, "program: found null, allowed: an object"],
    [
      "a key that is misspelled",
      { hoks: {} },
      "program.hoks: found hoks, allowed: $schema, dialect, hooks,",
    ],
    [
      "a function that is none",
      hook({ type: "function", run: "guard" }),
      'program.hooks.PreToolUse[0].hooks[0].run: found "guard", allowed: a function',
    ],
    [
      "no function",
      hook({ type: "function" }),
      "program.hooks.PreToolUse[0].hooks[0].run: found nothing, allowed: a function",
    ],
    ["a function without a type", hook({ run: () => denial }), "allowed: a command"],
    [
      "an unknown type",
      hook({ type: "fn", run: () => denial }),
      'program.hooks.PreToolUse[0].hooks[0].type: found "fn"',
    ],
    [
      "a function in a hook of another type",
      hook({ type: "json", json: {}, run: () => denial }),
      "run: found run in a hook of type json, allowed: only in a hook of type function",
    ],
    [
      "a key that does not count there",
      { requireHooks: ["guard"] },
      "requireHooks: found requireHooks in program settings, allowed: user settings",
    ],
    ["a hook that is a function", hook(() => denial), "hooks[0]: found a function"],
  ])("%s", (_what, program, words) => {
    expect(() => open(program)).toThrow(TypeError);
    expect(() => open(program)).toThrow(words);
  });

  test("where they are changed into something wrong, a reload throws and what was keeps guarding", async () => {
    const hooks: ProgramHook[] = [{ type: "function", run: () => denial }];
    const engine = engineOf({ hooks: { PreToolUse: [{ hooks }] } });
    hooks[0] = { type: "function" } as ProgramHook;
    expect(() => engine.reload()).toThrow("found nothing, allowed: a function");
    expect((await engine.fire(bash)).reading.outcome).toBe("block");
  });
});

test.each<[string, string, string]>([
  ["on an event that only the host knows", "Deploy", "Bash"],
  ["whose matcher cannot be read", "PreToolUse", "[a"],
])("a hook %s is none of these faults: it runs", async (_, event, matcher) => {
  const hooks = [{ matcher, hooks: [{ type: "json", json: { continue: false } } as const] }];
  const engine = engineOf({ hooks: { [event]: hooks } });
  const { reading } = await engine.fire({ ...bash, hook_event_name: event });
  expect(reading.outcome).toBe("halt");
});

test("the types know what may be where", () => {
  const right: ProgramSettings = {
    dialect: "wave",
    permissions: { allow: ["Read"], deny: [] },
    limits: { parallel: 2 },
    telemetry: { endpoint: "http://127.0.0.1:4318" },
    hooks: {
      PreToolUse: [
        {
          matcher: "Bash",
          hooks: [
            { command: "true", args: [], timeout: 1, cwd: undefined },
            { type: "json", json: {}, exitcode: 2 },
            { type: "module", module: "guard.mjs", memoryMb: 64 },
            { type: "http", url: "http://127.0.0.1/", headers: {} },
            {
              type: "function",
              run: (event, { signal, deny: refuse }) =>
                signal.aborted ? undefined : refuse(event.hook_event_name),
            },
          ],
        },
      ],
    },
  };
  const wrong: readonly ProgramSettings[] = [
    // @ts-expect-error: a misspelled key
    { hoks: {} },
    // @ts-expect-error: it does not count in settings given by code
    { requireHooks: ["guard"] },
    // @ts-expect-error: a group needs hooks
    { hooks: { Stop: [{ matcher: "*" }] } },
    // @ts-expect-error: a function needs run
    { hooks: { Stop: [{ hooks: [{ type: "function" }] }] } },
    // @ts-expect-error: only a function has run
    { hooks: { Stop: [{ hooks: [{ command: "true", run: () => {} }] }] } },
    // @ts-expect-error: no such word
    { hooks: { Stop: [{ hooks: [{ command: "true", onFailure: "never" }] }] } },
    // @ts-expect-error: the endpoint is required
    { telemetry: { content: true } },
  ];
  expect([engineOf(right).settings.hooks.length, wrong.length]).toEqual([5, 7]);
});
