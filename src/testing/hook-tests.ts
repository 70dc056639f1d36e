import type { GivenEvent, HookExpectation, HookTest, HookTestFile } from "../hook-tests/index.js";

/**
 * What a program `*.hooktest.ts` or `*.hooktest.mjs` exports by default, for `snaphook test`: the same data as a
 * `*.hooktest.json`.
 */
export function hookTests(
  tests: readonly HookTest[],
  shared: Omit<HookTestFile, "tests" | "$schema"> = {},
): HookTestFile {
  return { ...shared, tests: [...tests] };
}

/** One test: an event, and what must come of it. */
export function hookTest(
  name: string,
  given: Partial<GivenEvent>,
  expect: HookExpectation,
  more: Pick<HookTest, "hosts" | "on"> = {},
): HookTest {
  return { name, given, expect, ...more };
}

/** A call of a tool that the model has asked for, before it runs. */
export function toolCall(tool: string, input: Readonly<Record<string, unknown>>): GivenEvent {
  return { event: "PreToolUse", tool, input: { ...input } };
}
