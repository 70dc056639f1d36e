import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

const read = (event: string, ...runs: WireRun[]): Reading =>
  interpret({ dialect: "copilot", event, payload: {}, runs });
const said = (answer: unknown, more: WireRun = {}): WireRun => ({
  exit: 0,
  stdout: JSON.stringify(answer),
  ...more,
});
const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const texts = (list: Reading["toModel"]): string[] => list.map(({ text }) => text);

const deny = { permissionDecision: "deny", permissionDecisionReason: "no" };

describe("nested answers", () => {
  const nested = (field: object): object => ({
    hookSpecificOutput: { hookEventName: "x", ...field },
  });

  test("are read on PreToolUse", () => {
    expect(read("PreToolUse", said(nested(deny))).outcome).toBe("block");
    const rewritten = read("PreToolUse", said(nested({ updatedInput: { a: 1 } })));
    expect(rewritten.input).toEqual({ a: 1 });
    const added = read("PreToolUse", said(nested({ additionalContext: "c" })));
    expect([texts(added.toModel), codes(added)]).toEqual([["c"], []]);
  });

  test.each<[event: string, field: object]>([
    ["preToolUse", deny],
    ["permissionRequest", { behavior: "deny" }],
    ["PermissionRequest", { behavior: "deny" }],
    ["PermissionRequest", { decision: { behavior: "deny" } }],
    ["agentStop", { decision: "block", reason: "r" }],
    ["Stop", { decision: "block", reason: "r" }],
    ["SubagentStop", { decision: "block", reason: "r" }],
    ["PostToolUse", { decision: "block", reason: "r" }],
    ["UserPromptSubmit", { decision: "block", reason: "r" }],
  ])("lose a restriction on %s: %j", (event, field) => {
    const lost = read(event, said(nested(field)));
    expect(lost.outcome).toBe(read(event, { exit: 0 }).outcome);
    expect(codes(lost)).toEqual(["host-deny-lost", "host-ignores-field"]);
  });

  test.each([
    "preToolUse",
    "SessionStart",
    "PostToolUse",
    "UserPromptSubmit",
    "PostToolUseFailure",
  ])("add no context on %s", (event) => {
    const reading = read(event, said(nested({ additionalContext: "c" })));
    expect([texts(reading.toModel), codes(reading)]).toEqual([[], ["host-ignores-field"]]);
  });

  test("outrank the top level, which is reported", () => {
    const reading = read(
      "PreToolUse",
      said({ ...deny, ...nested({ permissionDecision: "allow" }) }),
    );
    expect([reading.permission, codes(reading)]).toEqual([
      "allow",
      ["host-deny-lost", "host-ignores-field"],
    ]);
  });
});

describe("rewrites under a name of another event or level", () => {
  test.each<[event: string, answer: object]>([
    ["preToolUse", { updatedInput: { a: 1 } }],
    ["PreToolUse", { updatedInput: { a: 1 } }],
    ["PreToolUse", { hookSpecificOutput: { modifiedArgs: { a: 1 } } }],
    ["preToolUse", { hookSpecificOutput: { updatedInput: { a: 1 } } }],
    ["userPromptSubmitted", { updatedPrompt: "p" }],
    ["userPromptSubmitted", { modifiedTransformedPrompt: "p" }],
  ])("%s %j", (event, answer) => {
    const { input, prompt, problems } = read(event, said(answer));
    expect([input, prompt, problems.map(({ code }) => code)]).toEqual([
      null,
      null,
      ["host-ignores-field"],
    ]);
  });
});

describe("a submitted prompt and a tool's result", () => {
  test.each(["userPromptSubmitted", "UserPromptSubmit"])(
    "%s: a block with a reason keeps the prompt back, and only the user sees it",
    (event) => {
      const answer = {
        decision: "block",
        reason: "no",
        modifiedPrompt: "p",
        additionalContext: "c",
      };
      const { outcome, permission, prompt, toModel, toUser } = read(event, said(answer));
      expect({ outcome, permission, prompt, toModel, toUser }).toEqual({
        outcome: "block",
        permission: "none",
        prompt: null,
        toModel: [],
        toUser: [{ kind: "reason", text: "no", hook: "#0" }],
      });
    },
  );

  test("a prompt is rewritten by the last that can, and context is added", () => {
    const reading = read(
      "userPromptSubmitted",
      said({ modifiedPrompt: "one", additionalContext: "c" }),
      said({ modifiedPrompt: "two" }),
      said({ modifiedPrompt: "" }),
      said({ modifiedPrompt: 5 }),
    );
    expect([reading.prompt, texts(reading.toModel), codes(reading)]).toEqual([
      "two",
      ["c"],
      ["host-ignores-field", "host-ignores-field"],
    ]);
  });

  test.each(["postToolUse", "PostToolUse"])("%s: a block speaks to the model", (event) => {
    const { outcome, toModel, toUser } = read(event, said({ decision: "block", reason: "no" }));
    expect({ outcome, toModel, toUser }).toEqual({
      outcome: "block",
      toModel: [{ kind: "feedback", text: "no", hook: "#0" }],
      toUser: [],
    });
  });
});

describe("a reason need not be a text", () => {
  test.each<[reason: unknown, text: string]>([
    [5, "5"],
    [true, "true"],
    [0, "Denied by preToolUse hook"],
    [false, "Denied by preToolUse hook"],
    [null, "Denied by preToolUse hook"],
    ["  ", "Denied by preToolUse hook"],
  ])("%j", (permissionDecisionReason, text) => {
    const reading = read("preToolUse", said({ ...deny, permissionDecisionReason }));
    expect([reading.outcome, texts(reading.toModel)]).toEqual(["block", [text]]);
  });
});

describe("decisions that are none", () => {
  test.each<[event: string, answer: object, codes: readonly string[]]>([
    ["preToolUse", { permissionDecision: "DENY" }, ["host-deny-lost", "host-ignores-field"]],
    ["preToolUse", { permissionDecision: "approve" }, ["host-ignores-field"]],
    [
      "preToolUse",
      { decision: "block", reason: "r" },
      ["host-deny-lost", "host-ignores-field", "host-ignores-field"],
    ],
    ["preToolUse", { continue: false }, ["host-deny-lost", "host-ignores-field"]],
    ["agentStop", { decision: "block" }, ["host-deny-lost"]],
    ["userPromptSubmitted", { decision: "block", reason: "" }, ["host-deny-lost"]],
    ["postToolUse", { decision: "block" }, ["host-deny-lost"]],
    ["postToolUse", { decision: "deny", reason: "r" }, ["host-deny-lost", "host-ignores-field"]],
    ["agentStop", { decision: "allow" }, []],
    ["agentStop", { decision: "approve" }, ["host-ignores-field"]],
    ["preCompact", { decision: "block" }, ["host-deny-lost", "host-ignores-field"]],
    ["subagentStart", { permissionDecision: "deny" }, ["host-deny-lost", "host-ignores-field"]],
    ["BeforeTool", { decision: "deny" }, ["host-ignores-field", "host-deny-lost"]],
  ])("%s %j", (event, answer, expected) => {
    const reading = read(event, said(answer));
    expect([reading.outcome, codes(reading)]).toEqual(["proceed", expected]);
  });

  test("a deny on stderr of an event that Copilot does not have is lost with the hook", () => {
    const { problems } = read("BeforeTool", { exit: 0, stderr: '{"decision":"deny"}' });
    expect(problems.map(({ code, path, lost }) => [code, path, lost])).toEqual([
      ["host-ignores-field", "event", "the hook: Copilot has no such event"],
      ["host-deny-lost", "stderr", "the block"],
    ]);
  });

  test("exit code 2 is lost with what it does there instead", () => {
    const [problem] = read("agentStop", { exit: 2, stderr: "go on" }).problems;
    expect(problem?.lost).toBe("the block (exit code 2 here: a warning to the user)");
  });
});

describe("several hooks", () => {
  test("deny outranks ask outranks allow; the first that says it gives the reason", () => {
    const ask = said({ permissionDecision: "ask", permissionDecisionReason: "sure?" });
    const asked = read("preToolUse", said({ permissionDecision: "allow" }), ask);
    expect([asked.permission, texts(asked.toUser)]).toEqual(["ask", ["sure?"]]);
    const denied = read(
      "preToolUse",
      ask,
      said(deny),
      said({ ...deny, permissionDecisionReason: "2" }),
    );
    expect([denied.permission, texts(denied.toModel)]).toEqual(["deny", ["no"]]);
  });

  test("of permission requests the later answer counts, field by field", () => {
    const reading = read(
      "permissionRequest",
      said({ behavior: "allow", message: "m" }),
      said({ behavior: "deny" }),
    );
    expect([reading.outcome, texts(reading.toModel)]).toEqual(["block", ["m"]]);
    const two = read("permissionRequest", said({ message: "m" }), { exit: 2 });
    expect([two.outcome, texts(two.toModel)]).toEqual(["block", ["m"]]);
    const lost = read("permissionRequest", { exit: 2 }, said({ behavior: "allow" }));
    expect([lost.outcome, codes(lost)]).toEqual(["proceed", ["host-deny-lost"]]);
    expect(lost.provenance.voices.map(({ level, by, won }) => [level, by, won])).toEqual([
      ["deny", "exit-code", false],
      ["allow", "json", true],
    ]);
  });

  test.each(["agentStop", "Stop", "subagentStop", "postToolUse"])(
    "of two blocks of %s the last reason counts",
    (event) => {
      const block = (reason: string): WireRun => said({ decision: "block", reason });
      expect(texts(read(event, block("one"), block("two"), said({})).toModel)).toEqual(["two"]);
    },
  );

  test("contexts are joined", () => {
    const add = (additionalContext: string): WireRun => said({ additionalContext });
    for (const event of ["preToolUse", "PostToolUse", "userPromptSubmitted"])
      expect(texts(read(event, add("one"), add("two")).toModel)).toEqual(["one\n\ntwo"]);
  });

  test("the last usable rewrite counts", () => {
    const reading = read(
      "preToolUse",
      said({ modifiedArgs: { a: 1 } }),
      said({ modifiedArgs: { b: 2 } }),
      said({ modifiedArgs: "x" }),
    );
    expect(reading.input).toEqual({ b: 2 });
    expect(reading.provenance.rewrites.map(({ why }) => why)).toEqual([
      "a later rewrite replaces it",
      "the last rewrite counts",
      "it is not of the type that the host wants",
    ]);
    expect(codes(reading)).toEqual(["host-ignores-field"]);
  });

  test("a denied tool is not rewritten", () => {
    expect(read("preToolUse", said({ modifiedArgs: { a: 1 } }), said(deny)).input).toBeNull();
  });
});

describe("results", () => {
  const result = { resultType: "success", textResultForLlm: "clean" };
  test("a tool's result is replaced", () => {
    expect(read("postToolUse", said({ modifiedResult: result })).toolOutput).toEqual(result);
    expect(read("postToolUse", said({ modifiedResult: { a: 1 } })).toolOutput).toBeUndefined();
  });

  test("a subagent's response is replaced, but not where it continues", () => {
    expect(read("subagentStop", said({ modifiedResponse: "r" })).toolOutput).toBe("r");
    const blocked = said({ modifiedResponse: "r", decision: "block", reason: "more" });
    expect(read("subagentStop", blocked).toolOutput).toBeUndefined();
    expect(read("agentStop", said({ modifiedResponse: "r" })).toolOutput).toBeUndefined();
  });
});

describe("what is on stdout", () => {
  test.each<
    [name: string, stdout: string, outcome: string, user: string[], codes: readonly string[]]
  >([
    [
      "lines of progress are shown and taken out",
      `{"type":"progress","message":"a"}\n  {"type":"progress","message":"b"}  \n${JSON.stringify(deny, null, 2)}`,
      "block",
      ["a", "b"],
      [],
    ],
    [
      "an object of progress over several lines is no progress",
      '{"type":"progress",\n"message":"a"}\n{"permissionDecision":"allow"}',
      "proceed",
      [],
      ["host-output-void"],
    ],
    [
      "two answers are none",
      '{"permissionDecision":"deny"}\n{"permissionDecision":"allow"}',
      "proceed",
      [],
      ["host-deny-lost", "host-output-void"],
    ],
    ["an array is none", "[]", "proceed", [], ["host-output-void"]],
    ["text is none", "ok", "proceed", [], ["host-output-void"]],
  ])("%s", (_name, stdout, outcome, user, expected) => {
    const reading = read("preToolUse", { exit: 0, stdout });
    expect([reading.outcome, texts(reading.toUser), codes(reading)]).toEqual([
      outcome,
      user,
      expected,
    ]);
  });
});

describe("context", () => {
  test.each<[event: string, delivered: boolean]>([
    ["sessionStart", true],
    ["SessionStart", true],
    ["subagentStart", true],
    ["notification", true],
    ["postToolUse", true],
    ["postToolUseFailure", true],
    ["preToolUse", true],
    ["PreToolUse", true],
    ["userPromptSubmitted", true],
    ["agentStop", false],
    ["preCompact", false],
  ])("%s: %j", (event, delivered) => {
    const reading = read(event, said({ additionalContext: "c" }));
    expect(texts(reading.toModel)).toEqual(delivered ? ["c"] : []);
    expect(codes(reading)).toEqual(delivered ? [] : ["host-ignores-field"]);
  });

  test.each<[value: unknown, delivered: string[], codes: string[]]>([
    [5, ["5"], []],
    [true, ["true"], []],
    [null, [], []],
    ["", [], []],
    [{}, [], ["host-ignores-field"]],
    [["c"], [], ["host-ignores-field"]],
  ])("%j as context", (additionalContext, delivered, expected) => {
    const reading = read("sessionStart", said({ additionalContext }));
    expect([texts(reading.toModel), codes(reading)]).toEqual([delivered, expected]);
  });

  test("is cut at 10 KB, and that is reported", () => {
    const half = said({ additionalContext: "x".repeat(6_000) });
    const reading = read("postToolUse", half, half);
    expect(reading.toModel[0]?.text.length).toBe(10_240);
    expect(reading.problems).toEqual([
      expect.objectContaining({ code: "host-ignores-field", found: "12002 characters" }),
    ]);
  });
});

test("an interrupting denial halts, and the user sees it", () => {
  const reading = read(
    "permissionRequest",
    said({ behavior: "deny", message: "m", interrupt: true }),
  );
  expect([
    reading.outcome,
    reading.permission,
    texts(reading.toModel),
    texts(reading.toUser),
  ]).toEqual(["halt", "deny", [], ["m"]]);
});

test("only the user lets a command out of the sandbox", () => {
  const payload = { tool_input: { requestSandboxBypass: true } };
  const ask = (behavior: string): string =>
    interpret({
      dialect: "copilot",
      event: "PermissionRequest",
      payload,
      runs: [said({ behavior })],
    }).outcome;
  expect([ask("allow"), ask("deny")]).toEqual(["ask", "block"]);
});

test("what was not looked at goes to the log", () => {
  expect(texts(read("preToolUse", { exit: 0, stdout: "text", stderr: "debug" }).toLog)).toEqual([
    "text",
    "debug",
  ]);
});
