import { describe, expect, test } from "vitest";
import { matches } from "./matcher.js";

const matchesEvent = (event: string, matcher: string | undefined, subject?: string): boolean =>
  matches({ event, matcher, subject }, "").matches;

describe("the expression must fit the whole subject", () => {
  test.each<
    [event: string, matcher: string | undefined, subject: string | undefined, matched: boolean]
  >([
    ["preToolUse", "bash", "bash", true],
    ["preToolUse", "bash", "github-bash", false],
    ["preToolUse", "bash|edit", "edit", true],
    ["preToolUse", "bash|edit", "editor", false],
    ["preToolUse", "Bash", "bash", false],
    ["preToolUse", ".*", "anything", true],
    ["permissionRequest", "view", "view", true],
    ["postToolUse", "web_.*", "web_fetch", true],
    ["PostToolUse", "Bash", "bash", false],
    ["preCompact", "auto", "manual", false],
    ["notification", "agent_.*", "agent_idle", true],
    ["subagentStart", "explore", "explore", true],
    ["preToolUse", undefined, "bash", true],
    ["preToolUse", "", "bash", true],
    ["agentStop", "nothing like it", "x", true],
    ["sessionStart", "nothing like it", undefined, true],
  ])("%s %j on %j: %j", (event, matcher, subject, matched) => {
    expect(matchesEvent(event, matcher, subject)).toBe(matched);
  });
});

describe.each(["PreToolUse", "PermissionRequest"])("%s reads matchers as Claude does", (event) => {
  test.each<[matcher: string, subject: string, matched: boolean]>([
    ["*", "bash", true],
    ["**", "bash", true],
    ["Bash", "bash", true],
    ["bash", "bash", true],
    ["Bash", "powershell", true],
    ["Edit|Write", "create", true],
    ["Edit|Write", "view", false],
    ["Task", "task", true],
    ["Agent", "task", true],
    ["Ba.*", "bash", true],
    ["ba.*", "bash", false],
    ["mcp.+", "mcp_x", true],
    ["Bash", "Bash", true],
  ])("%j on %j: %j", (matcher, subject, matched) => {
    expect(matchesEvent(event, matcher, subject)).toBe(matched);
  });
});

test.each(["*", "(", "[a"])("%j is refused, and the hook is skipped", (matcher) => {
  expect(matches({ event: "preToolUse", matcher, subject: "bash" }, "")).toEqual({
    matches: false,
    why: `${matcher} is no expression: the hook is skipped`,
    by: "matcher",
  });
});

test("a pattern that only the anchors would make valid is refused", () => {
  expect(matchesEvent("preToolUse", "a)|(?:b", "a")).toBe(false);
});

test.each(["(?!bash).*", "a".repeat(999)])(
  "what cannot be tested counts as fitting: %#",
  (matcher) => {
    expect(matchesEvent("preToolUse", matcher, "bash")).toBe(true);
  },
);

test("an event that Copilot does not have never matches", () => {
  expect(matchesEvent("BeforeTool", undefined, "bash")).toBe(false);
  expect(matchesEvent("constructor", undefined, "bash")).toBe(false);
});
