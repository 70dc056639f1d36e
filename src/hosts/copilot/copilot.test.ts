import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";
import { copilot } from "./index.js";

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

describe("how a hook ends, before a tool", () => {
  test.each<
    [name: string, run: WireRun, outcome: string, failed: boolean, codes: readonly string[]]
  >([
    ["exit 2 denies", { exit: 2 }, "block", false, []],
    ["exit 1 denies", { exit: 1 }, "block", true, ["host-blocks-unasked"]],
    ["exit 127 denies", { exit: 127 }, "block", true, ["host-blocks-unasked"]],
    ["a signal denies", { signal: "SIGKILL" }, "block", true, ["host-blocks-unasked"]],
    ["no start denies", { spawnError: "ENOENT" }, "block", true, ["host-blocks-unasked"]],
    ["exit 1 with a deny denies as asked", said(deny, { exit: 1 }), "block", true, []],
    ["a timeout goes on", { timedOut: true }, "proceed", true, ["host-fails-open"]],
    [
      "a timeout after a deny goes on",
      { timedOut: true, stdout: JSON.stringify(deny) },
      "proceed",
      true,
      ["host-deny-lost", "host-fails-open"],
    ],
  ])("%s", (_name, run, outcome, failed, expected) => {
    for (const event of ["preToolUse", "PreToolUse", "preMcpToolCall"]) {
      const reading = read(event, run);
      expect([reading.outcome, reading.failed, codes(reading)]).toEqual([
        outcome,
        failed,
        expected,
      ]);
    }
  });

  test("exit 2 takes its reason from stdout, then stderr, then a default", () => {
    const two = (stdout: string, stderr: string): string[] =>
      texts(read("preToolUse", { exit: 2, stdout, stderr }).toModel);
    expect(two(JSON.stringify(deny), "err")).toEqual(["no"]);
    expect(two("", "err")).toEqual(["err"]);
    expect(two("", "")).toEqual(["Denied by preToolUse hook"]);
  });
});

describe("a failure elsewhere is skipped", () => {
  const others = Object.keys(copilot.events).filter((name) => !/^pre(Tool|Mcp)/i.test(name));
  test.each(others)("%s", (event) => {
    const silence = read(event, { exit: 0 }).outcome;
    for (const run of [
      { exit: 1 },
      { signal: "SIGKILL" },
      { timedOut: true },
      { spawnError: "E" },
    ]) {
      const reading = read(event, run);
      expect([reading.outcome, reading.failed, texts(reading.toModel)]).toEqual([
        silence,
        true,
        [],
      ]);
    }
  });

  test("and told where something could have been stopped", () => {
    expect(codes(read("permissionRequest", { exit: 1 }))).toEqual(["host-fails-open"]);
    expect(codes(read("agentStop", { timedOut: true }))).toEqual(["host-fails-open"]);
    expect(codes(read("sessionEnd", { exit: 1 }))).toEqual([]);
  });
});

describe("exit code 2 where it does not deny is a warning, and stdout is read all the same", () => {
  test.each([
    "sessionStart",
    "sessionEnd",
    "userPromptSubmitted",
    "userPromptTransformed",
    "postToolUse",
    "agentStop",
    "subagentStart",
    "subagentStop",
    "preCompact",
    "notification",
    "errorOccurred",
  ])("%s", (event) => {
    const reading = read(event, { exit: 2, stderr: "careful" });
    expect([reading.outcome, texts(reading.toUser), reading.failed]).toEqual([
      "proceed",
      ["careful"],
      false,
    ]);
    expect(codes(reading)).toEqual(["host-deny-lost"]);
  });

  test("a stated block counts with exit code 2", () => {
    const answer = { decision: "block", reason: "more" };
    expect(read("agentStop", said(answer, { exit: 2 })).outcome).toBe("block");
  });

  test("on postToolUseFailure stdout is context, its field before its text", () => {
    expect(texts(read("postToolUseFailure", { exit: 2, stdout: "hint" }).toModel)).toEqual([
      "hint",
    ]);
    expect(
      texts(read("postToolUseFailure", said({ additionalContext: "field" }, { exit: 2 })).toModel),
    ).toEqual(["field"]);
  });
});

describe("nested answers are read under PascalCase names alone", () => {
  const nested = (field: object): object => ({
    hookSpecificOutput: { hookEventName: "x", ...field },
  });
  test.each<[camel: string, pascal: string, field: object, outcome: string]>([
    ["preToolUse", "PreToolUse", deny, "block"],
    ["permissionRequest", "PermissionRequest", { behavior: "deny" }, "block"],
    ["permissionRequest", "PermissionRequest", { decision: { behavior: "deny" } }, "block"],
    ["agentStop", "Stop", { decision: "block", reason: "r" }, "block"],
    ["subagentStop", "SubagentStop", { decision: "block", reason: "r" }, "block"],
  ])("%s and %s: %j", (camel, pascal, field, outcome) => {
    expect(read(pascal, said(nested(field))).outcome).toBe(outcome);
    const lost = read(camel, said(nested(field)));
    expect(lost.outcome).toBe(read(camel, { exit: 0 }).outcome);
    expect(codes(lost)).toEqual(["host-deny-lost", "host-ignores-field"]);
  });

  test("and outrank the top level, which is told", () => {
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
    const lost = read("permissionRequest", { exit: 2 }, said({ behavior: "allow" }));
    expect([lost.outcome, codes(lost)]).toEqual(["proceed", ["host-deny-lost"]]);
    expect(lost.provenance.voices.map(({ level, by, won }) => [level, by, won])).toEqual([
      ["deny", "exit-code", false],
      ["allow", "json", true],
    ]);
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

  test("a subagent's response is replaced, but not where it goes on", () => {
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
    ["preToolUse", false],
    ["userPromptSubmitted", false],
    ["agentStop", false],
    ["preCompact", false],
  ])("%s: %j", (event, delivered) => {
    const reading = read(event, said({ additionalContext: "c" }));
    expect(texts(reading.toModel)).toEqual(delivered ? ["c"] : []);
    expect(codes(reading)).toEqual(delivered ? [] : ["host-ignores-field"]);
  });

  test("null is no context, a number is told", () => {
    expect(codes(read("sessionStart", said({ additionalContext: null })))).toEqual([]);
    expect(codes(read("sessionStart", said({ additionalContext: 5 })))).toEqual([
      "host-ignores-field",
    ]);
  });

  test("is cut at 10 KB, and that is told", () => {
    const half = said({ additionalContext: "x".repeat(6_000) });
    const reading = read("postToolUse", half, half);
    expect(reading.toModel[0]?.text.length).toBe(10_240);
    expect(reading.problems).toEqual([
      expect.objectContaining({ code: "host-ignores-field", found: "12002 characters" }),
    ]);
  });
});

test("an interrupting denial halts and tells the user", () => {
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

test("a timeout is told to the user before a tool alone", () => {
  expect(texts(read("preToolUse", { timedOut: true }).toUser)).toEqual(["Hook command timed out"]);
  expect(texts(read("postToolUse", { timedOut: true }).toUser)).toEqual([]);
});

test("a permission request takes no reason from stderr", () => {
  expect(texts(read("permissionRequest", { exit: 2, stderr: "err" }).toModel)).toEqual([
    "Denied by permissionRequest hook",
  ]);
});
