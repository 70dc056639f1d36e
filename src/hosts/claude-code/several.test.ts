import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";

function read(event: string, runs: WireRun[], finish?: number[]): Reading {
  return interpret({ dialect: "claude-code", event, runs, ...(finish && { finish }) });
}

const model = ({ toModel }: Reading): string[] => toModel.map(({ text }) => text);
const codes = ({ problems }: Reading): string[] => problems.map(({ code }) => code);
const specific = (hookEventName: string, rest: object): WireRun => ({
  exit: 0,
  stdout: JSON.stringify({ hookSpecificOutput: { hookEventName, ...rest } }),
});
const decides = (permissionDecision: string, permissionDecisionReason?: string): WireRun =>
  specific("PreToolUse", { permissionDecision, permissionDecisionReason });
const request = (behavior: string): WireRun =>
  specific("PermissionRequest", { decision: { behavior } });

describe("on PreToolUse", () => {
  test.each([
    [["allow", "ask"], "ask"],
    [["ask", "defer"], "defer"],
    [["defer", "deny", "allow"], "deny"],
  ])("of %j %s wins in any order", (decisions, permission) => {
    const runs = decisions.map((decision) => decides(decision));
    expect(read("PreToolUse", runs).permission).toBe(permission);
    expect(read("PreToolUse", runs, [2, 1, 0]).permission).toBe(permission);
  });

  test("of two denials the model reads the one that ended last, which is reported", () => {
    const runs = [decides("deny", "one"), { exit: 2, stderr: "two" }];
    expect(model(read("PreToolUse", runs))).toEqual(["two"]);
    const reading = read("PreToolUse", runs, [1, 0]);
    expect(model(reading)).toEqual(["one"]);
    expect(reading.toLog.map(({ text }) => text)).toEqual(["two"]);
    expect(codes(reading)).toEqual(["host-order-decides"]);
  });

  test("contexts are one message, in the order in which the hooks ended", () => {
    const runs = ["a", "b"].map((text) => specific("PreToolUse", { additionalContext: text }));
    expect(model(read("PreToolUse", runs, [1, 0]))).toEqual(["b\na"]);
  });

  test("the input of the hook that ended last counts, also with another's allow", () => {
    const runs = ["a", "b"].map((command) => specific("PreToolUse", { updatedInput: { command } }));
    const reading = read("PreToolUse", [...runs, decides("allow")], [1, 2, 0]);
    expect(reading).toMatchObject({ permission: "allow", input: { command: "a" } });
    expect(reading.provenance.rewrites).toEqual([
      { hook: "#1", what: "input", applied: false, why: "another hook ended later" },
      { hook: "#0", what: "input", applied: true, why: "it was the last to end" },
    ]);
    expect(codes(reading)).toEqual(["host-order-decides"]);
  });

  test("a halt and a denial both count", () => {
    const reading = read("PreToolUse", [
      { exit: 0, stdout: '{"continue":false,"stopReason":"stop"}' },
      decides("deny", "no"),
    ]);
    expect(reading).toMatchObject({ outcome: "halt", permission: "deny" });
    expect(model(reading)).toEqual(["no", "stop"]);
    expect(reading.provenance.voices).toEqual([
      {
        hook: "#0",
        level: "halt",
        by: "json",
        won: true,
        why: "halt is the strictest that counts",
      },
      { hook: "#1", level: "deny", by: "json", won: false, why: "halt outranks deny" },
    ]);
  });
});

describe("on PermissionRequest the first to end decides", () => {
  test("a faster allow beats a slower denial, which is reported", () => {
    const reading = read("PermissionRequest", [request("deny"), request("allow")], [1, 0]);
    expect(reading).toMatchObject({ outcome: "proceed", permission: "allow" });
    expect(codes(reading)).toEqual(["host-order-decides", "host-deny-lost"]);
  });

  test("a faster denial counts", () => {
    const reading = read("PermissionRequest", [request("deny"), request("allow")]);
    expect(reading).toMatchObject({ outcome: "block", permission: "deny" });
    expect(codes(reading)).toEqual(["host-order-decides"]);
  });

  test("a hook without an answer decides nothing", () => {
    const reading = read("PermissionRequest", [{ exit: 0 }, request("allow")]);
    expect(reading.permission).toBe("allow");
  });
});

describe("on UserPromptSubmit", () => {
  const halt: WireRun = { exit: 0, stdout: '{"continue":false,"stopReason":"stop"}' };
  const text: WireRun = { exit: 0, stdout: "context" };

  test("the first that blocks ends it: nothing else is delivered", () => {
    const reading = read("UserPromptSubmit", [text, { exit: 2, stderr: "a" }, { exit: 1 }]);
    expect(reading.toUser.map((item) => item.text)).toEqual(["a"]);
    expect(reading).toMatchObject({ outcome: "block", toModel: [], failed: false });
  });

  test("a halt keeps what came before it", () => {
    expect(model(read("UserPromptSubmit", [text, halt, text]))).toEqual(["context", "stop"]);
  });
});

describe("elsewhere every answer counts", () => {
  test("on PostToolUse, each after the other", () => {
    const runs = [{ exit: 2, stderr: "a" }, specific("PostToolUse", { additionalContext: "b" })];
    expect(model(read("PostToolUse", runs, [1, 0]))).toEqual(["b", "a"]);
  });

  test("on Stop a halt beats another's block; the model reads both on the next turn", () => {
    const halt = { exit: 0, stdout: '{"continue":false,"stopReason":"stop"}' };
    const reading = read("Stop", [{ exit: 2, stderr: "go on" }, halt]);
    expect(reading.outcome).toBe("halt");
    expect(model(reading)).toEqual(["go on", "stop"]);
  });

  test("a subagent that is halted reads nothing any more", () => {
    const stdout = '{"continue":false,"stopReason":"stop","decision":"block","reason":"go on"}';
    const reading = read("SubagentStop", [{ exit: 0, stdout }]);
    expect(reading.outcome).toBe("halt");
    expect(model(reading)).toEqual([]);
  });

  test("a nonsensical finish is put right", () => {
    const runs = ["a", "b"].map((message) => ({ exit: 2, stderr: message }));
    expect(model(read("PostToolUse", runs, [7, 1, 1, -1, 0.5]))).toEqual(["b", "a"]);
  });
});

describe("what is left unsaid", () => {
  test("a prompt's halt drops the context of the hook that halts", () => {
    const stdout = JSON.stringify({
      continue: false,
      stopReason: "stop",
      hookSpecificOutput: { hookEventName: "UserPromptSubmit", additionalContext: "ctx" },
    });
    const reading = read("UserPromptSubmit", [{ exit: 0, stdout }]);
    expect(model(reading)).toEqual(["stop"]);
    expect(reading.toLog.map(({ text }) => text)).toEqual(["ctx"]);
  });

  test("of two new outputs the one that ended last counts", () => {
    const runs = ["a", "b"].map((text) => specific("PostToolUse", { updatedToolOutput: text }));
    expect(read("PostToolUse", runs, [1, 0]).toolOutput).toBe("a");
  });
});
