import { expect, test } from "vitest";
import type { HookFunction } from "../../config/index.js";
import { HostFunctions } from "./host-code.js";
import { programFrom, programTo } from "./wire-program.js";

interface Called {
  (...given: readonly unknown[]): unknown;
}

test("settings given by code arrive with their functions in their places, each with its name and its `this`", () => {
  const hook = {
    type: "function",
    reason: "no",
    run(this: { readonly reason: string }) {
      return this.reason;
    },
  };
  const program = { hooks: { Stop: [{ hooks: [{ json: { a: [null, 1] } }, hook] }] } };
  const functions = new HostFunctions();
  const sent = programTo(program, functions);
  expect(structuredClone(sent)).toEqual({
    settings: {
      hooks: {
        Stop: [{ hooks: [{ json: { a: [null, 1] } }, { type: "function", reason: "no" }] }],
      },
    },
    functions: [{ path: ["hooks", "Stop", "0", "hooks", "1", "run"], number: 0, name: "run" }],
  });
  const arrived = programFrom(structuredClone(sent), functions) as typeof program;
  const [, found] = arrived.hooks.Stop[0]?.hooks ?? [];
  const { run } = found as { run: Called };
  expect([run(), run.name]).toEqual(["no", "run"]);
});

test("what is inherited is left out, as settings are read", () => {
  const hook = Object.assign(Object.create({ command: "inherited" }) as object, { name: "own" });
  expect(programTo({ hook }, new HostFunctions()).settings).toEqual({ hook: { name: "own" } });
});

test("a function at the first level has its place, too", () => {
  const functions = new HostFunctions();
  const sent = programTo({ run: () => 7 }, functions);
  const { run } = programFrom(structuredClone(sent), functions) as { run: HookFunction };
  expect(run({ hook_event_name: "Stop" }, {} as never)).toBe(7);
});

test("what is deeper than any settings crosses as it is", () => {
  let deep: unknown = { text: "t" };
  for (let level = 0; level < 150; level++) deep = { deep };
  expect(programTo(deep, new HostFunctions()).settings).toEqual(deep);
  const cycle: { self?: object } = {};
  cycle.self = cycle;
  expect(programTo(cycle, new HostFunctions()).functions).toEqual([]);
});

test.each([
  [100, 1],
  [101, 0],
])("a function in an object at level %d is one of %d", (level, count) => {
  let program: object = { run: () => 1 };
  for (let at = 0; at < level; at++) program = { program };
  expect(programTo(program, new HostFunctions()).functions).toHaveLength(count);
});
