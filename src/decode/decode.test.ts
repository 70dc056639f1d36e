import { describe, expect, test } from "vitest";
import { findDialect } from "../dialects/index.js";
import type { Problem } from "../problem/index.js";
import type { Answer } from "./answer.js";
import { decode } from "./decode.js";
import type { Ending, HookRun } from "./hook-run.js";

interface Given extends Partial<Omit<HookRun, "stdout" | "stderr" | "ending">> {
  readonly event?: string;
  readonly dialect?: string;
  readonly exit?: number;
  readonly ending?: Ending;
  readonly out?: string | object;
  readonly err?: string;
  readonly cut?: boolean;
  readonly faithful?: boolean;
}

function answer(given: Given): Answer {
  const {
    event = "PreToolUse",
    dialect = "wave",
    exit = 0,
    out = "",
    err = "",
    cut = false,
    faithful = true,
  } = given;
  const run: HookRun = {
    hook: "guard",
    ending: given.ending ?? { type: "exited", code: exit },
    stdout: { text: typeof out === "string" ? out : JSON.stringify(out), cut, faithful },
    stderr: { text: err, cut: false, faithful: true },
    json: given.json,
    onFailure: given.onFailure ?? "continue",
    merge: given.merge ?? false,
    timeout: given.timeout ?? null,
  };
  return decode(run, { dialect: findDialect(dialect), event });
}

const specific = (fields: object, event = "PreToolUse"): object => ({
  hookSpecificOutput: { hookEventName: event, ...fields },
});

/** A problem without the hook's name, which is always the same here. */
type Told = Omit<Problem, "hook">;
const told = (given: Given): Told[] =>
  answer(given).problems.map(({ hook, ...problem }) => {
    expect(hook).toBe("guard");
    return problem;
  });

describe("a silent hook says nothing", () => {
  const nothing: Answer = {
    hook: "guard",
    failed: false,
    says: [],
    error: null,
    notice: null,
    output: null,
    context: null,
    warning: null,
    asides: [],
    input: null,
    prompt: null,
    toolOutput: null,
    problems: [],
  };
  test.each(["", " \n", "\uFEFF", "{}", " {} ", '{"suppressOutput":true}'])("%j", (out) => {
    expect(answer({ out })).toEqual(nothing);
  });

  test("plain output is kept as output of a clean exit, and as an aside of any other", () => {
    expect(answer({ out: " hello \n" })).toEqual({ ...nothing, output: "hello" });
    expect(answer({ out: " hello \n", exit: 2, err: "no" })).toMatchObject({
      output: null,
      asides: ["hello"],
    });
    expect(answer({ out: "hello", err: " side note " })).toEqual({
      ...nothing,
      output: "hello",
      asides: ["side note"],
    });
  });
});

describe("each problem names the place, what was found, what is allowed, what was meant and what was lost", () => {
  test.each<[string, Given, Told[]]>([
    [
      "a misspelled restriction",
      { out: specific({ permissionDecision: " Block", permissionDecisionReason: "r" }) },
      [
        {
          code: "decision-respelled",
          severity: "warning",
          path: "hookSpecificOutput.permissionDecision",
          offset: 52,
          found: '" Block"',
          allowed: ["allow", "deny", "ask", "defer"],
          suggestion: "deny",
        },
      ],
    ],
    [
      "an unknown decision",
      { out: specific({ permissionDecision: "alow" }) },
      [
        {
          code: "decision-unknown",
          severity: "error",
          path: "hookSpecificOutput.permissionDecision",
          offset: 52,
          found: '"alow"',
          allowed: ["allow", "deny", "ask", "defer"],
          suggestion: "allow",
          lost: "the decision",
        },
      ],
    ],
    [
      "a decision of the wrong type",
      { out: { decision: ["block"] }, event: "Stop" },
      [
        {
          code: "decision-unknown",
          severity: "error",
          path: "decision",
          offset: 1,
          found: "[…]",
          allowed: ["block", "approve"],
          lost: "the decision",
        },
      ],
    ],
    [
      "continue written as a string",
      { out: { continue: " False ", stopReason: "s" } },
      [
        {
          code: "decision-respelled",
          severity: "warning",
          path: "continue",
          offset: 1,
          found: '" False "',
          allowed: ["true", "false"],
          suggestion: "false",
        },
      ],
    ],
    [
      "continue with an unknown value",
      { out: { continue: "true" } },
      [
        {
          code: "decision-unknown",
          severity: "error",
          path: "continue",
          offset: 1,
          found: '"true"',
          allowed: ["true", "false"],
          lost: "whether to go on",
        },
      ],
    ],
    [
      "an unknown field",
      { out: { sytemMessage: "x" } },
      [
        {
          code: "field-unknown",
          severity: "info",
          path: "sytemMessage",
          offset: 1,
          found: "sytemMessage",
          suggestion: "systemMessage",
        },
      ],
    ],
    [
      "a text of the wrong type",
      { out: { systemMessage: { a: 1 } } },
      [
        {
          code: "field-wrong-type",
          severity: "warning",
          path: "systemMessage",
          offset: 1,
          found: "an object: {…}",
          allowed: ["a string"],
          lost: "systemMessage",
        },
      ],
    ],
    [
      "suppressOutput of the wrong type",
      { out: { suppressOutput: null } },
      [
        {
          code: "field-wrong-type",
          severity: "warning",
          path: "suppressOutput",
          offset: 1,
          found: "null: null",
          allowed: ["a boolean"],
          lost: "suppressOutput",
        },
      ],
    ],
    [
      "an input of the wrong type",
      { out: specific({ updatedInput: [1] }) },
      [
        {
          code: "field-wrong-type",
          severity: "warning",
          path: "hookSpecificOutput.updatedInput",
          offset: 52,
          found: "an array: […]",
          allowed: ["an object"],
          lost: "updatedInput",
        },
      ],
    ],
    [
      "hookSpecificOutput of the wrong type",
      { out: { hookSpecificOutput: 42 } },
      [
        {
          code: "field-wrong-type",
          severity: "warning",
          path: "hookSpecificOutput",
          offset: 1,
          found: "42",
          allowed: ["an object"],
          lost: "everything in it",
        },
      ],
    ],
    [
      "a field of another event",
      { out: specific({ permissionDecision: "deny" }, "Stop"), event: "Stop" },
      [
        {
          code: "field-not-for-event",
          severity: "warning",
          path: "hookSpecificOutput.permissionDecision",
          offset: 46,
          found: "permissionDecision on Stop",
          allowed: ["PreToolUse", "PermissionRequest"],
          lost: '"deny"',
        },
      ],
    ],
    [
      "a field at the wrong level",
      { out: { additionalContext: "x" } },
      [
        {
          code: "field-misplaced",
          severity: "warning",
          path: "additionalContext",
          offset: 1,
          found: "additionalContext",
          suggestion: "hookSpecificOutput.additionalContext",
          lost: "what it permits, changes or adds",
        },
      ],
    ],
    [
      "a common field inside the specific part",
      { out: specific({ systemMessage: "x" }) },
      [
        {
          code: "field-misplaced",
          severity: "warning",
          path: "hookSpecificOutput.systemMessage",
          offset: 52,
          found: "hookSpecificOutput.systemMessage",
          suggestion: "systemMessage",
          lost: "what it permits, changes or adds",
        },
      ],
    ],
    [
      "a missing event name",
      { out: { hookSpecificOutput: {} } },
      [
        {
          code: "event-name-missing",
          severity: "warning",
          path: "hookSpecificOutput.hookEventName",
          found: "nothing",
          allowed: ["PreToolUse"],
          suggestion: "PreToolUse",
        },
      ],
    ],
    [
      "a missing event name where it is required",
      { out: { hookSpecificOutput: {} }, dialect: "wave/strict" },
      [
        {
          code: "event-name-missing",
          severity: "error",
          path: "hookSpecificOutput.hookEventName",
          found: "nothing",
          allowed: ["PreToolUse"],
          suggestion: "PreToolUse",
          lost: "the whole answer",
        },
        {
          code: "strict-fallback",
          severity: "error",
          path: "stdout",
          found: "an invalid answer",
          lost: "the whole answer",
        },
      ],
    ],
    [
      "a wrong event name",
      { out: specific({}, "Stop") },
      [
        {
          code: "event-name-wrong",
          severity: "error",
          path: "hookSpecificOutput.hookEventName",
          offset: 23,
          found: '"Stop"',
          allowed: ["PreToolUse"],
          suggestion: "PreToolUse",
          lost: "what it permits, changes or adds",
        },
      ],
    ],
    [
      "a key that stands twice",
      { out: '{"systemMessage":"a","systemMessage":"b","systemMessage":"c"}' },
      [
        {
          code: "duplicate-key",
          severity: "warning",
          path: "systemMessage",
          offset: 21,
          found: '"a" and "b"',
        },
      ],
    ],
    [
      "a key that stands twice in the input",
      { out: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"a":1,"a":2}}}' },
      [
        {
          code: "duplicate-key",
          severity: "warning",
          path: "hookSpecificOutput.updatedInput.a",
          offset: 74,
          found: "2",
          lost: "updatedInput",
        },
      ],
    ],
    [
      "a reserved key in the input",
      {
        out: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"__proto__":1}}}',
      },
      [
        {
          code: "rewrite-key-dropped",
          severity: "warning",
          path: "hookSpecificOutput.updatedInput.__proto__",
          offset: 52,
          found: "__proto__",
          lost: "the key",
        },
      ],
    ],
    [
      "a number that overflows",
      { out: '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"n":1e999}}}' },
      [
        {
          code: "number-out-of-range",
          severity: "error",
          path: "hookSpecificOutput.updatedInput.n",
          offset: 52,
          found: "n",
          lost: "updatedInput",
        },
      ],
    ],
    [
      "two decisions that disagree",
      {
        out: {
          decision: "approve",
          ...specific({ permissionDecision: "deny", permissionDecisionReason: "r" }),
        },
      },
      [
        {
          code: "decision-conflict",
          severity: "warning",
          path: "decision",
          found: "deny and allow",
        },
      ],
    ],
    [
      "a block without a reason",
      { out: { decision: "block" }, event: "Stop" },
      [
        {
          code: "reason-missing",
          severity: "warning",
          path: "reason",
          found: "nothing",
          lost: "the reason",
        },
      ],
    ],
    [
      "reasons without a decision",
      { out: { reason: "a", ...specific({ permissionDecisionReason: "b" }) } },
      [
        {
          code: "reason-unused",
          severity: "info",
          path: "reason",
          found: "a · b",
          lost: "the text",
        },
      ],
    ],
    [
      "a prompt that may not be rewritten",
      { out: specific({ updatedPrompt: "x" }, "UserPromptSubmit"), event: "UserPromptSubmit" },
      [
        {
          code: "field-turned-off",
          severity: "warning",
          path: "hookSpecificOutput.updatedPrompt",
          found: '"x"',
          suggestion: '"allowUpdatedPrompt": true',
          lost: "the new prompt",
        },
      ],
    ],
    [
      "an overridden exit code 2",
      { out: specific({ permissionDecision: "ask", permissionDecisionReason: "r" }), exit: 2 },
      [
        {
          code: "exit-code-overridden",
          severity: "warning",
          path: "exit",
          found: "2, but ask",
          lost: "the block",
        },
      ],
    ],
    [
      "an exit code 2 overridden by continue",
      { out: { continue: true }, exit: 2 },
      [
        {
          code: "exit-code-overridden",
          severity: "warning",
          path: "exit",
          found: "2, but continue: true",
          lost: "the block",
        },
      ],
    ],
    [
      "another code beside a stated decision",
      { out: specific({ permissionDecision: "deny", permissionDecisionReason: "r" }), exit: 1 },
      [
        {
          code: "exit-code-ignored",
          severity: "info",
          path: "exit",
          found: "1",
          allowed: ["0", "2"],
        },
      ],
    ],
    [
      "an error code",
      { exit: 127 },
      [
        {
          code: "exit-code-failure",
          severity: "warning",
          path: "exit",
          found: "127",
          allowed: ["0", "2"],
        },
      ],
    ],
    [
      "a timeout with an answer that is void",
      {
        out: {
          continue: true,
          ...specific({ permissionDecision: "allow", updatedInput: {}, additionalContext: "c" }),
        },
        ending: { type: "timed-out" },
        timeout: 5,
      },
      [
        {
          code: "run-timed-out",
          severity: "error",
          path: "exit",
          found: 'Hook "guard" gave no answer within 5 s.',
        },
        {
          code: "answer-void",
          severity: "warning",
          path: "stdout",
          found: "allow, continue, updatedInput, additionalContext",
          lost: "allow, continue, updatedInput, additionalContext",
        },
      ],
    ],
    [
      "a void tool output",
      { out: specific({ updatedToolOutput: 1 }, "PostToolUse"), event: "PostToolUse", exit: 1 },
      [
        {
          code: "exit-code-failure",
          severity: "warning",
          path: "exit",
          found: "1",
          allowed: ["0", "2"],
        },
        {
          code: "answer-void",
          severity: "warning",
          path: "stdout",
          found: "updatedToolOutput",
          lost: "updatedToolOutput",
        },
      ],
    ],
    [
      "a void prompt",
      {
        out: specific({ updatedPrompt: "x" }, "UserPromptSubmit"),
        event: "UserPromptSubmit",
        dialect: "gosu",
        exit: 1,
      },
      [
        {
          code: "exit-code-failure",
          severity: "warning",
          path: "exit",
          found: "1",
          allowed: ["0", "2"],
        },
        {
          code: "answer-void",
          severity: "warning",
          path: "stdout",
          found: "updatedPrompt",
          lost: "updatedPrompt",
        },
      ],
    ],
    [
      "a signal",
      { ending: { type: "signalled", signal: "SIGSEGV" } },
      [
        {
          code: "run-signalled",
          severity: "error",
          path: "exit",
          found: 'Hook "guard" was killed by SIGSEGV.',
        },
      ],
    ],
    [
      "no start",
      { ending: { type: "not-started", error: "ENOENT" } },
      [
        {
          code: "run-not-started",
          severity: "error",
          path: "exit",
          found: 'Hook "guard" could not be started (ENOENT).',
        },
      ],
    ],
    [
      "an abort",
      { ending: { type: "cancelled" } },
      [
        {
          code: "run-cancelled",
          severity: "warning",
          path: "exit",
          found: 'Aborted while hook "guard" was running.',
        },
      ],
    ],
  ])("%s", (_name, given, problems) => {
    expect(told(given)).toEqual(problems);
  });
});

describe("an output that is not one object", () => {
  test.each<[string, Given, Partial<Told>[]]>([
    [
      "cut off",
      { out: '{"a":' },
      [
        {
          code: "output-malformed",
          offset: 5,
          found: "the end of the output",
          suggestion: "a complete object",
        },
      ],
    ],
    [
      "cut off, with a line end",
      { out: '{"a":1\n' },
      [{ offset: 7, found: "the end of the output", suggestion: "a complete object" }],
    ],
    [
      "single quotes",
      { out: "{'a':1}" },
      [{ offset: 1, found: "'a':1}", suggestion: 'double quotes: "…"' }],
    ],
    [
      "a Python literal",
      { out: '{"a":True}' },
      [{ offset: 5, found: "True}", suggestion: "true" }],
    ],
    [
      "a trailing comma",
      { out: '{"a":1,}' },
      [{ offset: 7, found: "}", suggestion: "no comma before the closing bracket" }],
    ],
    [
      "a raw line end in a string",
      { out: '{"a":"x\ny"}' },
      [{ offset: 7, suggestion: "\\n, \\r or \\t inside a string" }],
    ],
    ["an unquoted key", { out: "{frobnicate:1}" }, [{ offset: 1, found: "frobnicate:1}" }]],
    [
      "noise before",
      { out: 'hi\n{"decision":"block","reason":"r"}' },
      [
        {
          code: "output-noise",
          offset: 3,
          found: "an object among other lines",
          lost: "what it permits, changes or adds",
        },
      ],
    ],
    ["two objects", { out: "{}\n{}" }, [{ code: "output-noise", offset: 0, found: "2 objects" }]],
    [
      "noise, read by the letter",
      { out: "hi\n{}", dialect: "wave/strict" },
      [{ code: "output-noise", lost: "the whole answer" }],
    ],
    [
      "an object behind text",
      { out: 'log: {"a":1}' },
      [
        {
          code: "output-inline-object",
          offset: 5,
          found: '{"a":1}',
          lost: "whatever the object says",
        },
      ],
    ],
    [
      "an array of objects",
      { out: '[{"decision":"block"}]' },
      [
        {
          code: "output-not-object",
          severity: "warning",
          found: "an array",
          allowed: ["an object"],
        },
      ],
    ],
    ["an array of other things", { out: '["block"]' }, []],
    [
      "too deep",
      { out: `{"a":${"[".repeat(64)}${"]".repeat(64)}}` },
      [{ code: "output-too-deep", path: "stdout" }],
    ],
    [
      "too deep among noise",
      { out: `hi\n{"a":${"[".repeat(64)}${"]".repeat(64)}}` },
      [{ code: "output-noise" }, { code: "output-too-deep" }, { code: "field-unknown" }],
    ],
    [
      "cut at the cap",
      { out: "abc", cut: true },
      [{ code: "output-truncated", severity: "error", found: "3 characters kept" }],
    ],
    [
      "cut, by exit code only",
      { out: " abc", cut: true, dialect: "wave/exit" },
      [{ code: "output-truncated", severity: "warning", found: "3 characters kept" }],
    ],
    [
      "not UTF-8",
      { out: "abc", faithful: false },
      [{ code: "output-not-utf8", found: "invalid bytes" }],
    ],
    ["with NULs", { out: "abcdef\0" }, [{ code: "output-nul", offset: 6, found: "\\u0000" }]],
    [
      "UTF-16",
      { out: "h\0i\0" },
      [{ code: "output-utf16", offset: 1, found: "every second byte is zero" }],
    ],
  ])("%s", (_name, given, problems) => {
    expect(
      told(given).filter(({ code }) => code !== "field-unknown" || problems.length > 2),
    ).toMatchObject(problems);
    expect(told(given)).toHaveLength(
      problems.length + (String(given.out).includes('{"a":[') && problems.length === 1 ? 1 : 0),
    );
  });

  test.each(["abc", "{}", '{"systemMessage":"x"}'])(
    "cut or garbled, %s is a failure and never context",
    (out) => {
      for (const fault of [{ cut: true }, { faithful: false }]) {
        expect(answer({ out, event: "UserPromptSubmit", ...fault })).toMatchObject({
          failed: true,
          output: null,
          context: null,
        });
      }
    },
  );

  test("a deny in UTF-16 is honoured, an allow is not", () => {
    const utf16 = (text: string): string =>
      `\uFFFD\uFFFD${[...text].map((character) => `${character}\0`).join("")}`;
    const deny = JSON.stringify(
      specific({ permissionDecision: "deny", permissionDecisionReason: "r" }),
    );
    expect(answer({ out: utf16(deny), faithful: false })).toMatchObject({
      failed: true,
      says: [{ level: "deny", reasons: ["r"] }],
    });
    expect(answer({ out: utf16(deny.replace('"deny"', '"allow"')) })).toMatchObject({
      failed: true,
      says: [],
    });
  });

  test("an output of NULs alone is malformed", () => {
    expect(answer({ out: "\0\0" })).toMatchObject({ failed: true });
  });
});

describe("which reason a decision has", () => {
  test.each<[string, Given, Answer["says"]]>([
    [
      "its own",
      { out: { decision: "block", reason: "own" }, event: "Stop", err: "err" },
      [{ level: "deny", by: "json", reasons: ["own"] }],
    ],
    [
      "that of each of two decisions, once",
      {
        out: {
          decision: "block",
          reason: "a",
          ...specific({ permissionDecision: "deny", permissionDecisionReason: "b" }),
        },
      },
      [{ level: "deny", by: "json", reasons: ["b", "a"] }],
    ],
    [
      "another reason of the answer",
      { out: { reason: "other", ...specific({ permissionDecision: "deny" }) }, err: "err" },
      [{ level: "deny", by: "json", reasons: ["other"] }],
    ],
    [
      "stderr",
      { out: specific({ permissionDecision: "deny" }), err: " err " },
      [{ level: "deny", by: "json", reasons: ["err"] }],
    ],
    [
      "stderr, for an ask",
      { out: specific({ permissionDecision: "ask" }), err: "err" },
      [{ level: "ask", by: "json", reasons: ["err"] }],
    ],
    [
      "a default that names the hook",
      { out: specific({ permissionDecision: "deny", permissionDecisionReason: " " }) },
      [{ level: "deny", by: "json", reasons: ['Hook "guard" blocked this and gave no reason.'] }],
    ],
    [
      "a default for an ask",
      { out: specific({ permissionDecision: "ask" }) },
      [
        {
          level: "ask",
          by: "json",
          reasons: ['Hook "guard" wants you to decide and gave no reason.'],
        },
      ],
    ],
    [
      "a default for a halt, whatever stderr says",
      { out: { continue: false }, err: "err" },
      [
        {
          level: "halt",
          by: "json",
          reasons: ['Hook "guard" stopped the agent and gave no reason.'],
        },
      ],
    ],
    [
      "none, for an allow",
      { out: specific({ permissionDecision: "allow" }), err: "err" },
      [{ level: "allow", by: "json", reasons: [] }],
    ],
    [
      "none, for a defer",
      { out: specific({ permissionDecision: "defer" }), err: "err" },
      [{ level: "defer", by: "json", reasons: [] }],
    ],
    [
      "stderr of exit code 2",
      { exit: 2, err: "err\n" },
      [{ level: "deny", by: "exit-code", reasons: ["err"] }],
    ],
    [
      "a default with the code",
      { exit: 2 },
      [
        {
          level: "deny",
          by: "exit-code",
          reasons: ['Hook "guard" blocked this with exit code 2 and gave no reason.'],
        },
      ],
    ],
    [
      "systemMessage in gosu",
      {
        dialect: "gosu",
        out: { systemMessage: "sm", ...specific({ permissionDecision: "deny" }) },
        err: "err",
      },
      [{ level: "deny", by: "json", reasons: ["sm"] }],
    ],
    [
      "stderr before systemMessage where exit code 2 blocks in gosu",
      { dialect: "gosu", out: { systemMessage: "sm" }, exit: 2, err: "err" },
      [{ level: "deny", by: "exit-code", reasons: ["err"] }],
    ],
    [
      "systemMessage where exit code 2 says nothing in gosu",
      { dialect: "gosu", out: { systemMessage: "sm" }, exit: 2 },
      [{ level: "deny", by: "exit-code", reasons: ["sm"] }],
    ],
    [
      "stderr of exit code 2 that outranks an ask in gosu",
      { dialect: "gosu", out: specific({ permissionDecision: "ask" }), exit: 2, err: "err" },
      [
        { level: "deny", by: "exit-code", reasons: ["err"] },
        {
          level: "ask",
          by: "json",
          reasons: ['Hook "guard" wants you to decide and gave no reason.'],
        },
      ],
    ],
    [
      "the failure, with what it leads to",
      { ending: { type: "timed-out" }, onFailure: "block" },
      [
        {
          level: "deny",
          by: "failure",
          reasons: ['Hook "guard" gave no answer in time. Its onFailure is "block".'],
        },
      ],
    ],
    [
      "stderr of a failing code",
      { exit: 1, err: "boom", onFailure: "ask" },
      [{ level: "ask", by: "failure", reasons: ['boom Its onFailure is "ask".'] }],
    ],
    [
      "that the answer cannot be read",
      { out: "{", onFailure: "block" },
      [
        {
          level: "deny",
          by: "failure",
          reasons: ['Hook "guard" gave an answer that cannot be read. Its onFailure is "block".'],
        },
      ],
    ],
    [
      "all levels, strictest first",
      {
        out: {
          continue: false,
          stopReason: "s",
          decision: "approve",
          reason: "a",
          ...specific({ permissionDecision: "deny", permissionDecisionReason: "d" }),
        },
      },
      [
        { level: "halt", by: "json", reasons: ["s"] },
        { level: "deny", by: "json", reasons: ["d"] },
        { level: "allow", by: "json", reasons: ["a"] },
      ],
    ],
  ])("%s", (_name, given, says) => {
    expect(answer(given).says).toEqual(says);
  });

  test("a systemMessage that became the reason is not delivered again, but for an ask it is", () => {
    const out = (decision: string): object => ({
      systemMessage: "sm",
      ...specific({ permissionDecision: decision }),
    });
    expect(answer({ dialect: "gosu", out: out("deny") }).warning).toBeNull();
    expect(answer({ dialect: "gosu", out: out("ask") })).toMatchObject({
      warning: "sm",
      says: [{ reasons: ["sm"] }],
    });
    expect(answer({ out: out("deny") }).warning).toBe("sm");
  });

  test("a stderr that served as a reason is not logged as well, any other is", () => {
    expect(answer({ exit: 2, err: "err" }).asides).toEqual([]);
    expect(answer({ exit: 1, err: "err" }).asides).toEqual([]);
    expect(
      answer({ out: { decision: "block", reason: "own" }, event: "Stop", err: "err" }).asides,
    ).toEqual(["err"]);
    expect(answer({ out: { reason: "loose" }, err: "err" }).asides).toEqual(["err", "loose"]);
  });
});

describe("failures", () => {
  test.each<[string, Given, Partial<Answer>]>([
    [
      "an error code shows stderr",
      { exit: 1, err: "boom" },
      { failed: true, error: { text: "boom", lane: "otherCode" } },
    ],
    [
      "an error code without stderr shows a default",
      { exit: 3 },
      {
        failed: true,
        error: {
          text: 'Hook "guard" failed with exit code 3 and said nothing.',
          lane: "otherCode",
        },
      },
    ],
    [
      "a timeout is told",
      { ending: { type: "timed-out" } },
      { failed: true, error: { text: 'Hook "guard" gave no answer in time.', lane: "noAnswer" } },
    ],
    [
      "malformed output has no text of its own",
      { out: "{" },
      { failed: true, error: null, says: [], asides: ["{"] },
    ],
    [
      "an abort halts",
      { ending: { type: "cancelled" } },
      {
        failed: true,
        error: null,
        says: [
          { level: "halt", by: "abort", reasons: ['Aborted while hook "guard" was running.'] },
        ],
      },
    ],
    [
      "an allow among noise does not excuse an error code",
      { out: 'hi\n{"decision":"approve"}', exit: 1, err: "boom" },
      { error: { text: "boom", lane: "otherCode" }, says: [] },
    ],
    [
      "nor does continue among noise",
      { out: 'hi\n{"continue":true}', exit: 1, err: "boom" },
      { error: { text: "boom", lane: "otherCode" } },
    ],
    [
      "a deny among noise is an answer",
      { out: 'hi\n{"decision":"block","reason":"r"}', exit: 1, err: "boom" },
      { error: null, failed: true, asides: ["boom"] },
    ],
    [
      "continue is an answer",
      { out: { continue: true, ...specific({ additionalContext: "c" }) }, exit: 1, err: "boom" },
      { failed: false, error: null, context: "c", asides: ["boom"] },
    ],
    [
      "exit code 2 with malformed output blocks and has failed",
      { out: "{", exit: 2, err: "no", onFailure: "ask" },
      { failed: true, says: [{ level: "deny", by: "exit-code", reasons: ["no"] }] },
    ],
    [
      "onFailure does nothing where nothing can be blocked",
      { exit: 1, event: "SessionEnd", onFailure: "block" },
      { failed: true, says: [] },
    ],
    [
      "onFailure ask does not soften a deny",
      { out: 'hi\n{"decision":"block","reason":"r"}', onFailure: "ask" },
      { says: [{ level: "deny", by: "json", reasons: ["r"] }] },
    ],
    [
      "onFailure block is stricter than an ask",
      {
        out: `hi\n${JSON.stringify(specific({ permissionDecision: "ask", permissionDecisionReason: "r" }))}`,
        onFailure: "block",
      },
      {
        says: [
          {
            level: "deny",
            by: "failure",
            reasons: ['Hook "guard" gave an answer that cannot be read. Its onFailure is "block".'],
          },
          { level: "ask", by: "json", reasons: ["r"] },
        ],
      },
    ],
    [
      "exit code 2 where nothing can be blocked is a notice",
      { exit: 2, err: "note", event: "SessionEnd" },
      { failed: false, says: [], notice: "note" },
    ],
    [
      "a notice without words names the code",
      { exit: 2, event: "SessionEnd" },
      { notice: 'Hook "guard" ended with exit code 2 and gave no reason.' },
    ],
  ])("%s", (_name, given, expected) => {
    expect(answer(given)).toMatchObject(expected);
  });
});

describe("what makes an answer ambiguous or mislabelled voids what it permits", () => {
  const allow = { permissionDecision: "allow", updatedInput: { a: 1 }, additionalContext: "c" };
  const text = (...members: string[]): string => `{${members.join(",")}}`;
  const part = (fields: object): string => JSON.stringify(fields).slice(1, -1);
  test.each<[string, string]>([
    ["a wrong event name", JSON.stringify(specific(allow, "Stop"))],
    [
      "two event names",
      JSON.stringify(specific(allow)).replace(
        '"hookEventName"',
        '"hookEventName":"Stop","hookEventName"',
      ),
    ],
    ["two specific parts", text(part(specific(allow)), part(specific({ additionalContext: "d" })))],
    [
      "two permissions",
      JSON.stringify(specific(allow)).replace(
        '"permissionDecision"',
        '"permissionDecision":"maybe","permissionDecision"',
      ),
    ],
    [
      "two inputs",
      JSON.stringify(specific(allow)).replace(
        '"updatedInput"',
        '"updatedInput":{"a":2},"updatedInput"',
      ),
    ],
    [
      "two contexts",
      JSON.stringify(specific(allow)).replace(
        '"additionalContext"',
        '"additionalContext":"d","additionalContext"',
      ),
    ],
    ["two values in the input", JSON.stringify(specific(allow)).replace('"a":1', '"a":1,"a":2')],
    ["two continues", text('"continue":true', '"continue":1', part(specific(allow)))],
    ["an unknown decision beside it", text('"decision":"maybe"', part(specific(allow)))],
    ["a decision that is null", text('"decision":null', part(specific(allow)))],
    ["a permission at the top", text('"permissionDecision":"allow"', part(specific(allow)))],
    ["a continue inside", JSON.stringify(specific({ ...allow, continue: true }))],
    ["a specific part that is none", text('"hookSpecificOutput":"x"', '"decision":"approve"')],
  ])("%s", (_name, out) => {
    expect(answer({ out })).toMatchObject({ failed: true, says: [], input: null, context: null });
  });

  test.each<[string, string]>([
    [
      "keys that say the same twice",
      JSON.stringify(specific(allow)).replace(
        '"permissionDecision"',
        '"permissionDecision":"allow","permissionDecision"',
      ),
    ],
    ["two texts", text('"systemMessage":"a"', '"systemMessage":"b"', part(specific(allow)))],
    ["an unknown key", text('"x":1', '"x":2', part(specific(allow)))],
    ["a misplaced text", text('"additionalContext":"x"', part(specific(allow)))],
    ["a text of the wrong type", text('"systemMessage":1', part(specific(allow)))],
  ])("%s do no such harm", (_name, out) => {
    expect(answer({ out })).toMatchObject({
      failed: false,
      says: [{ level: "allow" }],
      input: { value: { a: 1 }, merge: false },
      context: "c",
    });
  });

  test("a restriction at the wrong level is honoured, with the reason beside it", () => {
    const out = { permissionDecision: "deny", permissionDecisionReason: "r" };
    expect(answer({ out })).toMatchObject({
      failed: true,
      says: [{ level: "deny", by: "json", reasons: ["r"] }],
    });
    expect(answer({ out: specific({ continue: false, stopReason: "s" }) })).toMatchObject({
      says: [{ level: "halt", reasons: ["s"] }],
    });
  });

  test("of two texts the last one counts", () => {
    expect(answer({ out: '{"systemMessage":"a","systemMessage":"b"}' }).warning).toBe("b");
  });

  test("several objects restrict together and add nothing", () => {
    const out = [
      { systemMessage: "a", decision: "approve" },
      {
        systemMessage: "b",
        ...specific({
          permissionDecision: "ask",
          permissionDecisionReason: "k",
          additionalContext: "c",
        }),
      },
      { reason: "d", decision: "block" },
      {},
    ]
      .map((object) => JSON.stringify(object))
      .join("\n");
    expect(answer({ out })).toMatchObject({
      failed: true,
      says: [
        { level: "deny", reasons: ["d"] },
        { level: "ask", reasons: ["k"] },
      ],
      warning: "a\nb",
      context: null,
    });
  });
});

describe("PermissionRequest", () => {
  const decision = (value: unknown): Given => ({
    event: "PermissionRequest",
    out: specific({ decision: value }, "PermissionRequest"),
  });
  test.each<[string, Given, Answer["says"]]>([
    [
      "an object that allows",
      decision({ behavior: "allow" }),
      [{ level: "allow", by: "json", reasons: [] }],
    ],
    [
      "an object that denies, with a message",
      decision({ behavior: "deny", message: "m" }),
      [{ level: "deny", by: "json", reasons: ["m"] }],
    ],
    [
      "an object that asks",
      decision({ behavior: "ASK", message: "m" }),
      [{ level: "ask", by: "json", reasons: ["m"] }],
    ],
    [
      "an empty message",
      decision({ behavior: "deny", message: "" }),
      [{ level: "deny", by: "json", reasons: ['Hook "guard" blocked this and gave no reason.'] }],
    ],
    [
      "a message of the wrong type",
      decision({ behavior: "deny", message: 1 }),
      [{ level: "deny", by: "json", reasons: ['Hook "guard" blocked this and gave no reason.'] }],
    ],
    [
      "a word",
      decision("block"),
      [{ level: "deny", by: "json", reasons: ['Hook "guard" blocked this and gave no reason.'] }],
    ],
    [
      "an object at the top",
      { event: "PermissionRequest", out: { decision: { behavior: "deny", message: "m" } } },
      [{ level: "deny", by: "json", reasons: ["m"] }],
    ],
    ["an unknown behaviour", decision({ behavior: "maybe" }), []],
    ["no behaviour", decision({ message: "m" }), []],
    ["an allow for another input", decision({ behavior: "allow", updatedInput: {} }), []],
    [
      "an allow beside an input that has no place here",
      {
        event: "PermissionRequest",
        out: specific({ permissionDecision: "allow", updatedInput: {} }, "PermissionRequest"),
      },
      [],
    ],
    [
      "two behaviours",
      {
        event: "PermissionRequest",
        out: '{"hookSpecificOutput":{"hookEventName":"PermissionRequest","decision":{"behavior":"deny","message":"m","behavior":"allow"}}}',
      },
      [{ level: "deny", by: "json", reasons: ["m"] }],
    ],
  ])("%s", (_name, given, says) => {
    expect(answer(given).says).toEqual(says);
  });

  test("faults in the object are located", () => {
    const prefix = "hookSpecificOutput.decision";
    expect(told(decision({ behavior: "maybe", message: 1, extra: 2 }))).toMatchObject([
      {
        code: "decision-unknown",
        path: `${prefix}.behavior`,
        offset: 71,
        found: '"maybe"',
        allowed: ["allow", "deny"],
      },
      {
        code: "field-wrong-type",
        path: `${prefix}.message`,
        offset: 90,
        found: "1",
        allowed: ["a string"],
        lost: "the reason",
      },
      {
        code: "field-unknown",
        path: `${prefix}.extra`,
        offset: 102,
        found: "extra",
        allowed: ["behavior", "message"],
      },
    ]);
    expect(told(decision({}))).toMatchObject([
      {
        code: "decision-unknown",
        path: `${prefix}.behavior`,
        offset: 59,
        found: "nothing",
        allowed: ["allow", "deny"],
        lost: "the decision",
      },
    ]);
    expect(answer(decision({}))).toMatchObject({ failed: true });
  });

  test("an object is no decision on another event", () => {
    expect(told({ event: "Stop", out: { decision: { behavior: "deny" } } })).toMatchObject([
      { code: "decision-unknown", found: "{…}" },
    ]);
  });
});

describe("the strict reading", () => {
  const strict = (given: Given): Answer => answer({ dialect: "wave/strict", ...given });
  test.each<[string, Given]>([
    ["continue false without stopReason", { out: { continue: false } }],
    ["a block without a reason", { out: { decision: "block" }, event: "Stop" }],
    ["a respelled decision", { out: { decision: "BLOCK", reason: "r" }, event: "Stop" }],
    ["continue as a string", { out: { continue: "false", stopReason: "s" } }],
    ["noise", { out: 'hi\n{"decision":"block","reason":"r"}', event: "Stop" }],
    [
      "depth",
      { out: `{"continue":false,"stopReason":"s","x":${"[".repeat(70)}${"]".repeat(70)}}` },
    ],
    ["a cut output", { out: { continue: false, stopReason: "s" }, cut: true }],
    [
      "a specific field of the wrong type",
      { out: specific({ additionalContext: 1 }, "PostToolUse"), event: "PostToolUse" },
    ],
    ["a value that it does not know", { out: specific({ permissionDecision: "defer" }) }],
  ])("rejects %s as a whole", (_name, given) => {
    expect(strict(given)).toMatchObject({ failed: true, says: [], warning: null, context: null });
  });

  test("takes a common field of the wrong type for what it is: one field", () => {
    expect(strict({ out: { systemMessage: 1, continue: false, stopReason: "s" } })).toMatchObject({
      failed: false,
      says: [{ level: "halt" }],
    });
  });

  test("says which reason is missing", () => {
    expect(told({ dialect: "wave/strict", out: { continue: false } })[0]).toEqual({
      code: "reason-missing",
      severity: "error",
      path: "stopReason",
      found: "nothing",
      allowed: ["a string that is not empty"],
      lost: "the whole answer",
    });
    expect(
      told({ dialect: "wave/strict", event: "Stop", out: { decision: "block" } })[0],
    ).toMatchObject({ path: "reason" });
  });

  test("wants no reason for a permission", () => {
    expect(strict({ out: specific({ permissionDecision: "deny" }) })).toMatchObject({
      failed: false,
      says: [{ level: "deny" }],
    });
  });
});

describe("hooks of type json", () => {
  test("are read like printed answers", () => {
    expect(answer({ json: { decision: "block", reason: "r" }, event: "Stop" })).toMatchObject({
      failed: false,
      says: [{ level: "deny", reasons: ["r"] }],
    });
  });

  test.each([null, 1, "x", [{ decision: "block" }]])("%j is no answer", (json) => {
    const given = { json: json as never, event: "Stop" };
    expect(answer(given)).toMatchObject({ failed: true, says: [] });
    expect(told(given)).toMatchObject([
      { code: "output-malformed", path: "json", allowed: ["an object"] },
    ]);
  });

  test("too deep an answer may only tighten", () => {
    const cycle: Record<string, unknown> = { decision: "approve" };
    cycle["self"] = cycle;
    expect(answer({ json: cycle as never })).toMatchObject({ failed: true, says: [] });
    expect(told({ json: cycle as never })[0]).toMatchObject({
      code: "output-too-deep",
      path: "json",
    });
  });

  test("big integers stay exact", () => {
    const json = specific({ updatedInput: { id: 12345678901234567890n } }) as never;
    expect(answer({ json }).input).toEqual({ value: { id: 12345678901234567890n }, merge: false });
  });
});

test("merge is the hook's own setting", () => {
  expect(answer({ out: specific({ updatedInput: {} }), merge: true }).input).toEqual({
    value: {},
    merge: true,
  });
});

test("exit code 2 does not override a stated halt in gosu", () => {
  expect(
    answer({ dialect: "gosu", out: { continue: false, stopReason: "s" }, exit: 2, err: "err" }),
  ).toMatchObject({
    says: [{ level: "halt", reasons: ["s"] }],
    asides: ["err"],
  });
});
