import { describe, expect, test } from "vitest";
import { matches, readMatcher } from "./matcher.js";

describe("what a matcher is", () => {
  test.each<[string | undefined, string]>([
    [undefined, "all"],
    ["", "all"],
    ["*", "all"],
    ["Bash", "names"],
    ["Edit|Write", "names"],
    ["|", "names"],
    ["mcp__memory", "names"],
    ["mcp__my-server", "expression"],
    ["^Bash$", "expression"],
    ["Über", "expression"],
    ["Bash ", "expression"],
    ["[", "invalid"],
    ["(?=x)y", "invalid"],
    ["(a)\\1", "invalid"],
  ])("%j is %s", (matcher, type) => {
    expect(readMatcher(matcher).type).toBe(type);
  });
});

describe("which hook matches", () => {
  test.each<[string, string | undefined, string | undefined, boolean]>([
    ["PreToolUse", undefined, "Bash", true],
    ["PreToolUse", "Bash", "Bash", true],
    ["PreToolUse", "Bash", "bash", false],
    ["PreToolUse", "Bash", "BashOutput", false],
    ["PreToolUse", "Edit|Write", "Write", true],
    ["PreToolUse", "mcp__memory", "mcp__memory__create", false],
    ["PreToolUse", "mcp__memory__.*", "mcp__memory__create", true],
    ["PreToolUse", "^Bash", "BashOutput", true],
    ["PreToolUse", "my-tool", "not-my-tool-2", true],
    ["PreToolUse", "|", "Bash", false],
    ["PreToolUse", "|", "", true],
    ["PreToolUse", "Write", "apply_patch", true],
    ["PermissionRequest", "^Edit$", "apply_patch", true],
    ["PostToolUse", "Agent", "spawn_agent", true],
    ["PreToolUse", "apply_patch", "Write", false],
    ["PreToolUse", "Bash", undefined, false],
    ["SubagentStart", "Agent", "spawn_agent", false],
    ["SessionStart", "startup|resume", "resume", true],
    ["SessionStart", "startup", "clear", false],
    ["PreCompact", "manual", "auto", false],
    ["SessionEnd", "other", "other", true],
    ["SubagentStop", "default", "default", true],
    ["UserPromptSubmit", "[", undefined, true],
    ["Stop", "nothing", undefined, true],
    ["Interrupt", "nothing", undefined, true],
    ["PreModelRequest", "nothing", undefined, true],
    ["PreToolUse", "constructor", "constructor", true],
  ])("%s: %j against %j: %s", (event, matcher, subject, expected) => {
    expect(matches({ event, matcher, subject }, "").matches).toBe(expected);
  });
});

test("a guard whose matcher cannot be read is gone", () => {
  const request = { event: "PreToolUse", matcher: "[", subject: "Bash" };
  expect(matches(request, "")).toEqual({
    matches: false,
    why: expect.stringContaining("[ cannot be read: "),
    by: "matcher",
  });
});

test("a hook of an event that Codex does not have never runs", () => {
  expect(matches({ event: "toString" }, "")).toEqual({
    matches: false,
    why: "Codex has no event toString",
    by: "matcher",
  });
});

test("a pattern that would backtrack for ever elsewhere takes no time", () => {
  const matcher = "^(a+)+$";
  const subject = `${"a".repeat(50_000)}b`;
  expect(matches({ event: "PreToolUse", matcher, subject }, "").matches).toBe(false);
}, 5000);
