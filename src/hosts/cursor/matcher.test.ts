import { describe, expect, test } from "vitest";
import { cursorMatches } from "./matcher.js";

describe("an unanchored expression", () => {
  test.each<
    [event: string, matcher: string | undefined, subject: string | undefined, heard: boolean]
  >([
    ["preToolUse", "Shell", "Shell", true],
    ["preToolUse", "Shell", "ShellX", true],
    ["preToolUse", "^Shell$", "ShellX", false],
    ["preToolUse", "Bash", "Shell", false],
    ["preToolUse", "Read|MCP:.*", "MCP:search", true],
    ["beforeShellExecution", "curl|wget", "sudo curl x", true],
    ["beforeShellExecution", "^curl", "sudo curl x", false],
    ["subagentStart", "explore", "generalPurpose", false],
    ["preToolUse", undefined, "Shell", true],
    ["preToolUse", "", "Shell", true],
    ["sessionStart", "nothing like it", undefined, true],
  ])("%s %j on %j: %j", (event, matcher, subject, heard) => {
    expect(cursorMatches(event, matcher, subject).matches).toBe(heard);
  });
});

test.each<[event: string, word: string]>([
  ["beforeSubmitPrompt", "UserPromptSubmit"],
  ["stop", "Stop"],
  ["afterAgentResponse", "AgentResponse"],
  ["afterAgentThought", "AgentThought"],
])("%s is matched against %s, whatever the payload says", (event, word) => {
  expect(cursorMatches(event, `^${word}$`, "other").matches).toBe(true);
  expect(cursorMatches(event, "other", "other").matches).toBe(false);
});

test.each(["*", "(", "[a", "(?i)shell"])("%j is refused, and with it the whole file", (matcher) => {
  expect(cursorMatches("preToolUse", matcher, "Shell")).toEqual({
    matches: false,
    why: `${matcher} is no expression: the whole file is invalid`,
    by: "matcher",
  });
});

test("an event that Cursor does not have invalidates the file", () => {
  expect(cursorMatches("PreToolUse", undefined, "Shell").matches).toBe(false);
  expect(cursorMatches("constructor", undefined, "Shell").matches).toBe(false);
});

test.each(["(?!Read).", "a".repeat(1001)])(
  "what cannot be tested counts as fitting: %#",
  (matcher) => {
    expect(cursorMatches("preToolUse", matcher, "Read").matches).toBe(true);
  },
);

test("an evil expression takes no time", () => {
  expect(cursorMatches("beforeShellExecution", "^(a+)+$", `${"a".repeat(50_000)}!`).matches).toBe(
    false,
  );
});
