import { expect, test } from "vitest";
import { bridgedHosts } from "../../hosts/index.js";
import { interpret } from "../../interpret/index.js";
import { events } from "../../payload/index.js";
import { render, type PortableAnswer } from "../index.js";

const nothing = { outcome: "proceed", permission: "none" } as const;

/** Each alone, as bare as it can be. */
const examples: Readonly<Record<string, PortableAnswer>> = {
  block: { outcome: "block", permission: "deny" },
  halt: { outcome: "halt", permission: "none" },
  defer: { outcome: "defer", permission: "defer" },
  ask: { outcome: "ask", permission: "ask" },
  allow: { outcome: "proceed", permission: "allow" },
  input: { ...nothing, input: { a: 1 } },
  prompt: { ...nothing, prompt: "say it so" },
  toolOutput: { ...nothing, toolOutput: "redacted" },
  context: { ...nothing, context: "note" },
  warning: { ...nothing, warning: "careful" },
};

/** What comes true of each answer, event by event. Whatever is not here is a loss. */
const comesTrue: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  wave: {
    SessionStart: "halt context warning",
    UserPromptSubmit: "block halt context warning",
    PreToolUse: "block halt defer ask allow input context warning",
    PermissionRequest: "block halt defer ask allow warning",
    PostToolUse: "block halt toolOutput context warning",
    PostToolUseFailure: "block halt context warning",
    Notification: "halt context warning",
    SubagentStart: "halt context warning",
    SubagentStop: "block halt warning",
    Stop: "block halt warning",
    PreCompact: "block halt context warning",
    PostCompact: "halt context warning",
    SessionEnd: "halt context warning",
  },
  "claude-code": {
    PreToolUse: "block halt defer ask allow input context warning",
    PermissionRequest: "block ask allow",
    PermissionDenied: "warning",
    PostToolUse: "block halt toolOutput context warning",
    PostToolUseFailure: "block context warning",
    PostToolBatch: "halt context warning",
    UserPromptSubmit: "block halt context warning",
    UserPromptExpansion: "block halt context warning",
    Stop: "block halt warning",
    SubagentStop: "block halt warning",
    StopFailure: "warning",
    SubagentStart: "context warning",
    TaskCreated: "block warning",
    TaskCompleted: "block warning",
    TeammateIdle: "block halt warning",
    SessionStart: "context warning",
    Setup: "",
    InstructionsLoaded: "",
    PreCompact: "block",
    PostCompact: "",
    PreModelSwitch: "block ask allow warning",
    PostModelSwitch: "context warning",
    Notification: "warning",
    ConfigChange: "block",
    CwdChanged: "warning",
    DirectoryAdded: "warning",
    FileChanged: "warning",
    WorktreeCreate: "block",
    WorktreeRemove: "warning",
    Elicitation: "block warning",
    ElicitationResult: "block warning",
    MessageDisplay: "",
    SessionEnd: "",
  },
  gemini: {
    BeforeTool: "block halt ask input warning",
    AfterTool: "block halt context warning",
    BeforeAgent: "block halt context warning",
    AfterAgent: "block halt warning",
    BeforeModel: "block halt warning",
    AfterModel: "block halt warning",
    BeforeToolSelection: "warning",
    SessionStart: "context warning",
    SessionEnd: "warning",
    PreCompress: "warning",
    Notification: "warning",
  },
  codex: {
    SessionStart: "halt context warning",
    UserPromptSubmit: "block halt context warning",
    PreModelRequest: "",
    PostModelRequest: "",
    PreToolUse: "block input context warning",
    PermissionRequest: "block ask allow warning",
    PostToolUse: "context warning",
    SubagentStart: "context warning",
    SubagentStop: "block halt warning",
    Stop: "block halt warning",
    PreCompact: "halt warning",
    PostCompact: "halt warning",
    Interrupt: "warning",
    SessionEnd: "",
  },
  cursor: {
    preToolUse: "block allow input context warning",
    beforeShellExecution: "block ask allow context warning",
    beforeMCPExecution: "block ask allow context warning",
    beforeReadFile: "block allow context warning",
    beforeTabFileRead: "block allow context warning",
    subagentStart: "block allow context warning",
    beforeSubmitPrompt: "block warning",
    sessionStart: "halt context warning",
    stop: "block",
    subagentStop: "block",
    postToolUse: "toolOutput context",
    postToolUseFailure: "context",
    preCompact: "warning",
    sessionEnd: "",
    workspaceOpen: "",
    afterShellExecution: "",
    afterMCPExecution: "",
    afterFileEdit: "",
    afterTabFileEdit: "",
    afterAgentResponse: "",
    afterAgentThought: "",
  },
  copilot: {
    preToolUse: "block ask allow input context",
    PreToolUse: "block ask allow input context",
    preMcpToolCall: "block ask allow input context",
    permissionRequest: "block halt ask allow",
    PermissionRequest: "block halt ask allow",
    postToolUse: "block toolOutput context",
    PostToolUse: "block toolOutput context",
    postToolUseFailure: "context",
    PostToolUseFailure: "context",
    agentStop: "block",
    Stop: "block",
    subagentStop: "block toolOutput",
    SubagentStop: "block toolOutput",
    subagentStart: "context",
    sessionStart: "context",
    SessionStart: "context",
    sessionEnd: "",
    SessionEnd: "",
    userPromptSubmitted: "block prompt context",
    UserPromptSubmit: "block prompt context",
    userPromptTransformed: "prompt",
    preCompact: "",
    PreCompact: "",
    notification: "context",
    errorOccurred: "",
    ErrorOccurred: "",
  },
  "qwen-code": {
    PreToolUse: "block ask",
    PermissionRequest: "block ask allow",
    PermissionDenied: "",
    PostToolUse: "block context",
    PostToolUseFailure: "context",
    PostToolBatch: "block context",
    UserPromptSubmit: "block halt context",
    UserPromptExpansion: "block halt context",
    Stop: "block warning",
    StopFailure: "",
    SubagentStart: "context",
    SubagentStop: "block",
    SessionStart: "context",
    SessionEnd: "",
    SessionDelete: "",
    PreCompact: "context",
    PostCompact: "",
    Notification: "",
    MessageDisplay: "",
    InstructionsLoaded: "",
    TodoCreated: "block",
    TodoCompleted: "block",
  },
};

test.each(Object.entries(comesTrue))("%s loses nothing that it can do", (host, rows) => {
  const found = Object.keys(rows).map((event) => [
    event,
    Object.keys(examples)
      .filter((name) => render(host, event, examples[name] ?? nothing).losses.length === 0)
      .join(" "),
  ]);
  expect(Object.fromEntries(found)).toEqual(rows);
});

test("every event of every host has a row", () => {
  const all = [
    ["wave", events.map(({ name }) => name)] as const,
    ...bridgedHosts()
      .filter(({ name }) => name !== "wave")
      .map(({ name, events: own }) => [name, Object.keys(own)] as const),
  ];
  expect(Object.entries(comesTrue).map(([name, rows]) => [name, Object.keys(rows)])).toEqual(all);
});

const everywhere = Object.entries(comesTrue).flatMap(([host, rows]) =>
  Object.keys(rows).map((event) => [host, event] as const),
);

/** Cursor takes a hook with `failClosed` that prints nothing for one that has failed. */
const silence = (host: string): string => (host === "cursor" ? "{}" : "");

test("no opinion is nothing at all, on every event of every host but Cursor's", () => {
  const answers = everywhere.map(([host, event]) => {
    const { exit, stdout, stderr } = render(host, event, nothing);
    return { host, event, exit, stdout, stderr };
  });
  expect(answers).toEqual(
    everywhere.map(([host, event]) => ({
      host,
      event,
      exit: 0,
      stdout: silence(host),
      stderr: "",
    })),
  );
});

test("no opinion of a hook that must not fail is no failure, on every event of every host", () => {
  const blocking = everywhere.flatMap(([host, event]) => {
    const { exit, stdout, stderr } = render(host, event, nothing);
    const read = (onFailure: "block" | "continue"): string =>
      interpret({ dialect: host, event, runs: [{ exit, stdout, stderr, onFailure }] }).outcome;
    return read("block") === read("continue") ? [] : [`${host} ${event}`];
  });
  expect(blocking).toEqual([]);
});

test("only Claude Code's WorktreeCreate blocks who has no opinion, and that is reported", () => {
  const losing = everywhere.flatMap(([host, event]) =>
    render(host, event, nothing).losses.map(({ code, lost }) => ({ host, event, code, lost })),
  );
  expect(losing).toEqual([
    {
      host: "claude-code",
      event: "WorktreeCreate",
      code: "host-ignores-field",
      lost: "proceed: the operation is blocked",
    },
  ]);
});
