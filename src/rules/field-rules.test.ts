import { describe, expect, test } from "vitest";
import { judge, type Ruling } from "./judge.js";
import { readRules } from "./read-rules.js";
import type { RuleText } from "./rule.js";
import type { CallWorld } from "./world.js";

const world: CallWorld = {
  projectDir: "/p",
  home: "/h",
  cwd: "/p",
  canonical: (path) => path,
  exists: () => true,
  protectedPaths: () => [],
};

function ruling(list: RuleText["list"], text: string, input: unknown, tool = "X"): Ruling {
  const { rules } = readRules([{ layer: "user", list, text, file: null, line: null }]);
  return judge({ tool, input }, rules, world);
}

const arrays = (depth: number): unknown => (depth === 0 ? "x" : [arrays(depth - 1)]);
const deep = (depth: number): unknown => (depth === 0 ? "x" : { a: deep(depth - 1) });

describe("conditions on fields", () => {
  test.each<[rule: string, input: unknown, denies: string, allows: string]>([
    ["X(url=https://a.b/*)", { url: "https://a.b/c/d" }, "deny", "allow"],
    ["X(url=https://a.b/*)", { url: "https://a.bc/" }, "none", "none"],
    ["X(url=https://a.b/*)", { other: "https://a.b/c" }, "none", "none"],
    ["X(url=https://a.b/*)", { url: null }, "ask", "none"],
    ["X(url=https://a.b/*)", { url: {} }, "ask", "none"],
    ["X(url=https://a.b/*)", { url: undefined }, "none", "none"],
    ["X(url=https://a.b/*)", 5, "ask", "none"],
    ["X(a.b=1)", { a: { b: 1 } }, "deny", "allow"],
    ["X(a.b=1)", { "a.b": "1" }, "deny", "allow"],
    ["X(a.b=1)", { a: "x" }, "none", "none"],
    ["X(a.b=1)", { a: null }, "none", "none"],
    ["X(a.length=1)", { a: "x" }, "none", "none"],
    ["X(a=true, b=2)", { a: true, b: 2 }, "deny", "allow"],
    ["X(a=true, b=2)", { a: true, b: 3 }, "none", "none"],
    ["X(a=true, b=2)", { a: true }, "none", "none"],
    ["X(a=true, b=2)", { a: true, b: null }, "ask", "none"],
    ["X(a=1)", { a: [2, 1] }, "deny", "none"],
    ["X(a=1)", { a: [1, 1] }, "deny", "allow"],
    ["X(a=1)", { a: { c: "1", d: ["2"] } }, "deny", "none"],
    ["X(a=5)", { a: 5n }, "deny", "allow"],
    ["X(a=b)", { t: "a=b" }, "deny", "none"],
    ["X(toString=*)", {}, "none", "none"],
    ["X(a.constructor=*)", { a: {} }, "none", "none"],
    ["X(file_path=src/*)", { file_path: "src/../etc/x" }, "deny", "none"],
    ["X(file_path=src/*)", { file_path: "src/x" }, "deny", "allow"],
    ["X(file_path=)", { file_path: "/p" }, "deny", "allow"],
    ["X(file_path=)", { file_path: "/" }, "none", "none"],
    ["X(file_path=src/*)", { file_path: "/p/src/x" }, "deny", "allow"],
    ["X(a.file_path=src/*)", { a: { file_path: "/p/src/x" } }, "deny", "allow"],
    ["X(command=git *)", { command: "git x" }, "deny", "allow"],
    ["X(command=git *)", { command: "git x; rm y" }, "deny", "none"],
    ["X(command=git *)", { command: "ls; git x" }, "deny", "none"],
    ["X(command=git *)", { command: "ls" }, "none", "none"],
    ["X(command=git *, note=a)", { command: "git x", note: "a" }, "deny", "allow"],
    ["X(command=git *, note=a)", { command: "git x", note: "b" }, "none", "none"],
    ["X(command=ls *, cmd=*)", { command: "rm x", cmd: "ls" }, "deny", "none"],
    ["X(note=rm *)", { command: "ls; rm x", note: "y" }, "none", "none"],
    ["X(note=/p/a)", { note: "a" }, "none", "none"],
    ["X(A=* ls, note=x)", { command: "A=1 ls", note: "x" }, "none", "none"],
    ["X(command=git *, cmd=ls *)", { command: "git x", cmd: "ls" }, "deny", "none"],
    ["X(a.command=*)", { a: { command: { b: "c" } } }, "deny", "none"],
    ["X(a.command=git *)", { a: { command: "git x" } }, "deny", "allow"],
    ["X(LD_PRELOAD=* ls)", { command: "LD_PRELOAD=x ls" }, "deny", "allow"],
    ["X(LD_PRELOAD=* ls)", { command: "rm x", LD_PRELOAD: "a ls" }, "deny", "none"],
    ["X(PATH=*, note=x)", { command: "rm x", PATH: "a", note: "x" }, "deny", "none"],
    ["X(note=safe)", { command: "rm x", note: "safe" }, "deny", "allow"],
  ])("%s (%#)", (rule, input, denies, allows) => {
    expect(ruling("deny", rule, input).decision).toBe(denies);
    expect(ruling("ask", rule, input).decision).toBe(denies === "deny" ? "ask" : denies);
    expect(ruling("allow", rule, input).decision).toBe(allows);
  });
});

describe("a pattern for a tool without command and path is about its texts", () => {
  test.each<[rule: string, input: unknown, denies: string, allows: string]>([
    ["X(a*)", { t: "abc" }, "deny", "allow"],
    ["X(a*)", { t: "bc" }, "none", "none"],
    ["X(a*)", { t: "abc", u: "bc" }, "deny", "none"],
    ["X(a*)", { t: ["bc", { u: "abc" }] }, "deny", "none"],
    ["X(5)", { n: 5 }, "deny", "allow"],
    ["X(a*)", {}, "none", "none"],
    ["X(*)", {}, "none", "none"],
    ["X(a*)", "abc", "ask", "none"],
    ["X(a*)", [], "ask", "none"],
    ["X(a*)", null, "ask", "none"],
    ["X(zzz)", deep(17), "none", "none"],
    ["X(zzz)", deep(18), "ask", "none"],
    ["X(x)", deep(18), "ask", "none"],
    ["X(zzz)", { a: arrays(16) }, "none", "none"],
    ["X(zzz)", { a: arrays(17) }, "ask", "none"],
  ])("%s (%#)", (rule, input, denies, allows) => {
    expect(ruling("deny", rule, input).decision).toBe(denies);
    expect(ruling("allow", rule, input).decision).toBe(allows);
  });

  test("what is said", () => {
    const why = (list: RuleText["list"], text: string, input: unknown): string =>
      ruling(list, text, input).considered[0]?.why ?? "";
    expect(why("deny", "X", {})).toBe("it is about every call of this tool");
    expect(why("deny", "Y", {})).toBe("it is not about X");
    expect(why("deny", "X(a)", { t: "a" })).toBe('it matches "a"');
    expect(why("deny", "X(a)", { t: "b" })).toBe("it fits no text of the input");
    expect(why("deny", "X(a)", deep(18))).toBe(
      "it cannot be excluded: the input is nested deeper than 16",
    );
    expect(why("deny", "X(a=b)", { c: 1 })).toBe("the input has no a");
    expect(why("deny", "X(a=1, b=2)", { c: 1 })).toBe("the input has no a");
    expect(why("deny", "X(a=b)", { a: null })).toBe("it cannot be excluded: a is not a text");
    expect(why("deny", "X(a", {})).toBe(
      "it cannot be excluded: the rule cannot be read: its ( does not end with the last )",
    );
    expect(why("allow", "X(a)", {})).toBe("the input holds no text");
    expect(why("allow", "X(a)", { t: "b" })).toBe('it does not match "b"');
    expect(why("allow", "X(a)", 1)).toBe("the input is not an object");
    expect(why("allow", "X(a=b)", { c: 1 })).toBe("the input has no a");
    expect(why("allow", "X(command=a, cmd=b)", { command: "a", cmd: "b" })).toBe(
      "two conditions are about the command",
    );
    expect(why("allow", "X(a.command=*)", { a: { command: { b: "c" } } })).toBe(
      "there is no command to test",
    );
  });

  test("a glob that only a shell could mean is asked for other readings", () => {
    expect(ruling("deny", "Bash(path=[x)", { command: "ls", path: "x" }, "Bash").decision).toBe(
      "ask",
    );
    expect(ruling("deny", "Bash(note=[x)", { command: "ls", note: "x" }, "Bash").decision).toBe(
      "ask",
    );
    expect(
      ruling("deny", "Bash(note=[x)", { command: "ls", note: "x" }, "Bash").considered[0]?.why,
    ).toBe("it cannot be excluded: it is not a readable glob: a [ without its ]");
    const why = (text: string, input: unknown): string =>
      ruling("allow", text, input, "Bash").considered[0]?.why ?? "";
    expect(why("Bash(note=[x)", { command: "ls", note: "[x" })).toBe(
      "it is not a readable glob: a [ without its ]",
    );
    expect(why("Bash(path=[x)", { command: "ls", path: "[x" })).toBe('it does not match "[x"');
  });
});
