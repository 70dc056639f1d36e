import { describe, expect, test } from "vitest";
import { matches, type Match } from "./matches.js";
import { cachedPattern } from "./pattern.js";

const ask = (matcher: string | undefined, toolName: string): Match =>
  matches({ dialect: "wave", event: "PreToolUse", matcher, toolName });

describe("a list of names", () => {
  test.each<[list: string, isMatch: readonly string[], others: readonly string[]]>([
    ["Bash|Edit,Write", ["Bash", "Edit", "Write"], ["Bash|Edit", "Edit,Write", "Read"]],
    ["  Bash  |  Edit  ", ["Bash", "Edit"], ["  Bash  ", " Edit"]],
    ["Bash Output", ["Bash Output"], ["Bash", "Output", "BashOutput"]],
    ["mcp__a-b__c_1", ["mcp__a-b__c_1"], ["mcp__a", "mcp__a-b__c_12"]],
    ["Größe|検索", ["Größe", "検索"], ["GRÖSSE", "検"]],
    ["Edit||Read", ["Edit", "Read"], [""]],
    [",Edit", ["Edit"], [""]],
    [" | ", [], ["", " ", "|"]],
  ])("%j", (list, isMatch, others) => {
    for (const tool of isMatch) {
      expect(ask(list, tool)).toEqual({
        matches: true,
        why: `the list ${list} matches ${JSON.stringify(tool)}`,
      });
    }
    for (const tool of others) {
      expect(ask(list, tool)).toEqual({
        matches: false,
        why: `the list ${list} does not match ${JSON.stringify(tool)}`,
        by: "matcher",
      });
    }
  });
});

describe("an absent, an empty and a lone star are the same: every tool", () => {
  test.each([undefined, "", "*"])("%j", (matcher) => {
    expect(ask(matcher, "Bash")).toEqual({
      matches: true,
      why: "no matcher: it matches every such event",
    });
  });
});

describe("slashes at both ends make an expression, at one end a glob", () => {
  test.each<[matcher: string, subject: string, why: string]>([
    ["/bin/", "/usr/bin/env", 'the expression /bin/ matches "/usr/bin/env"'],
    ["/x/", "x", 'the expression /x/ matches "x"'],
    ["/[Bb]ash|Zsh/", "MyZsh", 'the expression /[Bb]ash|Zsh/ matches "MyZsh"'],
    ["bin/", "bin/", 'the glob bin/ matches "bin/"'],
    ["*/bin/", "/usr/bin/", 'the glob */bin/ matches "/usr/bin/"'],
    ["/bin", "/bin", 'the glob /bin matches "/bin"'],
    ["//", "//", 'the glob // matches "//"'],
    ["/", "/", 'the glob / matches "/"'],
  ])("%j", (matcher, subject, why) => {
    expect(ask(matcher, subject)).toEqual({ matches: true, why });
  });

  test.each<[matcher: string, subject: string, why: string]>([
    ["/^bin$/", "/usr/bin", 'the expression /^bin$/ does not match "/usr/bin"'],
    ["in/", "bin/", 'the glob in/ does not match "bin/"'],
    ["/bi", "/bin", 'the glob /bi does not match "/bin"'],
  ])("%j matches less", (matcher, subject, why) => {
    expect(ask(matcher, subject)).toEqual({ matches: false, why, by: "matcher" });
  });
});

describe("a pattern that cannot be read counts as every tool", () => {
  test("one that is too long says so", () => {
    const long = "x".repeat(1001);
    expect(ask(long, "Bash")).toEqual({
      matches: true,
      why: `${long} cannot be read (it is longer than 1000 characters), so it counts as matching and matches "Bash"`,
    });
    expect(ask("y".repeat(1000), "Bash").matches).toBe(false);
  });

  test.each(["/(Bash/", "/(?=Bash)/", "/(Bash)\\1/"])("%j names what is wrong", (matcher) => {
    const { matches: isMatch, why } = ask(matcher, "Write");
    expect(isMatch).toBe(true);
    expect(why).toMatch(
      / cannot be read \(.*\S.*\), so it counts as matching and matches "Write"$/,
    );
  });
});

test("a pattern is read once, but a flood of others does not stay in memory", () => {
  const first = cachedPattern("Bash*");
  const second = cachedPattern("Write*");
  expect(cachedPattern("Bash*")).toBe(first);
  expect(cachedPattern("Write*")).toBe(second);
  for (let at = 0; at < 1000; at++) cachedPattern(`tool${at}`);
  expect(cachedPattern("Bash*")).not.toBe(first);
});
