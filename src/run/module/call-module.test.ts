import { describe, expect, test } from "vitest";
import { callableOf, describe as kindOf, type LoadedModule } from "./call-module.js";
import { Exit } from "./toolbox.js";

const event = { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } };
const cycle: { self?: object } = {};
cycle.self = cycle;
type Next = (event?: object) => Promise<unknown>;
type Middleware = (toolbox: unknown, event: object, next: Next) => unknown;
const call = (exported: unknown): Promise<unknown> => callableOf({ default: exported })(event);
const says =
  (said: unknown): Middleware =>
  (_, __, _next) =>
    said;
const rewrites: Middleware = (_, given, next) =>
  next({ ...given, tool_input: { command: "ls -l" } });
/** As `snaphook/hook` makes it. */
const ofKit = Object.defineProperty({}, Symbol.for("snaphook.answer"), { value: true });
const input = { hookEventName: "PreToolUse", updatedInput: { command: "ls -l" } };

describe("a module", () => {
  test("may be a function of the event, middleware, or a list of it", async () => {
    expect(await call((given: object) => given)).toBe(event);
    expect(await call(says("said"))).toBe("said");
    expect(await call([says(undefined), says(null), says("third"), says("never")])).toBe("third");
    expect(await call([says(undefined)])).toBe(undefined);
  });

  test("takes what it gets by the number of its arguments", async () => {
    const two = ($: unknown, given: object): unknown => [typeof $, given];
    expect(await call(two)).toEqual(["object", event]);
    expect(await call([two])).toEqual(["object", event]);
    expect(await call((...all: unknown[]) => all)).toEqual([event]);
  });

  test.each<[what: string, module: LoadedModule, why: string]>([
    ["nothing", {}, "its default export is undefined; it should be"],
    ["a text", { default: "x" }, "its default export is a string; it should be"],
    ["an empty list", { default: [] }, "its default export is an empty list; it should be"],
    [
      "a list with a plain function",
      { default: [says(1), (one: object) => one] },
      "is a list; it should be",
    ],
    ["a list with no function", { default: [says(1), { length: 3 }] }, "is a list; it should be"],
    [
      "a mod of another host",
      { register: () => {} },
      "a mod of Claude Code (it exports register) cannot run here",
    ],
    ["register that is no function", { register: 1 }, "its default export is undefined"],
    [
      "register beside another thing",
      { register: () => {}, default: 1 },
      "its default export is a number",
    ],
  ])("that exports %s is refused", (_what, module, why) => {
    expect(() => callableOf(module)).toThrow(why);
  });

  test.each<[name: string, value: unknown]>([
    ["null", null],
    ["undefined", undefined],
    ["an empty list", []],
    ["a list", [1]],
    ["an object", {}],
    ["a boolean", true],
  ])("what is %s is called that", (name, value) => {
    expect(kindOf(value)).toBe(name);
  });
});

describe("next", () => {
  test("gives what those behind say, who are asked once", async () => {
    const asked: string[] = [];
    const second: Middleware = (_, __, _next) => {
      asked.push("second");
      return { decision: "block" };
    };
    const waits: Middleware = async (_, __, next) => {
      await next();
    };
    expect(await call([waits, second])).toEqual({ decision: "block" });
    expect(asked).toEqual(["second"]);
    const twice: Middleware = async (_, __, next) => {
      await next();
      return next();
    };
    await expect(call([twice, second])).rejects.toThrow("next() was called twice");
  });

  test.each<[what: string, behind: Middleware, said: unknown]>([
    ["where nobody behind says anything", says(undefined), { hookSpecificOutput: input }],
    ["where they say null", says(null), { hookSpecificOutput: input }],
    ["where they print nothing", says(" "), { hookSpecificOutput: input }],
    [
      "with their answer",
      says({ systemMessage: "m" }),
      { systemMessage: "m", hookSpecificOutput: input },
    ],
    [
      "with their answer as text",
      says('{"systemMessage":"m"}'),
      { systemMessage: "m", hookSpecificOutput: input },
    ],
    [
      "with what they print and exit 0",
      says(new Exit(0, '{"systemMessage":"m"}', "")),
      { systemMessage: "m", hookSpecificOutput: input },
    ],
    [
      "with the specific part of their answer",
      says({ hookSpecificOutput: { permissionDecision: "ask" } }),
      { hookSpecificOutput: { ...input, permissionDecision: "ask" } },
    ],
    [
      "unless they give another input",
      says({ hookSpecificOutput: { updatedInput: {} } }),
      { hookSpecificOutput: { ...input, updatedInput: {} } },
    ],
    ["not where the kit has made their answer", says(ofKit), ofKit],
    [
      "where they print with exit 0 nothing",
      says(new Exit(0, "", "")),
      { hookSpecificOutput: input },
    ],
    ["not where they refuse by exit code", says(new Exit(2, "", "no")), new Exit(2, "", "no")],
  ])("with another input rewrites it, %s", async (_what, behind, said) => {
    expect(await call([rewrites, behind])).toEqual(said);
  });

  test.each<[what: string, said: unknown]>([
    ["a text", "fine"],
    ["a list", ["fine"]],
    ["a cycle", cycle],
    ["a number", 7],
    ["null as text", "null"],
    ["what has no JSON", () => 1],
  ])("with another input refuses where %s comes back", async (_what, said) => {
    expect(await call([rewrites, says(said)])).toEqual(
      new Exit(2, "", "next() got another input, and what came back cannot be read with it"),
    );
  });

  test.each<[what: string, other: object]>([
    ["of the same input", { ...event, tool_input: { command: "ls" } }],
    ["of an input that is no object", { ...event, tool_input: "ls" }],
    ["of an input that is a list", { ...event, tool_input: ["ls"] }],
    ["of another event", { ...event, hook_event_name: "Stop", tool_input: {} }],
    ["without an input", { hook_event_name: "PreToolUse", tool_input: null }],
  ])("leaves the answer as it is for an event %s", async (_what, other) => {
    expect(await call([(_: unknown, __: object, next: Next) => next(other), says("said")])).toBe(
      "said",
    );
  });
});
