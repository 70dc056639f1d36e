import { describe, expect, test } from "vitest";
import { decide } from "../decide/index.js";
import { engineAnswer, type Answer, type Say } from "../decode/index.js";
import { findDialect } from "../dialects/index.js";
import { eventSpec } from "../payload/index.js";
import type { RoutedText } from "./text.js";
import { actionOf, callAt, operationsOf } from "./operations.js";
import { route } from "./route.js";

const say = (level: Say["level"], by: Say["by"] = "json", reason = "why"): Say => ({
  level,
  by,
  reasons: [reason],
});
const silent: Answer = { ...engineAnswer("guard", say("allow")), says: [] };

function routed(
  answers: readonly Partial<Answer>[],
  event = "PreToolUse",
  dialect = "wave",
  modelChars = 10_000,
): readonly RoutedText[] {
  const spec = eventSpec(event);
  const payload = { prompt: "old" };
  const verdict = decide(
    answers.map((answer, index) => ({ ...silent, hook: `#${index}`, ...answer })),
    spec,
    payload,
  );
  return route(verdict, { dialect: findDialect(dialect), event: spec, payload, modelChars }).texts;
}

/** Texts as `lane kind text`. */
const texts = (...given: Parameters<typeof routed>): string[] =>
  routed(...given).map(({ to, kind, text }) => `${to} ${kind} ${text}`);

describe("where the decision's text goes", () => {
  test.each<[string, Partial<Answer>, string, string[]]>([
    ["a stated deny", { says: [say("deny")] }, "PreToolUse", ["model reason why"]],
    ["an exit code 2", { says: [say("deny", "exit-code")] }, "PreToolUse", ["model feedback why"]],
    ["a halt", { says: [say("halt")] }, "PreToolUse", ["user stop-reason why"]],
    ["an abort", { says: [say("halt", "abort")] }, "PreToolUse", ["user stop-reason why"]],
    ["an ask", { says: [say("ask")] }, "PreToolUse", ["user reason why"]],
    ["a defer", { says: [say("defer")] }, "PreToolUse", ["user reason why"]],
    ["an allow", { says: [say("allow")] }, "PreToolUse", ["user reason why"]],
    ["an approval of a stop", { says: [say("allow")] }, "Stop", ["log reason why"]],
    ["a block of a prompt", { says: [say("deny")] }, "UserPromptSubmit", ["user reason why"]],
    [
      "a block of a compaction",
      { says: [say("deny", "exit-code")] },
      "PreCompact",
      ["user feedback why"],
    ],
    ["a block of a stop", { says: [say("deny")] }, "SubagentStop", ["model reason why"]],
    [
      "a block after a failed tool",
      { says: [say("deny")] },
      "PostToolUseFailure",
      ["model reason why"],
    ],
    [
      "a failure that blocks",
      { says: [say("deny", "failure")], error: { text: "late", lane: "noAnswer" } },
      "PreToolUse",
      ["model error why", "user error late"],
    ],
    [
      "a failure that blocks where the user sees the reason",
      { says: [say("deny", "failure")], error: { text: "why", lane: "noAnswer" } },
      "UserPromptSubmit",
      ["user error why"],
    ],
    [
      "the same, with details",
      { says: [say("deny", "failure")], error: { text: "a stack trace", lane: "otherCode" } },
      "UserPromptSubmit",
      ["user error why", "user error a stack trace"],
    ],
    [
      "a failure that asks",
      { says: [say("ask", "failure")], error: { text: "why", lane: "otherCode" } },
      "PreToolUse",
      ["user error why"],
    ],
    [
      "a deny printed before a timeout",
      { says: [say("deny")], error: { text: "late", lane: "noAnswer" } },
      "PreToolUse",
      ["model reason why", "user error late"],
    ],
    ["a notice", { notice: "note" }, "Notification", ["user warning note"]],
  ])("%s", (_name, answer, event, expected) => {
    expect(texts([answer], event)).toEqual(expected);
  });

  test("reasons of lower levels go to the log, within an answer and across hooks", () => {
    expect(
      texts([
        { says: [say("deny", "json", "d"), say("allow", "json", "a")] },
        { says: [say("ask", "json", "k")] },
      ]),
    ).toEqual(["model reason d", "log reason a", "log reason k"]);
  });

  test("a failure that another hook outranks is still shown", () => {
    const failed = {
      says: [say("ask", "failure", "f")],
      error: { text: "late", lane: "noAnswer" } as const,
    };
    expect(texts([failed, { says: [say("deny", "json", "d")] }])).toEqual([
      "log error f",
      "user error late",
      "model reason d",
    ]);
  });

  test("an ask that failed elsewhere does not silence an error in another lane", () => {
    const failed = {
      says: [say("deny", "failure", "f")],
      error: { text: "late", lane: "otherCode" } as const,
    };
    expect(texts([failed], "PreToolUse", "gosu")).toEqual(["model error f", "log error late"]);
  });
});

describe("where the other texts go", () => {
  const all: Partial<Answer> = {
    says: [say("deny")],
    context: "ctx",
    warning: "warn",
    asides: ["aside"],
    output: null,
  };
  test("order within one answer: the decision's text, context, warnings; asides to the log", () => {
    expect(texts([all])).toEqual([
      "model reason why",
      "model context ctx",
      "user warning warn",
      "log feedback aside",
    ]);
  });

  test("hooks in configuration order", () => {
    expect(texts([{ warning: "1" }, { context: "2" }, { warning: "3" }])).toEqual([
      "user warning 1",
      "model context 2",
      "user warning 3",
    ]);
  });

  test("in pact the user and the model get it, in gosu the model alone", () => {
    expect(texts([{ warning: "w" }], "Stop", "pact")).toEqual([
      "user warning w",
      "model warning w",
    ]);
    expect(texts([{ warning: "w" }], "Stop", "gosu")).toEqual(["model warning w"]);
  });

  test("what a failed hook says is for the user alone", () => {
    expect(texts([{ warning: "w", failed: true }], "Stop", "pact")).toEqual([
      "user warning w",
      "log warning w",
    ]);
    expect(texts([{ warning: "w", failed: true }], "Stop", "gosu")).toEqual(["log warning w"]);
    expect(texts([{ warning: "w", failed: true }], "Stop", "wave")).toEqual(["user warning w"]);
  });

  test.each([
    ["UserPromptSubmit", "wave", "model context out"],
    ["SessionStart", "wave", "model context out"],
    ["PreToolUse", "wave", "log feedback out"],
    ["Nonsense", "wave", "log feedback out"],
    ["UserPromptSubmit", "gosu", "user feedback out"],
  ])("plain output on %s in %s: %s", (event, dialect, expected) => {
    expect(texts([{ output: "out" }], event, dialect)).toEqual([expected]);
  });

  test("context of a prompt that is not processed goes to the log", () => {
    const answer = { output: "out", context: "ctx" };
    for (const level of ["deny", "halt"] as const) {
      expect(
        texts([{ ...answer }, { says: [{ level, by: "json", reasons: [] }] }], "UserPromptSubmit"),
      ).toEqual(["log context out", "log context ctx"]);
    }
    expect(
      texts([{ ...answer }, { says: [say("ask", "failure")] }], "UserPromptSubmit").slice(0, 2),
    ).toEqual(["model context out", "model context ctx"]);
  });
});

test("of two prompts the user sees the one that counts", () => {
  expect(
    routed([{ changes: { prompt: "first" } }, { changes: { prompt: "new" } }], "UserPromptSubmit"),
  ).toEqual([
    {
      to: "user",
      kind: "warning",
      text: 'Hook "#1" changed your prompt.\nYou wrote: old\nThe model gets: new',
      hook: "#1",
    },
  ]);
});

test("a prompt rewritten without a prompt in the payload is reported all the same", () => {
  const spec = eventSpec("UserPromptSubmit");
  const verdict = decide([{ ...silent, changes: { prompt: "new" } }], spec, { prompt: 1 as never });
  const { texts: shown } = route(verdict, {
    dialect: findDialect("wave"),
    event: spec,
    payload: {},
    modelChars: 10,
  });
  expect(shown.at(-1)).toMatchObject({
    text: 'Hook "guard" changed your prompt.\nYou wrote: \nThe model gets: new',
  });
});

describe("texts to the model are capped", () => {
  const note = (end: number, length: number): string =>
    `\n[cut after ${end} of ${length} characters; the whole text is in the hook log]`;
  test("at the limit nothing is cut, one character later it is, and the log has the whole", () => {
    expect(texts([{ context: "12345" }], "PreToolUse", "wave", 5)).toEqual(["model context 12345"]);
    expect(texts([{ context: "123456" }], "PreToolUse", "wave", 5)).toEqual([
      `model context 12345${note(5, 6)}`,
      "log context 123456",
    ]);
  });

  test("no character is halved", () => {
    expect(texts([{ context: "1234😀" }], "PreToolUse", "wave", 5)[0]).toBe(
      `model context 1234${note(4, 6)}`,
    );
    expect(texts([{ context: "123😀6" }], "PreToolUse", "wave", 5)[0]).toBe(
      `model context 123😀${note(5, 6)}`,
    );
  });

  test("texts to the user are not", () => {
    expect(texts([{ warning: "123456" }], "PreToolUse", "wave", 5)).toEqual([
      "user warning 123456",
    ]);
  });

  test("it is a problem that names the hook and the limit", () => {
    const spec = eventSpec("PreToolUse");
    const verdict = decide([{ ...silent, context: "123456" }], spec, {});
    expect(
      route(verdict, { dialect: findDialect("wave"), event: spec, payload: {}, modelChars: 5 })
        .problems,
    ).toEqual([
      {
        code: "text-cut",
        severity: "warning",
        hook: "guard",
        path: "context",
        found: "6 characters",
        allowed: ["at most 5 characters"],
        lost: "the rest of the text",
      },
    ]);
  });
});

describe("the host side's words", () => {
  function hostSide(answer: Partial<Answer>, event: string): [string, string[]] {
    const spec = eventSpec(event);
    const verdict = decide([{ ...silent, ...answer }], spec, {});
    const { texts: shown } = route(verdict, {
      dialect: findDialect("wave/exit"),
      event: spec,
      payload: {},
      modelChars: 100,
    });
    const of = (lane: string): unknown[] => shown.filter(({ to }) => to === lane);
    const { outcome } = verdict;
    return [
      actionOf({ outcome, toModel: of("model"), toUser: of("user") }, event),
      operationsOf(outcome, event, shown),
    ];
  }
  const exitTwo = { says: [say("deny", "exit-code")] };
  test.each<[string, Partial<Answer>, string, string[]]>([
    ["UserPromptSubmit", exitTwo, "block-prompt", ["addErrorBlock", "removeLastUserMessage"]],
    ["PreToolUse", exitTwo, "block-tool", ["updateToolBlock"]],
    ["PermissionRequest", exitTwo, "block-tool", ["updateToolBlock"]],
    ["PostToolUse", exitTwo, "error-displayed", ["updateToolBlock"]],
    ["PostToolUseFailure", exitTwo, "error-displayed", ["updateToolBlock"]],
    ["Stop", exitTwo, "block-stop", ["addUserMessage"]],
    ["SubagentStop", exitTwo, "block-stop", ["addUserMessage"]],
    ["PreCompact", exitTwo, "error-displayed", ["addErrorBlock"]],
    ["UserPromptSubmit", { output: "out" }, "context-injected", ["addUserMessage"]],
    ["SessionStart", { output: "out" }, "context-injected", ["addUserMessage"]],
    ["PreToolUse", { output: "out" }, "continue", []],
    ["PreToolUse", { context: "ctx" }, "context-injected", ["addUserMessage"]],
    [
      "PreToolUse",
      { error: { text: "e", lane: "otherCode" } },
      "error-displayed",
      ["addErrorBlock"],
    ],
    ["SessionEnd", { notice: "n" }, "error-displayed", ["addWarnBlock"]],
    ["Stop", { says: [say("halt", "abort")] }, "halt", ["addErrorBlock"]],
    ["PreToolUse", { says: [say("ask", "failure")] }, "ask", ["addErrorBlock"]],
    ["PreToolUse", { says: [say("defer")] }, "ask", ["addWarnBlock"]],
    ["UserPromptSubmit", {}, "continue", []],
  ])("%s with %j: %s", (event, answer, action, operations) => {
    expect(hostSide(answer, event)).toEqual([action, operations]);
  });
});

test.each<
  [
    event: string,
    outcome: "block" | "proceed",
    byExitCode: boolean,
    call: ReturnType<typeof callAt>,
  ]
>([
  ["PreToolUse", "proceed", false, { hasRun: false, success: false }],
  ["PermissionRequest", "block", false, { hasRun: false, success: false }],
  ["PostToolUse", "proceed", false, { hasRun: true, success: true }],
  ["PostToolUse", "block", false, { hasRun: true, success: true }],
  ["PostToolUse", "block", true, { hasRun: true, success: false }],
  ["PostToolUse", "proceed", true, { hasRun: true, success: true }],
  ["PostToolUseFailure", "proceed", false, { hasRun: true, success: false }],
  ["Stop", "block", false, null],
  ["UserPromptSubmit", "proceed", false, null],
])(
  "what %s says of a call with the outcome %s, by exit code: %s",
  (event, outcome, byExitCode, call) => {
    expect(callAt(event, outcome, byExitCode)).toEqual(call);
  },
);
