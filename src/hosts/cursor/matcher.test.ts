import { describe, expect, test } from "vitest";
import { matches } from "./matcher.js";

describe("an unanchored expression", () => {
  test.each<
    [event: string, matcher: string | undefined, subject: string | undefined, matched: boolean]
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
  ])("%s %j on %j: %j", (event, matcher, subject, matched) => {
    expect(matches({ event, matcher, subject }, "").matches).toBe(matched);
  });
});

test.each<[event: string, word: string]>([
  ["beforeSubmitPrompt", "UserPromptSubmit"],
  ["stop", "Stop"],
  ["afterAgentResponse", "AgentResponse"],
  ["afterAgentThought", "AgentThought"],
])("%s is matched against %s, whatever the payload says", (event, word) => {
  expect(matches({ event, matcher: `^${word}$`, subject: "other" }, "").matches).toBe(true);
  expect(matches({ event, matcher: "other", subject: "other" }, "").matches).toBe(false);
});

test.each(["*", "(", "[a", "(?i)shell"])("%j is refused, and with it the whole file", (matcher) => {
  expect(matches({ event: "preToolUse", matcher, subject: "Shell" }, "")).toEqual({
    matches: false,
    why: `${matcher} is no expression: the whole file is invalid`,
    by: "matcher",
  });
});

test("an event that Cursor does not have invalidates the file", () => {
  expect(matches({ event: "PreToolUse", matcher: undefined, subject: "Shell" }, "").matches).toBe(
    false,
  );
  expect(matches({ event: "constructor", matcher: undefined, subject: "Shell" }, "").matches).toBe(
    false,
  );
});

test.each(["(?!Read).", "a".repeat(1001)])(
  "what cannot be tested counts as fitting: %#",
  (matcher) => {
    expect(matches({ event: "preToolUse", matcher, subject: "Read" }, "").matches).toBe(true);
  },
);

test("an evil expression takes no time", () => {
  expect(
    matches(
      { event: "beforeShellExecution", matcher: "^(a+)+$", subject: `${"a".repeat(50_000)}!` },
      "",
    ).matches,
  ).toBe(false);
});
