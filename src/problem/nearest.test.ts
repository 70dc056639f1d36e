import { expect, test } from "vitest";
import { nearest, nearestName } from "./nearest.js";

const words = ["allow", "deny", "ask", "defer", "permissionDecision"];

test.each([
  ["dney", undefined],
  ["denny", "deny"],
  ["DENY", "deny"],
  [" deny ", "deny"],
  ["alow", "allow"],
  ["permissionDecison", "permissionDecision"],
  ["permission_decision", "permissionDecision"],
  ["permission", undefined],
  ["as", undefined],
  ["frobnicate", undefined],
  ["", undefined],
  ["x".repeat(61), undefined],
])("%s is nearest to %s", (word, expected) => {
  expect(nearest(word, words)).toBe(expected);
});

test("the nearer of two candidates is taken, the first of two equally near", () => {
  expect(nearest("abcdefgh", ["abcdefxx", "abcdefgx"])).toBe("abcdefgx");
  expect(nearest("abcdefgh", ["abcdefgx", "abcdefgy"])).toBe("abcdefgx");
});

test("of a name the beginning or a part is enough, if it is long enough: the beginning first, then the shortest", () => {
  const events = ["UserPromptSubmit", "PostToolUseFailure", "PostToolUse", "MyVeryOwnPostTool"];
  expect(
    ["posttool", "Prompt", "PostToolF", "Pos", "PostToolUsee"].map((word) =>
      nearestName(word, events),
    ),
  ).toEqual(["PostToolUse", "UserPromptSubmit", "PostToolUse", undefined, "PostToolUse"]);
});

test("a word of sixty letters is still compared", () => {
  expect(nearest("x".repeat(60), ["x".repeat(59)])).toBe("x".repeat(59));
});
