import { describe, expect, test } from "vitest";
import { matches } from "./matcher.js";

const matchesEvent = (event: string, matcher: string | undefined, subject?: string): boolean =>
  matches({ event, matcher, subject }, "").matches;

describe("a tool's name is searched by an unanchored expression", () => {
  test.each<[matcher: string, tool: string, matched: boolean]>([
    ["write_file", "write_file", true],
    ["write", "write_file", true],
    ["^write$", "write_file", false],
    ["read_.*|write_.*", "write_file", true],
    [" write_file ", "write_file", true],
    ["WRITE", "write_file", false],
    ["Bash", "run_shell_command", false],
  ])("%j on %j: %j", (matcher, tool, matched) => {
    expect(matchesEvent("BeforeTool", matcher, tool)).toBe(matched);
    expect(matchesEvent("AfterTool", matcher, tool)).toBe(matched);
  });
});

describe("an expression that JavaScript refuses is a name", () => {
  test.each<[matcher: string, tool: string, matched: boolean]>([
    ["a(b", "a(b", true],
    ["a(b", "xa(b", false],
    ["(?i)write", "write", false],
    ["[", "[", true],
  ])("%j on %j: %j", (matcher, tool, matched) => {
    expect(matchesEvent("BeforeTool", matcher, tool)).toBe(matched);
  });
});

describe("what only a backtracking engine could test counts as fitting: a guard must not vanish", () => {
  test.each(["(?!read).*", String.raw`(a)\1`, "a".repeat(1001)])("%#", (matcher) => {
    expect(matches({ event: "BeforeTool", matcher, subject: "read" }, "").matches).toBe(true);
  });
});

describe("no matcher matches everything", () => {
  test.each([undefined, "", "*", "  ", " * "])("%j", (matcher) => {
    expect(matches({ event: "BeforeTool", matcher, subject: "x" }, "")).toEqual({
      matches: true,
      why: "no matcher: it matches every such event",
    });
  });
});

describe("sources, reasons and triggers are compared as a whole", () => {
  test.each<[event: string, matcher: string, subject: string, matched: boolean]>([
    ["SessionStart", "startup", "startup", true],
    ["SessionStart", "start", "startup", false],
    ["SessionStart", "startup|resume", "startup", false],
    ["SessionEnd", "exit", "exit", true],
    ["PreCompress", "auto", "manual", false],
  ])("%s %j on %j: %j", (event, matcher, subject, matched) => {
    expect(matchesEvent(event, matcher, subject)).toBe(matched);
  });
});

test.each([
  "BeforeAgent",
  "AfterAgent",
  "BeforeModel",
  "AfterModel",
  "BeforeToolSelection",
  "Notification",
])("%s ignores matchers", (event) => {
  expect(matchesEvent(event, "nothing like it", "subject")).toBe(true);
});

test("an event that Gemini does not have never matches", () => {
  expect(matches({ event: "PreToolUse", matcher: "", subject: "x" }, "")).toEqual({
    matches: false,
    why: "Gemini has no event PreToolUse",
    by: "matcher",
  });
});

test("an evil expression takes no time", () => {
  expect(matchesEvent("BeforeTool", "^(a+)+$", `${"a".repeat(50_000)}!`)).toBe(false);
});
