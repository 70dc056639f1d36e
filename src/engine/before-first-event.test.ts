import { expect, test } from "vitest";
import { loadSettings } from "../config/index.js";
import { silentRun } from "../decode/index.js";
import { prepare } from "./before-first-event.js";
import type { EventContext } from "./event-context.js";
import type { PlannedHook } from "./planned-hook.js";

function settingsOf(...hooks: readonly object[]) {
  return loadSettings({
    projectDir: "/nowhere",
    home: "/nowhere/home",
    managedFile: "/nowhere/managed.json",
    trustProject: false,
    program: { hooks: { Stop: [{ hooks }] } },
  });
}

const command = {
  command: "./guard.sh",
  passEnv: ["TOKEN"],
  cwd: "/elsewhere",
  env: { A: "1" },
  timeout: 9,
};
const module = { type: "module", module: "guard.mjs" };
const json = { type: "json", json: {} };

/** What is done, in order, and what is started. */
async function done(
  hooks: readonly object[],
  { ready = true, closedAfter = "", hasStore = false, fails = false } = {},
): Promise<unknown[]> {
  const steps: unknown[] = [];
  const step = <Value>(name: string, value: Value): Value => {
    steps.push(name);
    return value;
  };
  const given = {
    engine: {
      settings: settingsOf(...hooks),
      judge: (call: object) => {
        expect(call).toEqual({ tool: "Bash", input: { command: "touch x" } });
        return step("judge", null);
      },
    },
    own: { prepare: () => step("ledger", undefined) },
    runner: { prepare: () => step("runner", Promise.resolve(ready)) },
    project: hasStore
      ? null
      : {
          prepare: (isWanted: () => boolean) =>
            Promise.resolve(step(`looks ${isWanted()}`, undefined)),
        },
    starter: {
      forksElsewhere: true,
      start: ({ hook, matches, why }: PlannedHook, payload: object, context: EventContext) => {
        const { action, cwd, env, passEnv, timeout, name } = hook;
        const { eventId, event, signal } = context;
        steps.push({ action, cwd, env, passEnv, timeout });
        expect([matches, why, eventId, event, signal.aborted]).toEqual([
          true,
          "",
          "",
          "PreToolUse",
          false,
        ]);
        expect(payload).toEqual({
          hook_event_name: "PreToolUse",
          tool_name: "Bash",
          tool_input: { command: "true" },
        });
        if (fails) return Promise.reject(new Error("enough"));
        return Promise.resolve({ run: silentRun(name, { type: "exited", code: 2 }), ms: 0 });
      },
    },
  };
  const isClosed = (): boolean =>
    closedAfter !== "" &&
    [undefined, steps.at(-1)].includes(closedAfter === "nothing" ? undefined : closedAfter);
  const prepared = prepare(given as never, isClosed);
  if (fails) await expect(prepared).rejects.toThrow("enough");
  else expect(await prepared).toBeUndefined();
  return steps;
}

const rehearsed = {
  action: { type: "command", form: "shell", shell: "/bin/sh", command: ":" },
  cwd: null,
  env: {},
  passEnv: [],
  timeout: 1,
};

test.each<[what: string, hooks: readonly object[], how: object, steps: readonly unknown[]]>([
  [
    "a command is rehearsed by one that does nothing",
    [json, command],
    {},
    ["ledger", "runner", "looks true", "judge", rehearsed],
  ],
  [
    "what fails here is the caller's to swallow: it fails again with the event",
    [command],
    { fails: true },
    ["ledger", "runner", "looks true", "judge", rehearsed],
  ],
  [
    "where there is no keeper nothing is started",
    [command],
    { ready: false },
    ["ledger", "runner", "looks true", "judge"],
  ],
  [
    "a module has its processes ready and no shell",
    [module],
    {},
    ["ledger", "runner", "looks true", "judge"],
  ],
  [
    "a worker as well",
    [{ ...command, type: "worker" }],
    {},
    ["ledger", "runner", "looks true", "judge"],
  ],
  ["what is no process needs none", [json], {}, ["ledger", "looks true", "judge"]],
  [
    "nor does what is turned off",
    [{ ...command, disabled: true }],
    {},
    ["ledger", "looks true", "judge"],
  ],
  [
    "a store of the host's is not asked",
    [command],
    { hasStore: true },
    ["ledger", "runner", "judge", rehearsed],
  ],
  ["an engine that is closed by then does nothing", [command], { closedAfter: "nothing" }, []],
  [
    "one that is closed while hooks are looked at judges nothing",
    [command],
    { closedAfter: "looks true" },
    ["ledger", "runner", "looks true"],
  ],
  [
    "one that is closed while it waits for its keeper starts nothing",
    [command],
    { closedAfter: "judge" },
    ["ledger", "runner", "looks true", "judge"],
  ],
])("%s", async (_what, hooks, how, steps) => {
  expect(await done(hooks, how)).toEqual(steps);
});
