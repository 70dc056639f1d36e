import { describe, expect, test } from "vitest";
import { matches } from "./matcher.js";

const runs = (event: string, matcher: string | undefined, subject?: string): boolean =>
  matches({ event, matcher, subject }, "0.24.4").matches;
const forTool = (matcher: string, toolName: string): boolean =>
  matches({ event: "PreToolUse", matcher, toolName }, "0.24.4").matches;

describe("a tool is found by its id, its names, or an unanchored expression for its id", () => {
  test.each<[matcher: string, tool: string, found: boolean]>([
    ["write_file", "write_file", true],
    ["WriteFile", "write_file", true],
    ["WriteFileTool", "write_file", true],
    ["Shell", "run_shell_command", true],
    ["Bash", "run_shell_command", false],
    ["replace", "edit", true],
    ["Task|Bash", "agent", true],
    ["SearchFiles", "grep_search", true],
    ["TodoWrite", "todo_write", true],
    ["TodoList", "todo_write", true],
    ["Write", "write_file", false],
    ["write", "write_file", true],
    ["^write$", "write_file", false],
    ["^(write_file|edit)$", "edit", true],
    ["WriteFile | Edit", "edit", true],
    ["Write.*", "write_file", false],
    ["read_.*|write_.*", "write_file", true],
    ["|write_file", "read_file", false],
    ["a|*", "read_file", true],
    ["a|.*", "read_file", true],
    ["mcp__git__log", "mcp__git__log", true],
    ["mcp__git__", "mcp__git__log", true],
    ["read[ |]file", "read_file", false],
    ["read(_| )file", "read_file", true],
    ["read_file\\|x", "read_file", false],
    ["constructor", "read_file", false],
  ])("%j on %j: %j", (matcher, tool, found) => {
    expect(forTool(matcher, tool)).toBe(found);
  });
});

describe("an expression that JavaScript refuses fits nothing but its own name", () => {
  test.each<[matcher: string, tool: string, found: boolean]>([
    ["[", "write_file", false],
    ["a(b", "a(b", true],
    ["Shell|[", "run_shell_command", true],
    ["(?i)write", "write_file", false],
  ])("%j on %j: %j", (matcher, tool, found) => {
    expect(forTool(matcher, tool)).toBe(found);
  });
});

describe("what only a backtracking engine could test counts as fitting: a guard must not vanish", () => {
  test.each(["(?!read).*", String.raw`(a)\1`, "a".repeat(1001)])("%#", (matcher) => {
    expect(forTool(matcher, "read_file")).toBe(true);
  });
});

test.each([undefined, "", "*", ".*", "  ", " * "])("%j is no matcher", (matcher) => {
  expect(runs("PreToolUse", matcher, "x")).toBe(true);
});

describe("one rule for every event that has a subject", () => {
  test.each<[event: string, matcher: string, subject: string, found: boolean]>([
    ["SessionStart", "startup", "startup", true],
    ["SessionStart", "start", "startup", true],
    ["SessionStart", "startup|resume", "resume", true],
    ["SessionEnd", "^exit$", "prompt_input_exit", false],
    ["PreCompact", "auto|manual", "manual", true],
    ["PostCompact", "auto", "manual", false],
    ["Notification", "permission_prompt|idle_prompt", "idle_prompt", true],
    ["StopFailure", "rate_limit", "rate_limit", true],
    ["SubagentStart", "^(Bash|Explorer)$", "Explorer", true],
    ["SubagentStop", "Plan", "Explorer", false],
    ["UserPromptExpansion", "review", "review", true],
    ["InstructionsLoaded", "\\.md$", "/a/QWEN.md", true],
  ])("%s %j on %j: %j", (event, matcher, subject, found) => {
    expect(runs(event, matcher, subject)).toBe(found);
  });
});

test.each(["Stop", "UserPromptSubmit", "PostToolBatch", "MessageDisplay", "TodoCreated"])(
  "%s ignores its matcher",
  (event) => {
    expect(runs(event, "nothing", "x")).toBe(true);
  },
);

test.each(["BeforeTool", "preToolUse", "constructor"])("there is no event %s", (event) => {
  expect(matches({ event }, "0.24.4")).toEqual({
    matches: false,
    why: `Qwen Code has no event ${event}`,
    by: "matcher",
  });
});
