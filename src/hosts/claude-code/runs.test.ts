import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

function read(event: string, ...runs: WireRun[]): Reading {
  const payload = { tool_name: "Bash", tool_input: { command: "ls" } };
  return interpret({ dialect: "claude-code", event, payload, runs });
}

const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const deny = { hookEventName: "PreToolUse", permissionDecision: "deny" };
const specific = (value: object): string => JSON.stringify({ hookSpecificOutput: value });

describe("what stdout is taken for on PreToolUse", () => {
  test.each<[string, string, string, boolean, string[]]>([
    [
      "a log line after the JSON",
      '{"decision":"block"}\nlog',
      "proceed",
      false,
      ["host-output-void", "host-deny-lost"],
    ],
    [
      "a line separator in an object behind a log line",
      'log\n{"decision":"block","reason":"a\u2028b"}',
      "proceed",
      false,
      ["host-output-void", "host-deny-lost"],
    ],
    ["an array", '[{"decision":"block"}]', "proceed", false, ["host-deny-lost"]],
    [
      "colours before the JSON",
      '\u001B[0m{"decision":"block"}',
      "proceed",
      false,
      ["host-deny-lost"],
    ],
    [
      "a broken object",
      '{"decision":"block",}',
      "proceed",
      true,
      ["host-output-void", "host-deny-lost"],
    ],
    [
      "a word in capitals",
      '{"decision":"BLOCK"}',
      "proceed",
      true,
      ["host-output-void", "host-deny-lost"],
    ],
    [
      "continue as a string",
      '{"continue":"false"}',
      "proceed",
      true,
      ["host-output-void", "host-deny-lost"],
    ],
    [
      "an array for its own part",
      '{"hookSpecificOutput":[]}',
      "proceed",
      true,
      ["host-output-void"],
    ],
    [
      "an unknown event",
      specific({ ...deny, hookEventName: "Nope" }),
      "proceed",
      true,
      ["host-output-void", "host-deny-lost"],
    ],
    [
      "no event",
      specific({ permissionDecision: "deny" }),
      "proceed",
      true,
      ["host-output-void", "host-deny-lost"],
    ],
    [
      "another event",
      specific({ ...deny, hookEventName: "PostToolUse" }),
      "proceed",
      true,
      ["host-output-void", "host-deny-lost"],
    ],
    [
      "the decision at the top",
      '{"permissionDecision":"deny"}',
      "proceed",
      false,
      ["host-ignores-field", "host-deny-lost"],
    ],
    ["an unknown key", `{"x":1,${specific(deny).slice(1)}`, "block", false, ["host-ignores-field"]],
    [
      "a pretty object that asks for the background",
      '{\n"async":true,\n"decision":"block"\n}',
      "block",
      false,
      ["host-ignores-field"],
    ],
    ["a mark of byte order", `\uFEFF${specific(deny)}`, "block", false, []],
    ["nothing but white space", " \n\t", "proceed", false, []],
    ["plain text in braces", "{name} goes here", "proceed", false, []],
  ])("%s", (_, stdout, outcome, failed, found) => {
    const reading = read("PreToolUse", { exit: 0, stdout });
    expect({ outcome: reading.outcome, failed: reading.failed, codes: codes(reading) }).toEqual({
      outcome,
      failed,
      codes: found,
    });
  });

  test("a wrong field is named with what stood there and what may", () => {
    const { problems } = read("PreToolUse", {
      exit: 0,
      stdout: specific({ ...deny, permissionDecision: "no" }),
    });
    expect(problems).toEqual([
      {
        code: "host-output-void",
        severity: "error",
        hook: "#0",
        path: "hookSpecificOutput.permissionDecision",
        found: '"no"',
        allowed: ["allow", "deny", "ask", "defer"],
      },
    ]);
  });

  test("over HTTP only an object is an answer", () => {
    expect(read("PreToolUse", { json: { decision: "block" } }).outcome).toBe("block");
    expect(read("PreToolUse", { json: "block" })).toMatchObject({
      outcome: "proceed",
      failed: true,
    });
  });
});

describe("decisions of one answer on PreToolUse", () => {
  test.each<[string, object, string, string[]]>([
    [
      "a legacy block beats a new allow",
      {
        decision: "block",
        reason: "old",
        hookSpecificOutput: { ...deny, permissionDecision: "allow" },
      },
      "deny",
      ["old"],
    ],
    ["a legacy approve allows", { decision: "approve" }, "allow", []],
    [
      "an ask outranks a legacy approve",
      { decision: "approve", hookSpecificOutput: { ...deny, permissionDecision: "ask" } },
      "ask",
      [],
    ],
    [
      "the top reason is used instead",
      { reason: "top", hookSpecificOutput: deny },
      "deny",
      ["top"],
    ],
    [
      "its own reason comes first",
      { reason: "top", hookSpecificOutput: { ...deny, permissionDecisionReason: "own" } },
      "deny",
      ["own"],
    ],
    [
      "an empty reason has a default",
      { reason: "top", hookSpecificOutput: { ...deny, permissionDecisionReason: "" } },
      "deny",
      ["Blocked by hook"],
    ],
  ])("%s", (_, answer, permission, model) => {
    const reading = read("PreToolUse", { exit: 0, stdout: JSON.stringify(answer) });
    expect({
      permission: reading.permission,
      model: reading.toModel.map(({ text }) => text),
    }).toEqual({ permission, model });
  });

  test("a deferral is reported to be nothing with a terminal", () => {
    const stdout = specific({ ...deny, permissionDecision: "defer" });
    expect(codes(read("PreToolUse", { exit: 0, stdout }))).toEqual(["host-ignores-field"]);
  });
});

describe("endings", () => {
  test.each<[string, WireRun, string[], string[]]>([
    ["exit code 1 without a word", { exit: 1 }, ["No stderr output"], ["host-fails-open"]],
    ["exit code 128", { exit: 128, stderr: "a\nb" }, ["a"], ["host-fails-open"]],
    [
      "a timeout, that nobody sees",
      { timedOut: true, stdout: specific(deny) },
      [],
      ["host-fails-open", "host-deny-lost"],
    ],
    ["a cancelled hook", { cancelled: true }, [], ["host-fails-open"]],
    ["no start", { spawnError: "ENOENT" }, ["Failed to run: ENOENT"], ["host-fails-open"]],
    ["a signal", { signal: "SIGTERM", stderr: "bye" }, ["bye"], ["host-fails-open"]],
  ])("%s lets the tool run", (_, run, user, found) => {
    const reading = read("PreToolUse", run);
    expect({
      outcome: reading.outcome,
      failed: reading.failed,
      user: reading.toUser.map(({ text }) => text),
      codes: codes(reading),
    }).toEqual({ outcome: "proceed", failed: true, user, codes: found });
  });

  test.each<[string, WireRun]>([
    ["code 1", { exit: 1 }],
    ["code 127", { exit: 127 }],
    ["a signal", { signal: "SIGKILL" }],
    ["a change of its file", { changed: "a.sh", exit: 3 }],
  ])("a valid denial with %s denies", (_, ending) => {
    expect(read("PreToolUse", { ...ending, stdout: specific(deny) })).toMatchObject({
      outcome: "block",
      failed: false,
    });
  });

  test("exit code 2 with context denies, and delivers both", () => {
    const stdout = specific({ hookEventName: "PreToolUse", additionalContext: "ctx" });
    const reading = read("PreToolUse", { exit: 2, stderr: "no", stdout });
    expect(reading.toModel.map(({ text }) => text)).toEqual(["no", "ctx"]);
  });
});

describe("onFailure: block", () => {
  const failed = 'failed; blocking because onFailure is "block"\n';
  test.each<[string, WireRun, string]>([
    ["no start", { spawnError: "ENOENT" }, `${failed}Failed to run: ENOENT`],
    ["a timeout", { timedOut: true }, 'timed out; blocking because onFailure is "block"'],
    ["a signal", { signal: "SIGKILL", stderr: "x" }, `${failed}x`],
    [
      "an allow with code 1",
      { exit: 1, stderr: "x", stdout: specific({ ...deny, permissionDecision: "allow" }) },
      `${failed}x`,
    ],
    [
      "a broken object",
      { exit: 0, stdout: "{a}" },
      `${failed}Hook output looks like a JSON object but is not valid JSON`,
    ],
  ])("denies after %s", (_, run, text) => {
    const reading = read("PreToolUse", { ...run, onFailure: "block" });
    expect(reading).toMatchObject({
      outcome: "block",
      permission: "deny",
      failed: true,
      toModel: [{ text }],
    });
  });

  test.each(["PermissionRequest", "UserPromptSubmit", "PostToolUse", "TaskCreated", "PreCompact"])(
    "blocks on %s",
    (event) => {
      expect(read(event, { exit: 1, onFailure: "block" }).outcome).toBe("block");
    },
  );

  test.each(["Stop", "SubagentStop", "TaskCompleted", "TeammateIdle", "SessionStart"])(
    "is ignored on %s, which is reported",
    (event) => {
      const reading = read(event, { exit: 1, onFailure: "block" });
      expect(reading).toMatchObject({ outcome: "proceed", failed: true });
      expect(codes(reading)).toEqual(["host-fails-open", "host-ignores-field"]);
    },
  );

  test.each<[string, WireRun]>([
    ["cut JSON", { exit: 0, stdout: '{"decision":"bl' }],
    ["JSON with a log line after it", { exit: 0, stdout: '{"decision":"block"}\nlog' }],
    ["a hook in the background", { exit: 1, async: true }],
  ])("does not see %s as a failure", (_, run) => {
    expect(read("PreToolUse", { ...run, onFailure: "block" }).outcome).toBe("proceed");
  });
});

describe("in the background", () => {
  const stdout = JSON.stringify({
    decision: "block",
    systemMessage: "warn",
    hookSpecificOutput: { hookEventName: "PostToolUse", additionalContext: "ctx" },
  });
  test.each<[string, WireRun]>([
    ["by its settings", { exit: 0, async: true, stdout }],
    ["by its first line", { exit: 2, stdout: `{"async":true,"asyncTimeout":5}\n${stdout}` }],
  ])("a hook %s has no vote; warning and context reach the model as one message", (_, run) => {
    const reading = read("PostToolUse", run);
    expect(reading.outcome).toBe("proceed");
    expect(reading.toModel.map(({ text }) => text)).toEqual(["warn\nctx"]);
    expect(codes(reading)).toContain("host-deny-lost");
  });

  test("context does not keep a turn going", () => {
    const run = {
      exit: 0,
      async: true,
      stdout: specific({ hookEventName: "Stop", additionalContext: "ctx" }),
    };
    expect(read("Stop", run)).toMatchObject({ outcome: "proceed", toModel: [{ text: "ctx" }] });
  });
});

describe("rewrites", () => {
  const update = (updatedInput: object, decision = "allow"): WireRun => ({
    exit: 0,
    stdout: specific({ ...deny, permissionDecision: decision, updatedInput }),
  });

  test("an input that does not match its tool denies the call", () => {
    const reading = read("PreToolUse", update({ command: 5 }));
    expect(reading).toMatchObject({ outcome: "block", permission: "deny", input: null });
    expect(reading.toModel[0]?.text).toContain(
      "returned updatedInput that failed schema validation",
    );
    expect(codes(reading)).toEqual(["host-blocks-unasked"]);
  });

  test("keys that the tool does not know are dropped, which is reported", () => {
    const reading = read("PreToolUse", update({ command: "ls", nope: 1 }));
    expect(reading.input).toEqual({ command: "ls" });
    expect(reading.problems).toMatchObject([
      { code: "host-ignores-field", path: "hookSpecificOutput.updatedInput.nope" },
    ]);
  });

  test("a denied or deferred call has no new input", () => {
    expect(read("PreToolUse", update({ command: "ls" }, "deny")).input).toBeNull();
    expect(read("PreToolUse", update({ command: "ls" }, "defer")).input).toBeNull();
  });

  test("no key reaches a prototype, and no depth the stack", () => {
    const evil = '{"command":"ls","__proto__":{"x":1}}';
    const deep = `{"command":${"[".repeat(40_000)}${"]".repeat(40_000)}}`;
    const answer = (input: string): WireRun => ({
      exit: 0,
      stdout: `{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":${input}}}`,
    });
    expect(read("PreToolUse", answer(evil)).input).toEqual({ command: "ls" });
    expect(read("PreToolUse", answer(deep)).input).toBeNull();
  });

  test("an output counts where it has the tool's shape", () => {
    const output = (updatedToolOutput: unknown, tool = "Bash") =>
      interpret({
        dialect: "claude-code",
        event: "PostToolUse",
        payload: { tool_name: tool, tool_response: { stdout: "x", stderr: "" } },
        runs: [{ exit: 0, stdout: specific({ hookEventName: "PostToolUse", updatedToolOutput }) }],
      });
    expect(output({ stdout: "new" }).toolOutput).toEqual({ stdout: "new" });
    expect(output("new").toolOutput).toBeUndefined();
    expect(output({ stdout: 1 }).toolOutput).toBeUndefined();
    expect(output(null).problems[0]?.code).toBe("host-ignores-field");
    expect(output("new", "mcp__a__b").toolOutput).toBe("new");
  });
});
