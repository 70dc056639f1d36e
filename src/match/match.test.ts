import { describe, expect, test } from "vitest";
import { matches } from "./matches.js";
import { readPattern } from "./pattern.js";

const isMatch = (matcher: string | undefined, toolName: string): boolean =>
  matches({ dialect: "wave", event: "PreToolUse", matcher, toolName }).matches;

describe("one rule distinguishes the four kinds of pattern", () => {
  test.each<[string | undefined, string]>([
    [undefined, "all"],
    ["", "all"],
    ["*", "all"],
    ["Bash", "names"],
    ["Bash|Write", "names"],
    ["Bash, Write", "names"],
    ["mcp__server-1__run", "names"],
    ["Überprüfung", "names"],
    ["/^Bash$/", "expression"],
    ["Bas*", "glob"],
    ["mcp__*", "glob"],
    ["//", "glob"],
    ["/", "glob"],
    ["/usr/bin/x", "glob"],
    ["/(/", "invalid"],
    ["/(?=x)/", "invalid"],
    ["/(a)\\1/", "invalid"],
    ["[a", "invalid"],
    ["{a", "invalid"],
    ["a}", "invalid"],
    ["a\\", "invalid"],
    ["x".repeat(1000), "names"],
    ["x".repeat(1001), "invalid"],
    [`{${"a,".repeat(100)}a}`, "invalid"],
  ])("%j is %s", (pattern, type) => {
    expect(readPattern(pattern).type).toBe(type);
  });
});

describe("names", () => {
  test.each<[string, string, boolean]>([
    ["Bash", "Bash", true],
    ["Bash", "bash", false],
    ["Bash", "BashOutput", false],
    ["Bash|Write", "Write", true],
    [" Bash , Write ", "Write", true],
    ["Bash|", "Bash", true],
    ["Bash|", "", false],
    ["|", "Bash", false],
    ["mcp__server", "mcp__server__run", false],
  ])("%j against %j: %s", (matcher, tool, expected) => {
    expect(isMatch(matcher, tool)).toBe(expected);
  });
});

describe("globs fit the whole text", () => {
  test.each<[string, string, boolean]>([
    ["mcp__*", "mcp__server__run", true],
    ["mcp__*", "xmcp__run", false],
    ["*__run", "mcp__run", true],
    ["*__run", "mcp__runs", false],
    ["*a*b*c*", "xxaxxbxxcxx", true],
    ["*a*b*c*", "xxaxxcxxbxx", false],
    ["**", "anything", true],
    ["a**b", "ab", true],
    ["B?sh", "Bash", true],
    ["B?sh", "Bsh", false],
    ["B?sh", "B😀sh", true],
    ["[A-C]ash", "Bash", true],
    ["[A-C]ash", "Dash", false],
    ["[!A-C]ash", "Dash", true],
    ["[^A-C]ash", "Bash", false],
    ["[]x]y", "]y", true],
    ["[!]]y", "xy", true],
    ["[a-]x", "-x", true],
    ["{Bash,Write}*", "WriteFile", true],
    ["{Bash,Write}*", "ReadFile", false],
    ["{a,{b,c}d}.", "cd.", true],
    ["{a,}x.", "x.", true],
    ["\\*.", "*.", true],
    ["\\*.", "x.", false],
    ["\\{a.", "{a.", true],
    ["{a\\,b,c}.", "a,b.", true],
    ["a.b", "axb", false],
    ["*rm *", "/bin/rm -rf /", true],
    ["*rm *", "echo hi\nrm x", true],
    ["*", "", true],
    ["?*", "", false],
    ["a*", "a", true],
  ])("%j against %j: %s", (matcher, tool, expected) => {
    expect(isMatch(matcher, tool)).toBe(expected);
  });
});

describe("expressions may match anywhere", () => {
  test.each<[string, string, boolean]>([
    ["/Edit/", "MultiEdit", true],
    ["/^Edit$/", "MultiEdit", false],
    ["/(?i)edit/", "EDIT", true],
    ["/a/b/", "xa/bx", true],
    ["/x/", "y", false],
  ])("%j against %j: %s", (matcher, tool, expected) => {
    expect(isMatch(matcher, tool)).toBe(expected);
  });
});

describe("why", () => {
  const why = (request: Partial<Parameters<typeof matches>[0]>): object =>
    matches({
      dialect: "wave",
      event: "PreToolUse",
      toolName: "Bash",
      toolInput: { command: "ls" },
      ...request,
    });
  test.each<[string, Partial<Parameters<typeof matches>[0]>, object]>([
    ["no matcher", {}, { matches: true, why: "no matcher: it matches every such event" }],
    [
      "a list that fits",
      { matcher: "Bash|Write" },
      { matches: true, why: 'the list Bash|Write matches "Bash"' },
    ],
    [
      "a list that does not",
      { matcher: "Write" },
      { matches: false, why: 'the list Write does not match "Bash"', by: "matcher" },
    ],
    [
      "a glob",
      { matcher: "W*" },
      { matches: false, why: 'the glob W* does not match "Bash"', by: "matcher" },
    ],
    [
      "an expression",
      { matcher: "/^W/" },
      { matches: false, why: 'the expression /^W/ does not match "Bash"', by: "matcher" },
    ],
    [
      "a pattern that cannot be read",
      { matcher: "[a" },
      {
        matches: true,
        why: '[a cannot be read (a [ without its ]), so it counts as matching and matches "Bash"',
      },
    ],
    [
      "an event with nothing to match",
      { event: "Stop", toolName: undefined, matcher: "Bash" },
      { matches: true, why: "Stop has nothing to match, so the matcher is ignored" },
    ],
    [
      "a payload without what is matched",
      { event: "SessionStart", toolName: undefined, matcher: "resume" },
      { matches: true, why: "the payload has no source, so the matcher is ignored" },
    ],
    [
      "the subject of another event",
      { event: "SessionStart", toolName: undefined, subject: "startup", matcher: "resume" },
      { matches: false, why: 'the list resume does not match "startup"', by: "matcher" },
    ],
    [
      "a condition that holds",
      { if: { command: "l*" } },
      { matches: true, why: "no matcher: it matches every such event; its condition holds" },
    ],
    [
      "a condition that does not",
      { if: { command: "*rm *" } },
      { matches: false, why: "command: the glob *rm * does not match", by: "if" },
    ],
    [
      "a field that is not there",
      { if: { path: "*" } },
      { matches: false, why: "the tool input has no path", by: "if" },
    ],
    [
      "no tool input",
      { event: "Stop", toolInput: undefined, if: { command: "x" } },
      {
        matches: true,
        why: "no matcher: it matches every such event; Stop has no tool input, so the condition is ignored",
      },
    ],
    [
      "a matcher that does not match comes before the condition",
      { matcher: "Write", if: { command: "*rm *" } },
      { matches: false, why: 'the list Write does not match "Bash"', by: "matcher" },
    ],
  ])("%s", (_name, request, expected) => {
    expect(why(request)).toEqual(expected);
  });
});

describe("conditions", () => {
  const holds = (conditions: Record<string, string>, toolInput: unknown): boolean =>
    matches({ dialect: "wave", event: "PreToolUse", toolName: "Edit", if: conditions, toolInput })
      .matches;
  test.each<[string, Record<string, string>, unknown, boolean]>([
    ["all must hold", { a: "1", b: "2" }, { a: "1", b: "2" }, true],
    ["one that does not is enough", { a: "1", b: "2" }, { a: "1", b: "3" }, false],
    [
      "numbers and booleans are compared as text",
      { n: "5", b: "true", i: "7" },
      { n: 5, b: true, i: 7n },
      true,
    ],
    ["a path reaches into objects", { "a.b": "x" }, { a: { b: "x" } }, true],
    ["a key with a dot comes first", { "a.b": "x" }, { "a.b": "x", a: { b: "y" } }, true],
    ["an array stands for its items", { paths: "*.env" }, { paths: ["a.ts", "b.env"] }, true],
    [
      "an object stands for its values",
      { edits: "*secret*" },
      { edits: [{ old: "x", new: "a secret" }] },
      true,
    ],
    ["null is nothing", { a: "null" }, { a: null }, false],
    ["inherited fields are none", { constructor: "*" }, {}, false],
    ["nor are they on the way", { "constructor.name": "Object" }, {}, false],
    ["a pattern that cannot be read counts as holding", { a: "[x" }, { a: "y" }, true],
    ["everything wants something", { a: "*" }, {}, false],
    ["an expression", { command: "/\\brm\\b/" }, { command: "sudo rm x" }, true],
  ])("%s", (_name, conditions, input, expected) => {
    expect(holds(conditions, input)).toBe(expected);
  });

  test("a cycle ends", () => {
    const cycle: Record<string, unknown> = { a: "x" };
    cycle["self"] = cycle;
    expect(holds({ self: "x" }, cycle)).toBe(true);
  });
});

test("an unknown dialect is the caller's mistake", () => {
  expect(() => matches({ dialect: "nope", event: "Stop" })).toThrow(/unknown dialect "nope"/);
});
