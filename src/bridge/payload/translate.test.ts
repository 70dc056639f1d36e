import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bridgedHosts, eventsOf, findBridgedHost } from "../../hosts/index.js";
import { events, samplePayload, type Payload } from "../../payload/index.js";
import { translatePayload } from "./translate.js";

const bash = {
  hook_event_name: "PreToolUse",
  session_id: "s",
  cwd: "/p",
  tool_name: "Bash",
  tool_input: { command: "rm -rf build" },
};

describe("a payload in another host's words", () => {
  test.each<[string, string, Payload, object]>([
    [
      "claude-code",
      "gemini",
      bash,
      { ...bash, hook_event_name: "BeforeTool", tool_name: "run_shell_command" },
    ],
    [
      "gemini",
      "codex",
      { ...bash, hook_event_name: "BeforeTool", tool_name: "run_shell_command" },
      bash,
    ],
    ["codex", "claude-code", bash, bash],
    ["claude-code", "cursor", bash, { ...bash, hook_event_name: "preToolUse", tool_name: "Shell" }],
    [
      "cursor",
      "claude-code",
      { hook_event_name: "beforeShellExecution", command: "ls", cwd: "/p", cursor_version: "1" },
      {
        hook_event_name: "PreToolUse",
        command: "ls",
        cwd: "/p",
        cursor_version: "1",
        tool_name: "Bash",
        tool_input: { command: "ls" },
      },
    ],
    [
      "claude-code",
      "copilot",
      {
        ...bash,
        tool_name: "Edit",
        tool_input: { file_path: "a", old_string: "b", new_string: "c" },
      },
      {
        hookEventName: "preToolUse",
        sessionId: "s",
        cwd: "/p",
        toolName: "edit",
        toolArgs: { path: "a", old_str: "b", new_str: "c" },
      },
    ],
    [
      "copilot",
      "claude-code",
      { hookEventName: "preToolUse", toolName: "bash", toolArgs: { command: "ls" } },
      { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } },
    ],
    [
      "copilot",
      "claude-code",
      { hookEventName: "preToolUse", toolName: "bash", toolArgs: '{"command":"ls"}' },
      { hook_event_name: "PreToolUse", tool_name: "Bash", tool_input: { command: "ls" } },
    ],
    [
      "copilot",
      "claude-code",
      { hookName: "permissionRequest", toolName: "bash", toolInput: { command: "ls" } },
      { hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: { command: "ls" } },
    ],
    [
      "claude-code",
      "copilot",
      { hook_event_name: "PermissionRequest", tool_name: "Bash", tool_input: { command: "ls" } },
      { hookName: "permissionRequest", toolName: "bash", toolInput: { command: "ls" } },
    ],
    [
      "copilot",
      "claude-code",
      {
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_input: { command: "ls" },
        tool_result: { result_type: "success", text_result_for_llm: "a" },
      },
      {
        hook_event_name: "PostToolUse",
        tool_name: "Bash",
        tool_input: { command: "ls" },
        tool_response: { result_type: "success", text_result_for_llm: "a" },
      },
    ],
    [
      "claude-code",
      "copilot",
      { hook_event_name: "Stop", stop_hook_active: false },
      { hookEventName: "agentStop", stop_hook_active: false },
    ],
    [
      "wave",
      "claude-code",
      { hook_event_name: "UserPromptSubmit", user_prompt: "go", cwd: "/p" },
      { hook_event_name: "UserPromptSubmit", prompt: "go", cwd: "/p" },
    ],
    [
      "claude-code",
      "wave",
      { hook_event_name: "SessionEnd", reason: "exit" },
      { hook_event_name: "SessionEnd", end_source: "exit" },
    ],
    [
      "gemini",
      "wave",
      {
        hook_event_name: "BeforeTool",
        tool_name: "write_file",
        tool_input: { file_path: "a", content: "x" },
      },
      {
        hook_event_name: "PreToolUse",
        tool_name: "Write",
        tool_input: { file_path: "a", content: "x" },
      },
    ],
    [
      "claude-code",
      "cursor",
      { ...bash, tool_name: "mcp__github__search", tool_input: { q: 1 } },
      { ...bash, hook_event_name: "preToolUse", tool_name: "MCP:search", tool_input: { q: 1 } },
    ],
  ])("%s to %s", (from, to, payload, expected) => {
    expect(translatePayload(payload, from, to)).toMatchObject({ payload: expected, problems: [] });
  });
});

describe("what cannot be said stays as it was, and that is reported", () => {
  test.each<[string, string, Payload, string]>([
    [
      "codex",
      "claude-code",
      { ...bash, tool_name: "apply_patch", tool_input: { command: "*** Begin Patch" } },
      "host-payload-unknown",
    ],
    [
      "claude-code",
      "codex",
      {
        ...bash,
        tool_name: "Edit",
        tool_input: { file_path: "a", old_string: "b", new_string: "c" },
      },
      "host-payload-unknown",
    ],
    [
      "claude-code",
      "codex",
      { ...bash, tool_name: "Read", tool_input: { file_path: "a" } },
      "host-payload-unknown",
    ],
    [
      "claude-code",
      "gemini",
      { hook_event_name: "PostCompact", trigger: "auto" },
      "host-event-unknown",
    ],
    [
      "copilot",
      "wave",
      { hookEventName: "preToolUse", toolName: "bash", toolArgs: "{not json" },
      "host-payload-unknown",
    ],
  ])("%s to %s", (from, to, payload, code) => {
    const { problems } = translatePayload(payload, from, to);
    expect(problems.map((problem) => problem.code)).toEqual([code]);
  });

  test("Copilot's payload says Notification where its settings say notification", () => {
    const payload = { hook_event_name: "Notification", notification_type: "idle", message: "m" };
    expect(translatePayload(payload, "copilot", "claude-code")).toEqual({
      named: "notification",
      event: "Notification",
      payload,
      problems: [],
    });
  });

  test("a payload that does not name its event is the caller's mistake", () => {
    expect(() => translatePayload({ tool_name: "Bash" }, "codex", "wave")).toThrow(
      "does not name its event",
    );
  });
});

describe("there and back again", () => {
  const hosts = bridgedHosts().map(({ name }) => name);
  test.each(hosts)("nothing is lost on the way to %s without a report", (name) => {
    const host = findBridgedHost(name);
    for (const { name: event } of events) {
      const payload = samplePayload(event);
      const there = translatePayload(payload, "snaphook", name);
      const isSame = host !== null && eventsOf(host, event).length > 0;
      expect(there.problems.some(({ code }) => code === "host-event-unknown")).toBe(!isSame);
      if (there.problems.length > 0) continue;
      expect(translatePayload(there.payload, name, "snaphook").payload).toEqual(payload);
    }
  });

  test("whatever the fields are, none is dropped", () => {
    const payload = fc.record({
      hook_event_name: fc.constantFrom(...events.map(({ name }) => name)),
      tool_name: fc.constantFrom("Bash", "Edit", "Write", "Read", "Other", "mcp__a__b"),
      tool_input: fc.dictionary(fc.string(), fc.jsonValue()),
      extra: fc.jsonValue(),
    });
    fc.assert(
      fc.property(payload, fc.constantFrom(...hosts), (given, host) => {
        const there = translatePayload(given, "snaphook", host);
        expect(Object.keys(there.payload)).toHaveLength(Object.keys(given).length);
      }),
    );
  });
});
