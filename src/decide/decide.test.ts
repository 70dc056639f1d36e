import { describe, expect, test } from "vitest";
import { engineAnswer, type Answer, type Say } from "../decode/index.js";
import { eventSpec } from "../payload/index.js";
import { decide } from "./decide.js";

const say = (level: Say["level"]): Say => ({ level, by: "json", reasons: [] });
const silent: Answer = { ...engineAnswer("guard", say("allow")), says: [] };
const hook = (name: string, rest: Partial<Answer>): Answer => ({ ...silent, hook: name, ...rest });
const preToolUse = eventSpec("PreToolUse");
const payload = { tool_input: { command: "rm", __proto__: null, n: 1 } };

describe("precedence", () => {
  test.each<[Say["level"][], string, string]>([
    [[], "proceed", "none"],
    [["allow"], "proceed", "allow"],
    [["allow", "ask"], "ask", "ask"],
    [["ask", "defer"], "defer", "defer"],
    [["defer", "deny", "allow"], "block", "deny"],
    [["halt"], "halt", "none"],
    [["halt", "deny"], "halt", "deny"],
    [["halt", "allow"], "halt", "allow"],
  ])("%j on PreToolUse: %s, permission %s", (levels, outcome, permission) => {
    const answers = levels.map((level, index) => hook(`#${index}`, { says: [say(level)] }));
    expect(decide(answers, preToolUse, {})).toMatchObject({ outcome, permission });
    expect(decide(answers.toReversed(), preToolUse, {})).toMatchObject({ outcome, permission });
  });

  test("an event that decides no permission has none, whatever is said", () => {
    expect(decide([hook("a", { says: [say("deny")] })], eventSpec("Stop"), {})).toMatchObject({
      outcome: "block",
      permission: "none",
    });
  });

  test("silence on PermissionRequest asks", () => {
    expect(decide([silent], eventSpec("PermissionRequest"), {})).toMatchObject({
      outcome: "ask",
      permission: "none",
      level: null,
    });
  });

  test("where nothing can be blocked only a halt counts, and the others say why", () => {
    const verdict = decide([hook("a", { says: [say("deny")] })], eventSpec("SessionEnd"), {});
    expect(verdict).toMatchObject({ outcome: "proceed", level: null });
    expect(verdict.voices).toEqual([
      {
        hook: "a",
        level: "deny",
        by: "json",
        won: false,
        why: "there is nothing to block on SessionEnd",
      },
    ]);
    expect(decide([hook("a", { says: [say("halt")] })], eventSpec("SessionEnd"), {})).toMatchObject(
      { outcome: "halt" },
    );
  });

  test("a halt that loses to nothing is reported to have won, a deny next to it to be outranked", () => {
    const verdict = decide(
      [hook("a", { says: [say("halt"), say("deny")] })],
      eventSpec("SessionEnd"),
      {},
    );
    expect(verdict.voices.map(({ why }) => why)).toEqual([
      "halt is the strictest that was said",
      "there is nothing to block on SessionEnd",
    ]);
  });

  test.each<
    [what: string, event: string, level: Say["level"], by: Say["by"], outcome: string, why: string]
  >([
    [
      "a grant overrules an ask",
      "PreToolUse",
      "ask",
      "grant",
      "proceed",
      "the user has allowed exactly this call",
    ],
    [
      "a grant overrules no deny",
      "PreToolUse",
      "deny",
      "grant",
      "block",
      "deny is the strictest that was said",
    ],
    [
      "the stop limit overrules a deny",
      "Stop",
      "deny",
      "stop-limit",
      "proceed",
      "the agent was kept from stopping too often in a row",
    ],
    [
      "the stop limit overrules no halt",
      "Stop",
      "halt",
      "stop-limit",
      "halt",
      "halt is the strictest that was said",
    ],
  ])("%s", (_what, event, level, by, outcome, why) => {
    const overruling = hook("own", { says: [{ level: "allow", by, reasons: [] }] });
    const answers = [hook("guard", { says: [say(level)] }), overruling];
    for (const given of [answers, answers.toReversed()]) {
      const verdict = decide(given, eventSpec(event), {});
      const voice = verdict.voices.find(({ hook: name }) => name === "guard");
      expect([verdict.outcome, voice?.won, voice?.why]).toEqual([
        outcome,
        outcome !== "proceed",
        why,
      ]);
    }
  });

  test("one failed hook makes the verdict a failed one, and all problems are kept", () => {
    const problem = { code: "text-cut", severity: "info", hook: "b", path: "", found: "" } as const;
    const verdict = decide(
      [silent, hook("b", { failed: true, problems: [problem] })],
      preToolUse,
      {},
    );
    expect(verdict).toMatchObject({ failed: true, problems: [problem] });
    expect(decide([silent], preToolUse, {}).failed).toBe(false);
  });
});

describe("rewrites", () => {
  const rewrite = (
    name: string,
    value: Record<string, string | number>,
    rest: Partial<Answer> = {},
    merges = false,
  ): Answer => hook(name, { changes: { input: value }, merges, ...rest });

  test("replace the input in configuration order, and two of them are a conflict that names both", () => {
    const verdict = decide([rewrite("a", { x: 1 }), rewrite("b", { y: 2 })], preToolUse, payload);
    expect(verdict.changes.input).toEqual({ y: 2 });
    expect(verdict.rewrites).toEqual([
      { hook: "a", what: "input", applied: true, why: "applied in configuration order" },
      { hook: "b", what: "input", applied: true, why: "applied in configuration order" },
    ]);
    expect(verdict.problems).toEqual([
      {
        code: "rewrite-conflict",
        severity: "warning",
        hook: "b",
        path: "input",
        found: "a, b",
        lost: "the input of a",
      },
    ]);
  });

  test("a conflict of three is the last one's, and names what the others lose", () => {
    const answers = ["a", "b", "c"].map((name) => rewrite(name, { x: name }));
    expect(decide(answers, preToolUse, payload).problems).toEqual([
      {
        code: "rewrite-conflict",
        severity: "warning",
        hook: "c",
        path: "input",
        found: "a, b, c",
        lost: "the input of a, b",
      },
    ]);
  });

  test("merge lays the change over what was there: the payload's input, or what the hook before left", () => {
    expect(decide([rewrite("a", { x: 1 }, {}, true)], preToolUse, payload).changes.input).toEqual({
      command: "rm",
      n: 1,
      x: 1,
    });
    expect(
      decide([rewrite("a", { x: 1 }), rewrite("b", { y: 2 }, {}, true)], preToolUse, payload)
        .changes.input,
    ).toEqual({ x: 1, y: 2 });
    expect(decide([rewrite("a", { n: 3 }, {}, true)], preToolUse, payload).changes.input).toEqual({
      command: "rm",
      n: 3,
    });
  });

  test.each([undefined, null, "text", [1]])(
    "merge over an input that is no object (%j) starts from nothing",
    (input) => {
      expect(
        decide([rewrite("a", { x: 1 }, {}, true)], preToolUse, { tool_input: input }).changes.input,
      ).toEqual({ x: 1 });
    },
  );

  test("merge copies nothing that reaches into a prototype", () => {
    const hostile = {
      tool_input: JSON.parse('{"__proto__":{"polluted":1},"constructor":2,"a":3}') as unknown,
    };
    const { changes } = decide([rewrite("a", { x: 1 }, {}, true)], preToolUse, hostile);
    expect(Object.keys(changes.input ?? {})).toEqual(["a", "x"]);
  });

  test.each([
    [64, 1],
    [65, 2],
  ])("merge looks %i levels deep; deeper values of the host stay as they are", (levels, keys) => {
    const nested = (level: number): object =>
      level === 0 ? { constructor: 2, a: 3 } : { n: nested(level - 1) };
    const { changes } = decide([rewrite("a", { x: 1 }, {}, true)], preToolUse, {
      tool_input: nested(levels),
    });
    let inner: object = changes.input ?? {};
    for (let level = 0; level < levels; level++) inner = (inner as { n: object }).n;
    expect(Object.keys(inner)).toHaveLength(keys);
  });

  test("of a hook that denies or halts nothing is applied", () => {
    for (const level of ["deny", "halt"] as const) {
      const verdict = decide([rewrite("a", { x: 1 }, { says: [say(level)] })], preToolUse, payload);
      expect(verdict.changes).toEqual({});
      expect(verdict.rewrites).toMatchObject([{ applied: false, why: "the hook denies" }]);
    }
  });

  test("where another hook denies, nothing happens and so nothing is rewritten", () => {
    const verdict = decide(
      [rewrite("a", { x: 1 }), hook("b", { says: [say("deny")] })],
      preToolUse,
      payload,
    );
    expect(verdict.changes).toEqual({});
    expect(verdict).toMatchObject({
      rewrites: [{ applied: false, why: "the operation does not happen" }],
      problems: [],
    });
  });

  test("an ask or a defer keeps the rewrite: it is what the user is asked about", () => {
    expect(
      decide([rewrite("a", { x: 1 }, { says: [say("ask")] })], preToolUse, payload).changes.input,
    ).toEqual({ x: 1 });
    expect(
      decide([rewrite("a", { x: 1 }, { says: [say("defer")] })], preToolUse, payload).changes.input,
    ).toEqual({ x: 1 });
  });

  test("prompts follow the same rule", () => {
    const prompts = [
      hook("a", { changes: { prompt: "one" } }),
      hook("b", { changes: { prompt: "two" } }),
    ];
    const event = eventSpec("UserPromptSubmit");
    const verdict = decide(prompts, event, {});
    expect(verdict.changes.prompt).toBe("two");
    expect(verdict.problems).toMatchObject([
      { code: "rewrite-conflict", path: "prompt", found: "a, b", lost: "the prompt of a" },
    ]);
    const denied = decide([...prompts, hook("c", { says: [say("deny")] })], event, {});
    expect([denied.changes, denied.problems]).toEqual([{}, []]);
  });

  test("a tool's output is replaced even by a hook that objects", () => {
    const event = eventSpec("PostToolUse");
    const verdict = decide(
      [
        hook("a", { changes: { toolOutput: 1 } }),
        hook("b", { changes: { toolOutput: 2 }, says: [say("deny")] }),
      ],
      event,
      {},
    );
    expect(verdict).toMatchObject({
      outcome: "block",
      changes: { toolOutput: 2 },
      rewrites: [
        { hook: "a", what: "output", applied: true, why: "applied in configuration order" },
        { hook: "b", what: "output", applied: true, why: "applied in configuration order" },
      ],
      problems: [{ code: "rewrite-conflict", path: "output" }],
    });
  });
});
