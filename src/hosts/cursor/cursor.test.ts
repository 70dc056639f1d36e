import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";
import { cursor } from "./index.js";

const read = (event: string, ...runs: WireRun[]): Reading =>
  interpret({ dialect: "cursor", event, payload: {}, runs });
const said = (answer: unknown, more: WireRun = {}): WireRun => ({
  exit: 0,
  stdout: JSON.stringify(answer),
  ...more,
});
const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const texts = (list: Reading["toModel"]): string[] => list.map(({ text }) => text);
const guards = Object.keys(cursor.events).filter(
  (name) => read(name, { exit: 0, stdout: "text" }).outcome === "block",
);
const failClosed: WireRun = { onFailure: "block" };

test("the permission events are these six", () => {
  expect(guards).toEqual([
    "preToolUse",
    "beforeShellExecution",
    "beforeMCPExecution",
    "beforeReadFile",
    "beforeTabFileRead",
    "subagentStart",
  ]);
});

describe("the same bytes, the other way round than elsewhere", () => {
  const nested = { hookSpecificOutput: { permissionDecision: "deny" } };
  test.each<[name: string, run: WireRun, outcome: string, codes: readonly string[]]>([
    [
      "a nested deny runs the tool",
      said(nested),
      "proceed",
      ["host-deny-lost", "host-ignores-field"],
    ],
    [
      "with continue:false it runs as well",
      said({ ...nested, continue: false }),
      "proceed",
      ["host-deny-lost", "host-deny-lost", "host-ignores-field", "host-ignores-field"],
    ],
    ["exit 2 without a word denies", { exit: 2 }, "block", []],
    ["exit 2 with {} denies", { exit: 2, stdout: "{}" }, "block", []],
    [
      "exit 1 with a JSON deny runs",
      said({ permission: "deny" }, { exit: 1 }),
      "proceed",
      ["host-deny-lost", "host-fails-open"],
    ],
    ["exit 127 runs", { exit: 127, stderr: "not found" }, "proceed", ["host-fails-open"]],
    ["plain text denies", { exit: 0, stdout: "ok" }, "block", ["host-blocks-unasked"]],
    [
      "a bare permissionDecision allow is ignored",
      said({ permissionDecision: "allow" }),
      "proceed",
      ["host-ignores-field"],
    ],
  ])("%s", (_name, run, outcome, expected) => {
    const reading = read("preToolUse", run);
    expect([reading.outcome, codes(reading)]).toEqual([outcome, expected]);
  });

  test("exit 2 with {} gives {} as the reason", () => {
    expect(texts(read("preToolUse", { exit: 2, stdout: "{}", stderr: "no" }).toUser)).toEqual([
      "{}",
    ]);
  });

  test("stop continues for a block with a reason, and ends for exit 2", () => {
    expect(read("stop", said({ decision: "block", reason: "more" })).outcome).toBe("block");
    for (const event of ["stop", "subagentStop"]) {
      const ended = read(event, { exit: 2, stderr: "more" });
      expect([ended.outcome, texts(ended.toModel), ended.failed, codes(ended)]).toEqual([
        "proceed",
        [],
        false,
        ["host-deny-lost"],
      ]);
    }
  });

  test("plain text on sessionStart is ignored", () => {
    const reading = read("sessionStart", { exit: 0, stdout: "context" });
    expect([texts(reading.toModel), reading.failed, codes(reading)]).toEqual([
      [],
      true,
      ["host-output-void"],
    ]);
  });
});

describe.each(guards)("on %s", (event) => {
  test.each<[name: string, run: WireRun, text: string]>([
    ["text", { exit: 0, stdout: "ok" }, "returned invalid JSON"],
    ["broken JSON", { exit: 0, stdout: '{"permission":' }, "returned invalid JSON"],
    ["an array", { exit: 0, stdout: "[]" }, "returned an invalid response for this hook step"],
    ["null", { exit: 0, stdout: "null" }, "returned an invalid response for this hook step"],
    [
      "an unknown word",
      said({ permission: "maybe" }),
      "returned an invalid response for this hook step",
    ],
    [
      "permission null",
      said({ permission: null }),
      "returned an invalid response for this hook step",
    ],
    [
      "a message that is no text",
      said({ user_message: 5 }),
      "returned an invalid response for this hook step",
    ],
    ["text of a killed hook", { signal: "SIGKILL", stdout: "ok" }, "returned invalid JSON"],
  ])("%s denies without failClosed", (_name, run, text) => {
    const reading = read(event, run);
    expect([reading.outcome, reading.permission, reading.failed]).toEqual(["block", "deny", true]);
    expect(reading.toUser[0]?.text).toContain(text);
    expect(codes(reading)).toEqual(["host-blocks-unasked"]);
  });

  test.each<[name: string, run: WireRun, text: string, codes: readonly string[]]>([
    ["no output", { exit: 0 }, "returned no output", []],
    ["blank output", { exit: 0, stdout: " \n" }, "returned no output", []],
    ["a killed hook without output", { signal: "SIGTERM" }, "returned no output", []],
    ["exit 1", { exit: 1, stderr: "boom" }, "failed with exit code 1: boom", ["host-fails-open"]],
    ["exit 255", { exit: 255 }, "failed with exit code 255", ["host-fails-open"]],
    ["a timeout", { timedOut: true }, "timed out", ["host-fails-open"]],
    ["no start", { spawnError: "ENOENT" }, "ENOENT", ["host-fails-open"]],
    ["a cancelled run", { cancelled: true }, "cancelled", ["host-fails-open"]],
  ])("%s continues, and denies with failClosed", (_name, run, text, expected) => {
    const open = read(event, run);
    expect([open.outcome, open.permission, open.failed, codes(open)]).toEqual([
      "proceed",
      "none",
      true,
      expected,
    ]);
    const closed = read(event, { ...run, ...failClosed });
    expect([closed.outcome, closed.permission]).toEqual(["block", "deny"]);
    expect(closed.toUser[0]?.text).toContain(text);
  });
});

describe("ask", () => {
  test.each<[event: string, outcome: string, permission: string, codes: readonly string[]]>([
    ["beforeShellExecution", "ask", "ask", []],
    ["beforeMCPExecution", "ask", "ask", []],
    ["preToolUse", "proceed", "ask", ["host-deny-lost"]],
    ["subagentStart", "proceed", "ask", ["host-deny-lost"]],
    ["beforeReadFile", "block", "deny", []],
    ["beforeTabFileRead", "block", "deny", []],
  ])("%s", (event, outcome, permission, expected) => {
    const reading = read(event, said({ permission: "ask" }));
    expect([reading.outcome, reading.permission, codes(reading)]).toEqual([
      outcome,
      permission,
      expected,
    ]);
  });
});

describe("what exit code 2 does where no permission is at stake", () => {
  test.each<[event: string, outcome: string, user: string[]]>([
    ["beforeSubmitPrompt", "block", ["no"]],
    ["sessionStart", "halt", ["no"]],
    ["postToolUse", "proceed", []],
    ["postToolUseFailure", "proceed", []],
    ["preCompact", "proceed", []],
    ["sessionEnd", "proceed", []],
    ["workspaceOpen", "proceed", []],
    ["afterShellExecution", "proceed", []],
    ["afterMCPExecution", "proceed", []],
    ["afterFileEdit", "proceed", []],
    ["afterTabFileEdit", "proceed", []],
    ["afterAgentResponse", "proceed", []],
    ["afterAgentThought", "proceed", []],
  ])("%s", (event, outcome, user) => {
    const reading = read(event, { exit: 2, stderr: "no" });
    expect([reading.outcome, texts(reading.toUser), reading.failed]).toEqual([
      outcome,
      user,
      false,
    ]);
    expect(codes(reading)).toEqual(outcome === "proceed" ? ["host-deny-lost"] : []);
  });

  test("on stop the loss says what happens instead", () => {
    const [problem] = read("stop", { exit: 2, stderr: "go on" }).problems;
    expect(problem?.lost).toBe("the block (exit code 2 here: nothing: the agent stops)");
  });

  test("an event of another host costs the whole file", () => {
    const { outcome, problems } = read("PreToolUse", { exit: 2, stderr: "no" });
    expect(outcome).toBe("proceed");
    expect(problems.map(({ code, path, lost }) => [code, path, lost])).toEqual([
      ["host-ignores-field", "event", "every hook of the file: Cursor has no such event"],
      ["host-deny-lost", "exit", "the block"],
    ]);
  });

  test.each([0, 1])("a deny on stderr with exit code %i is lost", (exit) => {
    const reading = read("preToolUse", { exit, stderr: '{"permission":"deny"}' });
    expect(reading.outcome).toBe("proceed");
    expect(reading.problems).toContainEqual(
      expect.objectContaining({
        code: "host-deny-lost",
        path: "stderr",
        found: 'permission: "deny"',
      }),
    );
  });

  test("a failure with failClosed stops the prompt and the session", () => {
    expect(read("beforeSubmitPrompt", { exit: 1, ...failClosed }).outcome).toBe("block");
    expect(read("sessionStart", { timedOut: true, ...failClosed }).outcome).toBe("halt");
    expect(read("afterFileEdit", { exit: 1, ...failClosed }).outcome).toBe("proceed");
  });
});

describe("where the JSON is", () => {
  test.each<[stdout: string, permission: string]>([
    ['log {"permission":"deny"}', "deny"],
    ['{"permission":"deny"} {"permission":"allow"}', "allow"],
    ['\uFEFF{"permission":"deny"}', "deny"],
    ['x "{" {"permission":"allow","user_message":"a\\"}{\\"b"}', "allow"],
    ['{"a":1} x {"b":{"c":"}"},"permission":"allow"}', "allow"],
    ['{"permission":"allow"} end', "deny"],
    ["}", "deny"],
    ['{"permission":"allow","permission":"deny"}', "deny"],
  ])("%j", (stdout, permission) => {
    expect(read("preToolUse", { exit: 0, stdout }).permission).toBe(permission);
  });

  test("a deny before the last object is named", () => {
    const reading = read("preToolUse", {
      exit: 0,
      stdout: '{"permission":"deny"} {"permission":"allow"}',
    });
    expect(codes(reading)).toEqual(["host-deny-lost"]);
  });
});

describe("several hooks", () => {
  test("deny outranks ask outranks allow, and messages are joined", () => {
    const reading = read(
      "beforeShellExecution",
      said({ permission: "ask", user_message: "a", agent_message: "x" }),
      said({ permission: "deny", user_message: "b", agent_message: "y" }),
      said({ permission: "allow" }),
    );
    expect([reading.permission, texts(reading.toUser), texts(reading.toModel)]).toEqual([
      "deny",
      ["a\n\n---\n\nb"],
      ["x\n\n---\n\ny"],
    ]);
    expect(reading.provenance.voices.map(({ level, won }) => [level, won])).toEqual([
      ["ask", false],
      ["deny", true],
      ["allow", false],
    ]);
  });

  test("of rewrites, outputs and follow-ups the last one counts", () => {
    const input = read(
      "preToolUse",
      said({ updated_input: { a: 1 } }),
      said({ updated_input: { b: 2 } }),
    );
    expect(input.input).toEqual({ b: 2 });
    expect(input.provenance.rewrites.map(({ applied }) => applied)).toEqual([false, true]);
    const output = read(
      "postToolUse",
      said({ updated_mcp_tool_output: { a: 1 } }),
      said({ updated_mcp_tool_output: [2] }),
    );
    expect(output.toolOutput).toEqual([2]);
    expect(
      texts(read("stop", said({ followup_message: "a" }), said({ followup_message: "b" })).toModel),
    ).toEqual(["b"]);
  });

  test("a denied tool is not rewritten", () => {
    const reading = read("preToolUse", said({ permission: "deny", updated_input: { a: 1 } }));
    expect([reading.input, reading.provenance.rewrites[0]?.applied]).toEqual([null, false]);
  });
});

describe("Claude's names", () => {
  test.each<[event: string, answer: object, model: string[], codes: readonly string[]]>([
    ["preToolUse", { additionalContext: "c" }, ["c"], []],
    [
      "postToolUse",
      { additionalContext: "c", additional_context: "own" },
      ["own"],
      ["host-ignores-field"],
    ],
    ["postToolUse", { additionalContext: 5 }, [], ["host-ignores-field"]],
    ["beforeSubmitPrompt", { additionalContext: "c" }, [], ["host-ignores-field"]],
    ["stop", { decision: "block", reason: " go " }, ["go"], []],
    ["stop", { decision: "block" }, [], ["host-deny-lost"]],
    ["stop", { decision: "block", reason: " " }, [], ["host-deny-lost"]],
    ["stop", { decision: "block", reason: "r", followup_message: "own" }, ["own"], []],
    [
      "preToolUse",
      { decision: "block", reason: "r" },
      [],
      ["host-deny-lost", "host-ignores-field", "host-ignores-field"],
    ],
  ])("%s %j", (event, answer, model, expected) => {
    const reading = read(event, said(answer));
    expect([texts(reading.toModel), codes(reading)]).toEqual([model, expected]);
  });
});

describe("answers that do not fit are ignored where nothing is guarded", () => {
  test.each<[event: string, answer: unknown]>([
    ["beforeSubmitPrompt", { continue: "maybe" }],
    ["stop", { followup_message: 5 }],
    ["sessionStart", { env: { A: 1 } }],
    ["sessionStart", { additional_context: null }],
    ["workspaceOpen", { pluginPaths: [""] }],
    ["preCompact", { user_message: 5 }],
    ["afterFileEdit", []],
    ["sessionEnd", 7],
  ])("%s %j", (event, answer) => {
    const reading = read(event, said(answer));
    expect([reading.outcome, reading.failed, codes(reading)]).toEqual([
      "proceed",
      true,
      ["host-output-void"],
    ]);
  });
});

test("context is cut at 10,000 characters, and that is reported", () => {
  const reading = read("postToolUse", said({ additional_context: "x".repeat(10_001) }));
  expect(reading.toModel[0]?.text.length).toBe(10_000);
  expect(reading.problems).toEqual([
    expect.objectContaining({ code: "host-ignores-field", found: "10001 characters" }),
  ]);
});

test("a rewritten input reaches no prototype", () => {
  const stdout = '{"updated_input":{"__proto__":{"x":1},"constructor":2,"a":1}}';
  expect(Object.keys(read("preToolUse", { exit: 0, stdout }).input ?? {})).toEqual(["a"]);
});

test.each<[event: string, outcome: string]>([
  ["beforeSubmitPrompt", "block"],
  ["sessionStart", "halt"],
])("continue:false stops on %s, and nothing is lost", (event, outcome) => {
  const reading = read(
    event,
    said({ continue: true }),
    said({ continue: false, user_message: "u" }),
  );
  expect([reading.outcome, texts(reading.toUser), codes(reading)]).toEqual([outcome, ["u"], []]);
});
