import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";
import { gemini } from "./index.js";

const read = (event: string, ...runs: WireRun[]): Reading =>
  interpret({ dialect: "gemini", event, payload: {}, runs });
const said = (answer: unknown, exit = 0): WireRun => ({ exit, stdout: JSON.stringify(answer) });
const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const texts = (list: Reading["toModel"]): string[] => list.map(({ text }) => text);

const deny = { decision: "deny", reason: "no" };
const nested = (field: object): object => ({ hookSpecificOutput: field });

describe("the same bytes, the other way round than elsewhere", () => {
  test.each<[name: string, run: WireRun, outcome: string, codes: readonly string[]]>([
    [
      "a nested permissionDecision deny runs the tool",
      said(nested({ permissionDecision: "deny" })),
      "proceed",
      ["host-deny-lost", "host-ignores-field"],
    ],
    [
      "with continue:false it stops the agent",
      said({ continue: false, ...nested({ permissionDecision: "deny" }) }),
      "halt",
      ["host-ignores-field"],
    ],
    [
      "an unknown key changes nothing",
      said({ x: 1, ...nested({ permissionDecision: "deny" }) }),
      "proceed",
      ["host-deny-lost", "host-ignores-field", "host-ignores-field"],
    ],
    ["exit 2 without a word runs the tool", { exit: 2 }, "proceed", ["host-deny-lost"]],
    ["exit 2 with {} runs the tool", said({}, 2), "proceed", ["host-deny-lost"]],
    ["exit 1 with a JSON deny blocks", said(deny, 1), "block", []],
    ["exit 127 blocks", { exit: 127, stderr: "not found" }, "block", ["host-blocks-unasked"]],
    ["plain text runs the tool", { exit: 0, stdout: "ok" }, "proceed", []],
    [
      "a bare permissionDecision allow is ignored",
      said({ permissionDecision: "allow" }),
      "proceed",
      ["host-ignores-field"],
    ],
  ])("%s", (_name, run, outcome, expected) => {
    const reading = read("BeforeTool", run);
    expect([reading.outcome, codes(reading)]).toEqual([outcome, expected]);
  });

  test.each<[run: WireRun, outcome: string]>([
    [said({ decision: "block", reason: "go on" }), "block"],
    [{ exit: 2, stderr: "go on" }, "block"],
  ])("AfterAgent continues with the reason: %j", (run, outcome) => {
    const reading = read("AfterAgent", run);
    expect([reading.outcome, texts(reading.toModel)]).toEqual([outcome, ["go on"]]);
  });

  test("plain text on SessionStart is a message and no context", () => {
    const reading = read("SessionStart", { exit: 0, stdout: "plain" });
    expect([texts(reading.toModel), texts(reading.toUser)]).toEqual([[], ["plain"]]);
  });
});

describe("what a block and a stop do, event by event", () => {
  test.each<[event: string, block: string, model: string[], user: string[], stop: string]>([
    ["BeforeTool", "block", ["no"], [], "halt"],
    ["AfterTool", "block", ["no"], [], "halt"],
    ["BeforeAgent", "block", [], ["no"], "halt"],
    ["AfterAgent", "block", ["no"], [], "halt"],
    ["BeforeModel", "block", [], ["no"], "halt"],
    ["AfterModel", "block", [], ["no"], "halt"],
    ["BeforeToolSelection", "proceed", [], [], "proceed"],
    ["SessionStart", "proceed", [], [], "proceed"],
    ["SessionEnd", "proceed", [], [], "proceed"],
    ["PreCompress", "proceed", [], [], "proceed"],
    ["Notification", "proceed", [], [], "proceed"],
    ["PreToolUse", "proceed", [], [], "proceed"],
  ])("%s", (event, block, model, user, stop) => {
    for (const run of [said(deny), { exit: 2, stderr: "no" }, { exit: 9, stdout: "no" }]) {
      const reading = read(event, run);
      expect([reading.outcome, texts(reading.toModel), texts(reading.toUser)]).toEqual([
        block,
        model,
        user,
      ]);
    }
    const halted = read(event, said({ continue: false, stopReason: "s" }));
    expect(halted.outcome).toBe(stop);
    expect(codes(halted).includes("host-deny-lost")).toBe(stop === "proceed");
  });
});

describe("who ends how, on BeforeTool", () => {
  test.each<[name: string, run: WireRun, outcome: string, failed: boolean, codes: string[]]>([
    [
      "a timeout continues",
      { timedOut: true, stdout: JSON.stringify(deny) },
      "proceed",
      true,
      ["host-deny-lost", "host-fails-open"],
    ],
    ["no start continues", { spawnError: "ENOENT" }, "proceed", true, ["host-fails-open"]],
    [
      "a signal counts as code 0 for text",
      { signal: "SIGKILL", stdout: "x" },
      "proceed",
      true,
      ["host-fails-open"],
    ],
    [
      "a signal after a JSON deny blocks",
      { signal: "SIGTERM", stdout: JSON.stringify(deny) },
      "block",
      true,
      [],
    ],
    ["exit 1 with text warns", { exit: 1, stderr: "x" }, "proceed", true, ["host-fails-open"]],
    ["exit 1 with nothing continues", { exit: 1 }, "proceed", true, ["host-fails-open"]],
    ["exit 3 with text blocks", { exit: 3, stdout: "x" }, "block", true, ["host-blocks-unasked"]],
    ["exit 3 with nothing continues", { exit: 3 }, "proceed", true, ["host-fails-open"]],
    [
      "exit 2 with a scalar continues",
      { exit: 2, stdout: "42", stderr: "no" },
      "proceed",
      true,
      ["host-deny-lost", "host-output-void"],
    ],
    ["an array says nothing", { exit: 0, stdout: "[1]" }, "proceed", false, []],
    ["a cancelled run continues", { cancelled: true }, "proceed", true, ["host-fails-open"]],
    ["a json hook answers like stdout", { json: deny }, "block", false, []],
  ])("%s", (_name, run, outcome, failed, expected) => {
    const reading = read("BeforeTool", run);
    expect([reading.outcome, reading.failed, codes(reading)]).toEqual([outcome, failed, expected]);
  });
});

describe("a restriction that is not read is named with its place", () => {
  test.each<[name: string, run: WireRun, path: string, found: string]>([
    ["in capitals", said({ decision: "DENY" }), "decision", '"DENY"'],
    ["continue as a string", said({ continue: "false" }), "continue", '"false"'],
    ["in the words of Cursor", said({ permission: "ask" }), "permission", '"ask"'],
    [
      "behind a log line",
      { exit: 0, stdout: 'log\n{"decision":"deny"}' },
      "stdout",
      '"decision":"deny"',
    ],
    [
      "with single quotes",
      { exit: 0, stdout: "{'decision':'deny'}" },
      "stdout",
      "'decision':'deny'",
    ],
    [
      "as the first of two equal keys",
      { exit: 0, stdout: '{"decision":"deny","decision":"allow"}' },
      "stdout",
      '"decision":"deny"',
    ],
    [
      "on stderr next to stdout",
      { exit: 0, stdout: "{}", stderr: '{"decision":"deny"}' },
      "stderr",
      'decision: "deny"',
    ],
    ["by exit code 2", { exit: 2 }, "exit", "exit code 2"],
  ])("%s", (_name, run, path, found) => {
    const reading = read("BeforeTool", run);
    const { outcome, problems } = reading;
    expect(outcome).toBe("proceed");
    expect(problems).toContainEqual(
      expect.objectContaining({
        code: "host-deny-lost",
        path,
        found,
        hook: "#0",
        lost: expect.any(String),
      }),
    );
  });
});

test("an event of another host runs no hook, and that is named", () => {
  const { problems } = read("PreToolUse", { exit: 2, stderr: "no" });
  expect(problems.map(({ code, path, lost }) => [code, path, lost])).toEqual([
    ["host-ignores-field", "event", "the hook: Gemini has no such event"],
    ["host-deny-lost", "exit", "the block"],
  ]);
});

test("exit code 2 is lost with what would have made it count", () => {
  const [problem] = read("BeforeTool", { exit: 2 }).problems;
  expect(problem?.lost).toBe(
    "the block (exit code 2 here: blocks where stdout or stderr holds text; with neither, or with JSON, it does nothing)",
  );
});

describe("several hooks", () => {
  test("ask outranks allow, block outranks ask, whoever comes first", () => {
    const ask = said({ decision: "ask" });
    expect(read("BeforeTool", ask, said({ decision: "allow" })).outcome).toBe("ask");
    expect(read("BeforeTool", said(deny), ask).outcome).toBe("block");
    expect(read("BeforeTool", ask, said(deny)).outcome).toBe("block");
  });

  test("stop reasons outrank reasons, and each kind is joined", () => {
    const halt = said({ continue: false, stopReason: "s1", reason: "r1" });
    const reading = read("BeforeTool", halt, said({ continue: false, stopReason: "s2" }));
    expect(reading.toUser).toEqual([{ kind: "stop-reason", text: "s1\ns2", hook: "#0, #1" }]);
  });

  test("on model events the later field wins, and the lost block is named", () => {
    const reading = read("BeforeModel", said(deny), said({ decision: "allow" }));
    expect([reading.outcome, codes(reading)]).toEqual(["proceed", ["host-deny-lost"]]);
    expect(read("AfterModel", said({ continue: false }), said({ continue: true })).outcome).toBe(
      "proceed",
    );
    expect(read("AfterModel", said({ decision: "allow" }), said({ reason: "r" })).outcome).toBe(
      "proceed",
    );
  });

  test.each(Object.keys(gemini.events))("%s shows one message for each hook", (event) => {
    const reading = read(
      event,
      said({ systemMessage: "a" }),
      said({ systemMessage: "b", suppressOutput: true }),
      { exit: 0, stdout: "c" },
      { exit: 1, stderr: "d" },
      said({ systemMessage: "" }),
    );
    expect(reading.toUser).toEqual([
      { kind: "warning", text: "a", hook: "#0" },
      { kind: "warning", text: "b", hook: "#1" },
      { kind: "warning", text: "c", hook: "#2" },
      { kind: "warning", text: "Warning: d", hook: "#3" },
    ]);
  });

  test("the messages are lost with the answers where the host gives up", () => {
    const reading = read(
      "BeforeTool",
      said({ systemMessage: "a" }),
      said({ hookSpecificOutput: "oops" }),
    );
    expect(reading.toUser).toEqual([]);
  });

  test("one hookSpecificOutput that is no object drops the deny of another hook", () => {
    for (const bad of ["oops", 7, true]) {
      const reading = read("BeforeTool", said(deny), said({ hookSpecificOutput: bad }));
      expect([reading.outcome, reading.permission, reading.failed]).toEqual([
        "proceed",
        "none",
        true,
      ]);
      expect(codes(reading)).toEqual(["host-deny-lost", "host-output-void", "host-output-void"]);
    }
    for (const harmless of ["", 0, false, null, []])
      expect(read("BeforeTool", said(deny), said({ hookSpecificOutput: harmless })).outcome).toBe(
        "block",
      );
    expect(read("BeforeModel", said(deny), said({ hookSpecificOutput: "oops" })).outcome).toBe(
      "block",
    );
  });

  test("a later rewrite replaces an earlier one, also where it is unusable", () => {
    const rewrite = (tool_input: unknown): WireRun => said(nested({ tool_input }));
    expect(read("BeforeTool", rewrite({ a: 1 }), rewrite({ b: 2 })).input).toEqual({ b: 2 });
    const broken = read("BeforeTool", rewrite({ a: 1 }), rewrite("x"));
    expect(broken.input).toBeNull();
    expect(broken.provenance.rewrites).toEqual([
      { hook: "#0", what: "input", applied: false, why: "a later rewrite replaces it" },
      { hook: "#1", what: "input", applied: false, why: "tool_input is no object" },
    ]);
  });
});

describe("context", () => {
  test.each<[event: string, delivered: string[]]>([
    ["BeforeTool", []],
    ["AfterTool", ["&lt;c&gt;"]],
    ["BeforeAgent", ["&lt;c&gt;"]],
    ["AfterAgent", []],
    ["SessionStart", ["&lt;c&gt;"]],
    ["SessionEnd", []],
    ["BeforeModel", []],
  ])("%s: the model gets %j, with no tag that is not the host's", (event, delivered) => {
    const reading = read(event, said(nested({ additionalContext: "<c>" })));
    expect(texts(reading.toModel)).toEqual(delivered);
    expect(codes(reading)).toEqual(delivered.length === 0 ? ["host-ignores-field"] : []);
  });

  test("is not given with a block", () => {
    const reading = read("AfterTool", said({ ...deny, ...nested({ additionalContext: "c" }) }));
    expect(texts(reading.toModel)).toEqual(["no"]);
  });
});

describe("texts that are none", () => {
  test.each<[reason: unknown, text: string]>([
    ["", "No reason provided"],
    [0, "No reason provided"],
    [7, "7"],
    [["a", "b"], "a,b"],
    [{}, "[object Object]"],
  ])("reason %j", (reason, text) => {
    expect(texts(read("BeforeTool", said({ decision: "deny", reason })).toModel)).toEqual([text]);
    expect(texts(read("BeforeModel", said({ decision: "deny", reason })).toUser)).toEqual([text]);
  });

  test("a reason without a text form makes the host give up", () => {
    const reading = read("BeforeTool", said({ decision: "deny", reason: { toString: 1 } }));
    expect([reading.outcome, codes(reading)]).toEqual([
      "proceed",
      ["host-deny-lost", "host-output-void"],
    ]);
  });
});

test("a rewritten input reaches no prototype", () => {
  const stdout =
    '{"hookSpecificOutput":{"tool_input":{"__proto__":{"x":1},"constructor":2,"a":1}}}';
  const { input } = read("BeforeTool", { exit: 0, stdout });
  expect(Object.keys(input ?? {})).toEqual(["a"]);
});

test("voices say who won and why", () => {
  const reading = read("BeforeTool", said({ decision: "allow" }), { exit: 2, stderr: "no" });
  expect(reading.provenance.voices).toEqual([
    { hook: "#0", level: "allow", by: "json", won: false, why: "the outcome is block" },
    { hook: "#1", level: "deny", by: "exit-code", won: true, why: "deny is what the host does" },
  ]);
});

test("what was not looked at goes to the log", () => {
  const reading = read("BeforeTool", { exit: 0, stdout: "{}", stderr: "debug" });
  expect(reading.toLog).toEqual([{ kind: "error", text: "debug", hook: "#0" }]);
});

test("a field that some host reads is worth a warning, any other a remark", () => {
  const { problems } = read("BeforeTool", said({ updatedInput: {}, mine: 1 }));
  expect(problems.map(({ path, severity }) => [path, severity])).toEqual([
    ["updatedInput", "warning"],
    ["mine", "info"],
  ]);
});
