import { describe, expect, expectTypeOf, test } from "vitest";
import {
  checkHookOutputResult,
  isHookOutputResult,
  toInterpretRequest,
  type HookOutputResult,
} from "./hook-output-result.js";
import { interpret } from "./interpret.js";

const result: HookOutputResult = {
  exitCode: 2,
  stdout: "",
  stderr: "no rm -rf here",
  executionTime: 12.5,
  hookEvent: "PreToolUse",
};

test("a result has five fields, and may have more", () => {
  const value: unknown = { ...result, pid: 7 };
  expect(isHookOutputResult(value)).toBe(true);
  expect(checkHookOutputResult(value)).toBe(value);
  if (isHookOutputResult(value)) expectTypeOf(value).toEqualTypeOf<HookOutputResult>();
});

describe("a field that is missing or wrong is named, with what was found and what is allowed", () => {
  const codes = "an integer from 0 to 255";
  const time = "a finite number of milliseconds, 0 or more";
  test.each<[keyof HookOutputResult, unknown, string]>([
    ...[-1, 256, 300, 1.5, NaN, Infinity].map((code) => exitCode(code, String(code))),
    exitCode("2", '"2"'),
    exitCode(null, "null"),
    exitCode(undefined, "missing"),
    ["stdout", undefined, "stdout is missing; allowed is a string"],
    ["stdout", new Uint8Array(), "stdout is an object; allowed is a string"],
    ["stderr", null, "stderr is null; allowed is a string"],
    ["stderr", ["no"], "stderr is an array; allowed is a string"],
    ["executionTime", -0.1, `executionTime is -0.1; allowed is ${time}`],
    ["executionTime", NaN, `executionTime is NaN; allowed is ${time}`],
    ["executionTime", Infinity, `executionTime is Infinity; allowed is ${time}`],
    ["executionTime", "5", `executionTime is "5"; allowed is ${time}`],
    ["hookEvent", "Nonsense", 'hookEvent is "Nonsense"; allowed is one of SessionStart, User'],
    ["hookEvent", "__proto__", 'hookEvent is "__proto__"; allowed is one of SessionStart, User'],
    ["hookEvent", undefined, "hookEvent is missing; allowed is one of SessionStart, User"],
  ])("%s: %j", (field, found, message) => {
    const value = { ...result, [field]: found };
    expect(isHookOutputResult(value)).toBe(false);
    expect(() => checkHookOutputResult(value)).toThrow(TypeError);
    expect(() => checkHookOutputResult(value)).toThrow(message);
    expect(() => toInterpretRequest(value as HookOutputResult)).toThrow(message);
  });

  function exitCode(found: unknown, shown: string): [keyof HookOutputResult, unknown, string] {
    return ["exitCode", found, `exitCode is ${shown}; allowed is ${codes}`];
  }

  test.each([undefined, null, 7, "{}"])("%j is no result", (value) => {
    expect(isHookOutputResult(value)).toBe(false);
    expect(() => checkHookOutputResult(value)).toThrow(/^the result is .+; allowed is an object$/);
  });
});

test("both ends of what a field may hold", () => {
  for (const exitCode of [0, 255]) expect(isHookOutputResult({ ...result, exitCode })).toBe(true);
  expect(isHookOutputResult({ ...result, stderr: "", executionTime: 0 })).toBe(true);
});

test("interpret reads it, in wave or in the dialect that is named", () => {
  const runs = [{ exit: 2, stdout: "", stderr: "no rm -rf here" }];
  expect(toInterpretRequest(result)).toEqual({ dialect: "wave", event: "PreToolUse", runs });
  expect(interpret(toInterpretRequest(result))).toMatchObject({
    outcome: "block",
    toModel: [{ text: "no rm -rf here" }],
  });
  const payload = { tool_name: "Bash" };
  expect(toInterpretRequest(result, { dialect: "gosu", payload })).toEqual({
    dialect: "gosu",
    event: "PreToolUse",
    payload,
    runs,
  });
});
