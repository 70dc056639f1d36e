import { describe, expect, expectTypeOf, test } from "vitest";
import { findDialect, waveFields, waveWords } from "../dialects/index.js";
import { events, type HookEventName } from "../payload/index.js";
import {
  checkHookJSONOutput,
  checkHookSpecificOutput,
  isHookJSONOutput,
  isHookSpecificOutput,
} from "./check-hook-output.js";
import type { HookJSONOutput, HookSpecificOutput, HookSpecificOutputOf } from "./hook-output.js";

describe("the types are those of the tables", () => {
  test("the tables that the types are made from are those of the dialect", () => {
    const { fields, words } = findDialect("wave");
    expect(fields).toBe(waveFields);
    expect(words).toBe(waveWords);
    expectTypeOf<HookEventName>().toEqualTypeOf<HookSpecificOutput["hookEventName"]>();
    expect(events.map(({ name }) => name)).toContain<HookEventName>("PermissionRequest");
  });

  test("each event has its own fields", () => {
    expectTypeOf<HookSpecificOutputOf<"PreToolUse">>().toEqualTypeOf<{
      readonly hookEventName: "PreToolUse";
      readonly decision?: "block" | "approve";
      readonly reason?: string;
      readonly permissionDecision?: "allow" | "deny" | "ask" | "defer";
      readonly permissionDecisionReason?: string;
      readonly updatedInput?: Readonly<Record<string, unknown>>;
      readonly additionalContext?: string;
    }>();
    expectTypeOf<HookSpecificOutputOf<"Stop">>().toEqualTypeOf<{
      readonly hookEventName: "Stop";
      readonly decision?: "block" | "approve";
      readonly reason?: string;
    }>();
    expectTypeOf<HookSpecificOutputOf<"SessionStart">>().toEqualTypeOf<{
      readonly hookEventName: "SessionStart";
      readonly additionalContext?: string;
    }>();
    expectTypeOf<
      NonNullable<HookSpecificOutputOf<"PermissionRequest">["decision"]>
    >().toEqualTypeOf<
      "block" | "approve" | { readonly behavior: "allow" | "deny"; readonly message?: string }
    >();
  });

  test("the event decides which fields there are", () => {
    const read = (output: HookSpecificOutput): unknown => {
      if (output.hookEventName === "PostToolUse") return output.updatedToolOutput;
      // @ts-expect-error: only PostToolUse has it
      return output.updatedToolOutput;
    };
    expect(read({ hookEventName: "PostToolUse", updatedToolOutput: 7 })).toBe(7);
  });

  test("a halt needs its reason, and a decision an event that takes one", () => {
    const outputs: HookJSONOutput[] = [
      {},
      { continue: true, systemMessage: "s", suppressOutput: true },
      { continue: false, stopReason: "r", decision: "block", reason: "r" },
      { hookSpecificOutput: { hookEventName: "Notification", additionalContext: "c" } },
      // @ts-expect-error: without stopReason
      { continue: false },
      // @ts-expect-error: a word that does not exist
      { decision: "deny" },
      // @ts-expect-error: a field of another event
      { hookSpecificOutput: { hookEventName: "Stop", updatedInput: {} } },
    ];
    // @ts-expect-error: SessionStart decides nothing
    const decided: HookJSONOutput<"SessionStart"> = { decision: "block", reason: "r" };
    expect([...outputs, decided].map((output) => isHookJSONOutput(output))).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
      true,
    ]);
    expect(isHookJSONOutput(decided, "SessionStart")).toBe(false);
  });

  test("a guard narrows to the event that it is given", () => {
    const value: unknown = { hookEventName: "Stop", decision: "block", reason: "r" };
    if (isHookSpecificOutput(value, "Stop"))
      expectTypeOf(value).toEqualTypeOf<HookSpecificOutputOf<"Stop">>();
    if (isHookSpecificOutput(value)) expectTypeOf(value).toEqualTypeOf<HookSpecificOutput>();
    const output: unknown = {};
    if (isHookJSONOutput(output)) expectTypeOf(output).toEqualTypeOf<HookJSONOutput>();
    expect(isHookSpecificOutput(value, "SubagentStop")).toBe(false);
  });
});

describe("a check names the field, what was found and what is allowed", () => {
  test.each<[unknown, HookEventName | undefined, string]>([
    [
      { hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "maybe" } },
      "PreToolUse",
      'hookSpecificOutput.permissionDecision: A decision has an unknown value (decision-unknown); found "maybe"; allowed: allow, deny, ask, defer',
    ],
    [
      { systemMessage: 7 },
      undefined,
      "systemMessage: A field has the wrong type (field-wrong-type); found a number: 7; allowed: a string",
    ],
    [
      { continue: false },
      "Stop",
      "stopReason: A block or a halt gives no reason (reason-missing); found nothing; allowed: a string that is not empty",
    ],
    [
      { decision: "block", reason: " " },
      "Stop",
      "reason: A block or a halt gives no reason (reason-missing); found nothing; allowed: a string that is not empty",
    ],
    [{}, "Nope" as never, `event is "Nope"; allowed is one of ${allEvents()}`],
    ["{}", undefined, 'the output is "{}"; allowed is an object'],
    [[], undefined, "the output is an array; allowed is an object"],
    [
      { systemMessage: () => "s" },
      undefined,
      "the output is an object; allowed is plain JSON: no functions, no classes, no cycles",
    ],
  ])("%j on %s", (value, event, message) => {
    expect(() => checkHookJSONOutput(value, event)).toThrow(new TypeError(message));
  });

  test.each<[unknown, string]>([
    [undefined, "hookSpecificOutput is missing; allowed is an object"],
    [null, "hookSpecificOutput is null; allowed is an object"],
    [{}, `hookSpecificOutput.hookEventName is missing; allowed is one of ${allEvents()}`],
    [
      { hookEventName: "stop" },
      `hookSpecificOutput.hookEventName is "stop"; allowed is one of ${allEvents()}`,
    ],
    [
      { hookEventName: "Stop", additionalContext: "c" },
      "hookSpecificOutput.additionalContext: A field does not belong to this event (field-not-for-event); found additionalContext on Stop; allowed: UserPromptSubmit, PreToolUse, PostToolUse, PostToolUseFailure, PreCompact, SessionStart, SubagentStart, PostCompact, Notification, SessionEnd",
    ],
  ])("the specific part %j", (value, message) => {
    expect(() => checkHookSpecificOutput(value)).toThrow(new TypeError(message));
  });

  test("the Problems are its cause", () => {
    const call = (): unknown => checkHookJSONOutput({ stopReason: 1, systemMessage: 2 });
    expect(call).toThrow(
      expect.objectContaining({
        cause: [
          expect.objectContaining({ code: "field-wrong-type", path: "stopReason" }),
          expect.objectContaining({ code: "field-wrong-type", path: "systemMessage" }),
        ],
      }),
    );
  });
});

function allEvents(): string {
  return events.map(({ name }) => name).join(", ");
}

describe("what is no JSON is no output", () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  let shared: unknown = [];
  for (let level = 0; level < 60; level++) shared = [shared, shared];
  const unreadable = {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  };
  class Answer {
    systemMessage = "s";
  }
  test.each<[string, unknown]>([
    ["a function", { other: () => 1 }],
    ["a symbol", { other: Symbol("s") }],
    ["a big integer", { other: 1n }],
    ["no number", { other: NaN }],
    ["a hole", { other: [, 1] }], // oxlint-disable-line no-sparse-arrays
    ["a date", { other: new Date(0) }],
    ["an instance", new Answer()],
    ["what it inherits", Object.create({ systemMessage: 7 })],
    ["a cycle", cycle],
    ["parts that are shared without end", { other: shared }],
    ["a field that cannot be read", Object.defineProperty({}, "systemMessage", unreadable)],
  ])("%s", (_name, value) => {
    expect(isHookJSONOutput(value)).toBe(false);
    expect(isHookSpecificOutput({ hookEventName: "Stop", other: value })).toBe(false);
  });

  test("but what is undefined is not there, and an object without a prototype is one", () => {
    const bare = Object.assign(Object.create(null) as object, { systemMessage: "s" });
    expect(isHookJSONOutput({ systemMessage: undefined })).toBe(true);
    expect(isHookJSONOutput(bare)).toBe(true);
  });
});

test("what the settings turn off or cut is refused until they allow it", () => {
  const prompt = { hookSpecificOutput: { hookEventName: "UserPromptSubmit", updatedPrompt: "p" } };
  expect(isHookJSONOutput(prompt)).toBe(false);
  expect(isHookJSONOutput(prompt, "UserPromptSubmit", { allowUpdatedPrompt: true })).toBe(true);
  const long = {
    hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: "x".repeat(10_001) },
  };
  expect(isHookJSONOutput(long)).toBe(false);
  expect(isHookJSONOutput(long, "SessionStart", { limits: { modelChars: 20_000 } })).toBe(true);
  expect(isHookJSONOutput({ systemMessage: "x".repeat(200_000) })).toBe(false);
});
