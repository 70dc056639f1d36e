import { expect, test } from "vitest";
import { matches } from "./matches.js";

const isMatch = (matcher: string, toolName: string): boolean =>
  matches({ dialect: "wave", event: "PreToolUse", matcher, toolName }).matches;

test("a catastrophic pattern takes no time to speak of", () => {
  const begin = process.cpuUsage();
  expect(isMatch("/(a+)+$/", `${"a".repeat(50_000)}!`)).toBe(false);
  expect(isMatch("/(x+x+)+y/", "x".repeat(50_000))).toBe(false);
  expect(isMatch("*a*a*a*a*a*a*a*a*b", "a".repeat(50_000))).toBe(false);
  expect(process.cpuUsage(begin).user / 1000).toBeLessThan(10_000);
});
