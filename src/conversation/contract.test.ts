import { expect, test } from "vitest";
import { interpretOwn } from "../interpret/index.js";
import {
  hookOutputProcessor,
  type HookExecutionResult,
  type HookOutputContext,
  type MessageManager,
} from "./index.js";

/** A manager with the four calls of the contract and no more; it notes them. */
function noting(): { readonly manager: MessageManager; readonly calls: unknown[][] } {
  const calls: unknown[][] = [];
  return {
    calls,
    manager: {
      addUserMessage: (content: string) => calls.push(["addUserMessage", plain(content)]),
      addErrorBlock: (content: string) => calls.push(["addErrorBlock", content]),
      updateToolBlock: ({ toolId, result, success }) =>
        calls.push(["updateToolBlock", toolId, plain(result), success]),
      removeLastUserMessage: () => calls.push(["removeLastUserMessage"]),
    },
  };
}

/** Without the tags that tell the model who speaks. */
function plain(text: string): string {
  return text.replaceAll(/<\/?hook-output[^>]*>\n?/g, "").trim();
}

function ended(exitCode: number): HookExecutionResult {
  return {
    success: exitCode === 0,
    exitCode,
    stdout: "out",
    stderr: "err",
    duration: 5,
    timedOut: false,
  };
}

const about: HookOutputContext = { toolId: "t1", hook: "guard" };
const ran: HookOutputContext = { ...about, toolResult: "original" };
const shown = ["addErrorBlock", "guard: err"];
const failed = ["addErrorBlock", expect.stringMatching(/^guard: err\n.*\[exit-code-failure\]/)];

test.each<[string, number, HookOutputContext, string, string, unknown[][]]>([
  ["UserPromptSubmit", 0, {}, "context-injected", "addUserMessage", [["addUserMessage", "out"]]],
  [
    "UserPromptSubmit",
    2,
    { hook: "guard" },
    "block-prompt",
    "addErrorBlock",
    [["removeLastUserMessage"], shown],
  ],
  ["UserPromptSubmit", 1, { hook: "guard" }, "error-displayed", "addErrorBlock", [failed]],
  ["PreToolUse", 0, about, "continue", "none", []],
  [
    "PreToolUse",
    2,
    about,
    "block-tool",
    "updateToolBlock",
    [["updateToolBlock", "t1", "err", false]],
  ],
  ["PreToolUse", 1, about, "error-displayed", "addErrorBlock", [failed]],
  ["PostToolUse", 0, ran, "continue", "none", []],
  [
    "PostToolUse",
    2,
    ran,
    "error-displayed",
    "updateToolBlock",
    [["updateToolBlock", "t1", "original\n\nerr", false]],
  ],
  ["PostToolUse", 1, ran, "error-displayed", "addErrorBlock", [failed]],
  ["Stop", 0, {}, "continue", "none", []],
  ["Stop", 2, {}, "block-stop", "addUserMessage", [["addUserMessage", "err"]]],
  ["Stop", 1, { hook: "guard" }, "error-displayed", "addErrorBlock", [failed]],
])("%s, exit code %i", (event, exitCode, context, action, messageOperationUsed, calls) => {
  const noted = noting();
  const done = hookOutputProcessor.processHookOutput(
    event,
    ended(exitCode),
    context,
    noted.manager,
  );
  expect(noted.calls).toEqual(calls);
  expect(done).toEqual({
    action,
    metadata: {
      exitCode,
      event,
      messageOperationUsed,
      blocked: exitCode === 2 && (event !== "PostToolUse" || done.metadata.blocked),
    },
  });
});

test("feedback never takes the place of a result that is not known", () => {
  const noted = noting();
  hookOutputProcessor.processHookOutput("PostToolUse", ended(2), about, noted.manager);
  expect(noted.calls).toEqual([["addUserMessage", "err"]]);
});

test.each<[string, Partial<HookExecutionResult>, unknown[]]>([
  ["a deadline", { timedOut: true }, ["addErrorBlock", expect.stringContaining("in time")]],
  [
    "a failure without a code",
    { success: false },
    ["addErrorBlock", expect.stringContaining("the host reports a failure")],
  ],
  ["success without a code", { success: true, stdout: "out" }, ["addUserMessage", "out"]],
])("%s", (_, result, call) => {
  const noted = noting();
  const whole = { success: false, duration: 1, timedOut: false, ...result };
  const done = hookOutputProcessor.processHookOutput("UserPromptSubmit", whole, {}, noted.manager);
  expect(noted.calls).toEqual([call]);
  expect(done.metadata.exitCode).toBeNull();
});

test("a guard that did not come to an answer blocks where its settings say so", () => {
  const late = { success: false, duration: 1, timedOut: true };
  const context = { ...about, onFailure: "block" } as const;
  const done = hookOutputProcessor.processHookOutput("PreToolUse", late, context, noting().manager);
  expect(done.metadata.blocked).toBe(true);
});

test("in a dialect with JSON the answer is read", () => {
  const noted = noting();
  const stdout = '{"decision":"block","reason":"not yet"}';
  const result = { success: true, exitCode: 0, stdout, duration: 1, timedOut: false };
  const context = { dialect: "wave" };
  const { action } = hookOutputProcessor.processHookOutput("Stop", result, context, noted.manager);
  expect([action, noted.calls]).toEqual(["block-stop", [["addUserMessage", "not yet"]]]);
});

test.each<[string, unknown, string]>([
  ["nothing", undefined, "not an object"],
  ["an empty object", {}, "success is not a boolean"],
  ["an exit code beyond a byte", { ...ended(0), exitCode: 256 }, "an integer from 0 to 255"],
  ["a negative exit code", { ...ended(0), exitCode: -1 }, "an integer from 0 to 255"],
  ["half an exit code", { ...ended(0), exitCode: 1.5 }, "an integer from 0 to 255"],
  ["a time before the start", { ...ended(0), duration: -1 }, "duration"],
  ["bytes", { ...ended(0), stdout: new Uint8Array() }, "stdout is not a text"],
  ["no word about the deadline", { success: true, duration: 0 }, "timedOut is not a boolean"],
])("%s is no result, and nobody continues as if it were", (_, result, why) => {
  const noted = noting();
  expect(() =>
    hookOutputProcessor.processHookOutput("Stop", result as HookExecutionResult, {}, noted.manager),
  ).toThrow(why);
  expect(noted.calls).toEqual([]);
});

test.each([undefined, null, "deny", "BLOCK", "__proto__", 2])(
  "what has the outcome %j is no Reading, and is refused before anything is written",
  (outcome) => {
    const { manager, calls } = noting();
    const reading = { ...interpretOwn({ dialect: "wave", event: "Stop", runs: [] }), outcome };
    const call = (): unknown =>
      hookOutputProcessor.processHookOutput("PreToolUse", reading as never, about, manager);
    const said = `the outcome is ${JSON.stringify(outcome)}; allowed are: proceed, `;
    expect(call).toThrow(TypeError);
    expect(call).toThrow(said);
    expect(calls).toEqual([]);
  },
);

test.each<[string, Partial<HookExecutionResult>]>([
  ["without an exit code", { exitCode: undefined as never }],
  ["in spite of exit code 0", { exitCode: 0 }],
])("what a hook printed that failed %s is shown", (_, changes) => {
  const { manager, calls } = noting();
  const result = { ...ended(1), stderr: "disk is full\n", ...changes };
  hookOutputProcessor.processHookOutput("PreToolUse", result, about, manager);
  expect(JSON.stringify(calls)).toContain("disk is full");
});

test("a problem is shown in full once, and then in one line with its count", () => {
  const { manager, calls } = noting();
  const shownProblems = new Map<string, number>();
  for (let time = 0; time < 3; time++)
    hookOutputProcessor.processHookOutput(
      "PreToolUse",
      ended(1),
      { ...about, shownProblems },
      manager,
    );
  const [first, ...later] = calls.map(([, text]) => String(text).split("\n").slice(1));
  expect(first).toEqual([
    "The hook ended with an error code [exit-code-failure]",
    "  hook guard, exit: found 1",
    "  allowed: 0, 2",
    expect.stringMatching(/^ {2}fix: /),
  ]);
  expect(later).toEqual([
    [
      "The hook ended with an error code again, 2 times by now [exit-code-failure]: hook guard, exit",
    ],
    [
      "The hook ended with an error code again, 3 times by now [exit-code-failure]: hook guard, exit",
    ],
  ]);
});

test("the same problem several times in one event is shown once, with its count", () => {
  const { manager, calls } = noting();
  const run = { hook: "guard", exit: 0, stdout: "{}", garbled: "HTTP 200" };
  const reading = interpretOwn({ dialect: "wave", event: "PreToolUse", runs: [run, run] });
  hookOutputProcessor.processHookOutput("PreToolUse", reading, about, manager);
  expect(calls.map(([, text]) => String(text).split("\n").at(-1))).toEqual(["  (2 times)"]);
});
