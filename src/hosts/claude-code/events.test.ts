import { describe, expect, test } from "vitest";
import { interpret, type Reading, type WireRun } from "../../interpret/index.js";
import { newestEvents } from "./events.js";

function read(event: string, ...runs: WireRun[]): Reading {
  return interpret({ dialect: "claude-code", event, runs });
}

const texts = (reading: Reading) => ({
  outcome: reading.outcome,
  model: reading.toModel.map(({ text }) => text),
  user: reading.toUser.map(({ text }) => text),
});

const json = (value: unknown): WireRun => ({ exit: 0, stdout: JSON.stringify(value) });

/** Events by what exit code 2 does: outcome, what the model gets and what the user gets of two lines. */
const codeTwo: Readonly<Record<string, readonly [string, "all" | "", "all" | "first" | ""]>> = {
  PreToolUse: ["block", "all", "first"],
  PermissionRequest: ["ask", "", ""],
  PermissionDenied: ["proceed", "", ""],
  PostToolUse: ["block", "all", "all"],
  PostToolUseFailure: ["block", "all", "all"],
  PostToolBatch: ["halt", "all", "all"],
  UserPromptSubmit: ["block", "", "all"],
  UserPromptExpansion: ["block", "", "all"],
  Stop: ["block", "all", "all"],
  SubagentStop: ["block", "all", "all"],
  StopFailure: ["proceed", "", ""],
  SubagentStart: ["proceed", "", "first"],
  TaskCreated: ["block", "all", ""],
  TaskCompleted: ["block", "all", ""],
  TeammateIdle: ["block", "all", ""],
  SessionStart: ["proceed", "", "first"],
  Setup: ["proceed", "", "first"],
  InstructionsLoaded: ["proceed", "", ""],
  PreCompact: ["block", "all", "all"],
  PostCompact: ["proceed", "", "all"],
  PreModelSwitch: ["block", "", "all"],
  PostModelSwitch: ["proceed", "", ""],
  Notification: ["proceed", "", ""],
  ConfigChange: ["block", "", ""],
  CwdChanged: ["proceed", "", "first"],
  DirectoryAdded: ["proceed", "", ""],
  FileChanged: ["proceed", "", "first"],
  WorktreeCreate: ["block", "", "all"],
  WorktreeRemove: ["proceed", "", ""],
  Elicitation: ["block", "", ""],
  ElicitationResult: ["block", "", ""],
  MessageDisplay: ["proceed", "", ""],
  SessionEnd: ["proceed", "", "all"],
};

describe("exit code 2", () => {
  const shown = { all: ["one\ntwo"], first: ["one"], "": [] };

  test("the table names every event of the client", () => {
    expect(Object.keys(codeTwo).toSorted()).toEqual(Object.keys(newestEvents).toSorted());
    expect(Object.keys(codeTwo)).toHaveLength(33);
  });

  test.each(Object.entries(codeTwo))("on %s: %j", (event, [outcome, model, user]) => {
    const reading = read(event, { exit: 2, stderr: "one\ntwo" });
    expect(texts(reading)).toEqual({ outcome, model: shown[model], user: shown[user] });
  });

  test.each(Object.entries(codeTwo).filter(([, [outcome]]) => outcome === "proceed"))(
    "that blocks nothing on %s is reported as lost",
    (event) => {
      const { problems } = read(event, { exit: 2 });
      expect(problems).toContainEqual(
        expect.objectContaining({ code: "host-deny-lost", path: "exit", found: "2" }),
      );
    },
  );

  test("on PermissionRequest is lost: the user is asked as if nothing had been said", () => {
    expect(read("PermissionRequest", { exit: 2 }).problems).toContainEqual(
      expect.objectContaining({ code: "host-deny-lost", path: "exit" }),
    );
  });

  test("stops no change of policy settings", () => {
    const at = (source: string) =>
      interpret({
        dialect: "claude-code",
        event: "ConfigChange",
        payload: { source },
        runs: [{ exit: 2 }],
      });
    expect(at("local_settings").outcome).toBe("block");
    expect(at("policy_settings").outcome).toBe("proceed");
    expect(at("policy_settings").problems[0]?.code).toBe("host-deny-lost");
  });
});

describe("decision: block", () => {
  test.each([
    ["PreToolUse", "block"],
    ["PostToolUse", "block"],
    ["PostToolUseFailure", "block"],
    ["PostToolBatch", "halt"],
    ["UserPromptSubmit", "block"],
    ["UserPromptExpansion", "block"],
    ["Stop", "block"],
    ["SubagentStop", "block"],
    ["TaskCreated", "block"],
    ["TaskCompleted", "block"],
    ["PreCompact", "block"],
    ["ConfigChange", "block"],
    ["Elicitation", "block"],
  ])("on %s: %s", (event, outcome) => {
    expect(read(event, json({ decision: "block", reason: "no" })).outcome).toBe(outcome);
  });

  test.each([
    "PermissionRequest",
    "SessionStart",
    "Setup",
    "SubagentStart",
    "TeammateIdle",
    "PreModelSwitch",
    "ElicitationResult",
    "WorktreeRemove",
    "Notification",
    "SessionEnd",
  ])("on %s is ignored, and reported as lost", (event) => {
    const reading = read(event, json({ decision: "block", reason: "no" }));
    expect(reading.outcome).toBe(event === "PermissionRequest" ? "ask" : "proceed");
    expect(reading.toModel).toEqual([]);
    expect(reading.problems).toContainEqual(
      expect.objectContaining({ code: "host-deny-lost", path: "decision", found: '"block"' }),
    );
  });
});

describe("continue: false", () => {
  const halts = [
    "PreToolUse",
    "PostToolUse",
    "PostToolBatch",
    "UserPromptSubmit",
    "UserPromptExpansion",
    "Stop",
    "SubagentStop",
    "TeammateIdle",
  ];

  test.each(Object.keys(codeTwo).filter((event) => event !== "WorktreeCreate"))(
    "on %s stops the turn, or is reported as lost",
    (event) => {
      const { outcome, problems } = read(event, json({ continue: false, stopReason: "why" }));
      const lost = problems.some(
        ({ code, path }) => code === "host-deny-lost" && path === "continue",
      );
      expect({ halts: outcome === "halt", lost }).toEqual({
        halts: halts.includes(event),
        lost: !halts.includes(event) || event === "PreToolUse",
      });
    },
  );

  test("on PreToolUse does not keep the tool from running, which is reported", () => {
    const reading = read("PreToolUse", json({ continue: false, stopReason: "why" }));
    expect(texts(reading)).toEqual({ outcome: "halt", model: ["why"], user: ["why"] });
    expect(reading.permission).toBe("none");
    expect(reading.problems[0]?.lost).toBe("the tool still runs, and only then the turn stops");
  });

  test("keeps a prompt that exit code 2 wanted erased, which is reported", () => {
    const reading = read("UserPromptSubmit", {
      exit: 2,
      stderr: "secret",
      stdout: '{"continue":false}',
    });
    expect(texts(reading)).toEqual({
      outcome: "halt",
      model: ["Operation stopped by hook"],
      user: ["Operation stopped by hook"],
    });
    expect(reading.problems[0]).toMatchObject({
      code: "host-deny-lost",
      lost: "the prompt stays in the conversation",
    });
  });

  test("of a subagent reaches no model", () => {
    expect(texts(read("SubagentStop", json({ continue: false, stopReason: "why" })))).toEqual({
      outcome: "halt",
      model: [],
      user: ["why"],
    });
  });
});

describe("additionalContext", () => {
  const specific = (event: string): WireRun =>
    json({ hookSpecificOutput: { hookEventName: event, additionalContext: "ctx" } });

  test.each([
    ["PreToolUse", "proceed", ["ctx"]],
    ["PostToolUse", "proceed", ["ctx"]],
    ["PostToolUseFailure", "proceed", ["ctx"]],
    ["PostToolBatch", "proceed", ["ctx"]],
    ["UserPromptSubmit", "proceed", ["ctx"]],
    ["UserPromptExpansion", "proceed", ["ctx"]],
    ["SessionStart", "proceed", ["ctx"]],
    ["SubagentStart", "proceed", ["ctx"]],
    ["PostModelSwitch", "proceed", ["ctx"]],
    ["Stop", "block", ["ctx"]],
    ["SubagentStop", "block", ["ctx"]],
    ["Setup", "proceed", []],
    ["Notification", "proceed", []],
    ["CwdChanged", "proceed", []],
  ])("on %s: %s, and the model gets %j", (event, outcome, model) => {
    const reading = read(event, specific(event));
    expect({ outcome: reading.outcome, model: reading.toModel.map(({ text }) => text) }).toEqual({
      outcome,
      model,
    });
    expect(reading.failed).toBe(false);
    if (model.length === 0) expect(reading.problems[0]?.code).toBe("host-ignores-field");
    if (outcome === "block") expect(reading.problems[0]?.code).toBe("host-blocks-unasked");
  });

  test.each(["SessionEnd", "PreCompact", "PostCompact", "TaskCreated", "StopFailure"])(
    "on %s makes the whole answer invalid",
    (event) => {
      const reading = read(event, specific(event));
      expect(reading).toMatchObject({ outcome: "proceed", failed: true, toModel: [] });
      expect(reading.problems[0]).toMatchObject({
        code: "host-output-void",
        path: "hookSpecificOutput.hookEventName",
      });
    },
  );
});

describe("systemMessage", () => {
  test.each([
    "PermissionRequest",
    "MessageDisplay",
    "ConfigChange",
    "PreCompact",
    "PostCompact",
    "SessionEnd",
    "InstructionsLoaded",
    "Setup",
  ])("on %s goes nowhere, which is reported", (event) => {
    const reading = read(event, json({ systemMessage: "hi" }));
    expect([reading.toModel, reading.toUser]).toEqual([[], []]);
    expect(reading.problems).toMatchObject([{ code: "host-ignores-field", path: "systemMessage" }]);
  });
});

describe("single events", () => {
  test("a worktree's path is the last line that is not empty", () => {
    const reading = read("WorktreeCreate", { exit: 0, stdout: "log\n/tmp/wt\n\n" });
    expect(reading).toMatchObject({ outcome: "proceed", toLog: [{ text: "/tmp/wt" }] });
  });

  test.each<[string, WireRun, string]>([
    ["a code of 1", { exit: 1, stderr: "no" }, "no"],
    ["a timeout", { timedOut: true }, "timed out"],
    ["no start", { spawnError: "ENOENT" }, "Failed to run: ENOENT"],
    ["a death", { signal: "SIGKILL" }, "No stderr output"],
  ])("no worktree is created after %s", (_, run, text) => {
    const reading = read("WorktreeCreate", run);
    expect(texts(reading)).toEqual({ outcome: "block", model: [], user: [text] });
    expect(reading.problems[0]?.code).toBe("host-blocks-unasked");
  });

  test("an elicitation's JSON counts with exit code 0 only", () => {
    const stdout = JSON.stringify({
      hookSpecificOutput: { hookEventName: "Elicitation", action: "decline" },
    });
    expect(read("Elicitation", { exit: 0, stdout }).outcome).toBe("block");
    const reading = read("Elicitation", { exit: 1, stdout });
    expect(reading.outcome).toBe("proceed");
    expect(reading.problems.map(({ code }) => code)).toContain("host-deny-lost");
  });

  test("a message is shown as the hook puts it", () => {
    const run = json({
      hookSpecificOutput: { hookEventName: "MessageDisplay", displayContent: "new" },
    });
    expect(read("MessageDisplay", run).toUser).toMatchObject([{ text: "new" }]);
  });

  test("a hook that ends a session badly is shown whole, a slow one as cancelled", () => {
    expect(texts(read("SessionEnd", { exit: 1, stderr: "a\nb", stdout: "{}" })).user).toEqual([
      "a\nb",
    ]);
    expect(texts(read("SessionEnd", { timedOut: true })).user).toEqual(["Hook cancelled"]);
  });

  test("an event that the client does not have runs no hook", () => {
    const reading = read("BeforeTool", { exit: 2, stderr: "no" });
    expect(texts(reading)).toEqual({ outcome: "proceed", model: [], user: [] });
    expect(reading.failed).toBe(false);
    expect(reading.problems.map(({ code, path }) => [code, path])).toEqual([
      ["host-ignores-field", "event"],
      ["host-deny-lost", "exit"],
    ]);
  });
});
