import { describe, expect, test } from "vitest";
import { asks, ruling, world } from "./protected-world.test-support.js";

describe("a tool that may write a protected path asks", () => {
  test.each<[name: string, input: unknown]>([
    ["a file in a protected folder", { file_path: "/p/.snaphook/settings.json" }],
    ["one that does not exist yet", { file_path: "/p/.snaphook/new/deep.sh" }],
    ["the folder itself", { path: "/p/.snaphook" }],
    ["a protected file", { path: "/p/snaphook.lock" }],
    ["relative to the working folder", { path: ".snaphook/a" }],
    ["in the home folder", { path: "~/.snaphook/settings.json" }],
    ["with dots", { path: "/p/a/../.snaphook/./a" }],
    ["with doubled slashes", { path: "/p//.snaphook//a" }],
    ["through a link", { path: "/p/link/a" }],
    ["through a link to a folder above", { path: "/x/up/snaphook.lock" }],
    ["in other letters", { path: "/P/.SnapHook/A" }],
    ["with trailing dots and spaces", { path: "/p/.snaphook. ./a" }],
    ["with characters that file systems ignore", { path: "/p/.snap\u200chook/a" }],
    ["with blanks around", { path: " /p/snaphook.lock\n" }],
    ["a folder above", { path: "/p" }],
    ["a folder above, relative", { directory: "." }],
    ["the root", { path: "/" }],
    ["in any field", { note: "/p/.snaphook/a" }],
    ["deep inside", { edits: [{ changes: [{ at: "/p/snaphook.lock" }] }] }],
    ["one that cannot be resolved", { path: "/p/broken" }],
  ])("%s", (_name, input) => {
    expect(asks("Write", input)).toBe(true);
    expect(asks("mcp__files__move", input)).toBe(true);
    expect(asks("Read", input)).toBe(false);
  });

  test.each<[name: string, input: unknown]>([
    ["another file", { file_path: "/p/a.ts" }],
    ["a similar name", { file_path: "/p/.snaphooks/a" }],
    ["a neighbour of a protected file", { file_path: "/p/hooks/other.sh" }],
    ["a folder above in a field that is no path", { note: "/p" }],
    ["text that names a protected file", { content: "see .snaphook/settings.json" }],
    ["several lines", { content: "/p/snaphook.lock\nx" }],
    ["a long text", { content: `/p/.snaphook/${"x".repeat(4096)}` }],
    ["nothing", {}],
    ["an empty text", { path: "" }],
    ["a text that cannot be resolved", { content: "/p/broken" }],
    ["no object", 5],
  ])("%s does not", (_name, input) => {
    expect(asks("Write", input)).toBe(false);
  });

  test.each("Read Glob Grep LS NotebookRead view search WebFetch WebSearch TodoWrite".split(" "))(
    "%s only reads",
    (tool) => {
      expect(asks(tool, { path: "/p/.snaphook/a" })).toBe(false);
    },
  );

  test("relative paths are also taken from the project", () => {
    expect(asks("Write", { path: ".snaphook/a" }, { ...world, cwd: "/q" })).toBe(true);
    expect(asks("Write", { path: "../p/.snaphook/a" }, { ...world, cwd: "/q" })).toBe(true);
  });

  test.each<[tool: string, input: object]>([
    ["Write", { path: "/p/.snaphook/a" }],
    ["Write", { items: Array.from({ length: 5001 }, (_, at) => `f${at}`) }],
    ["Bash", { command: "$x .snaphook" }],
    ["Bash", { command: "echo x > /proc/self/fd/3" }],
    ["Bash", { command: "tar xf a.tar && if" }],
  ])("without protected paths nothing is asked: %s %j", (tool, input) => {
    expect(asks(tool, input, { ...world, protectedPaths: () => [] })).toBe(false);
  });

  test.each<[tool: string, input: object]>([
    ["Read", { file_path: "/p/.snaphook/a" }],
    ["Bash", { command: "ls -l src && git status | head -3" }],
  ])("what only reads needs no look for them: %s %j", (tool, input) => {
    const protectedPaths = (): never => expect.fail("they were asked for");
    expect(asks(tool, input, { ...world, protectedPaths })).toBe(false);
  });

  test("a path through a process is one where it is changed", () => {
    for (const path of ["/proc", "/proc/self/fd/3", "/dev/fd", "/dev/fd/25", "/dev/cwd/a"]) {
      expect([path, asks("Write", { file_path: path })]).toEqual([path, true]);
      expect(asks("Write", { content: path })).toBe(false);
      expect(asks("run_shell_command", { command: "ls", directory: path })).toBe(false);
      expect(asks("mcp__x", { command: "ls", folder: path })).toBe(false);
    }
    for (const path of ["/process/a", "/dev/fd/1", "/dev/fd/2", "/dev/fdx", "/dev/null"])
      expect([path, asks("Write", { file_path: path })]).toEqual([path, false]);
  });

  test("the root can be protected", () => {
    const everything = { ...world, protectedPaths: () => ["/"] };
    expect(asks("Write", { path: "/any" }, everything)).toBe(true);
    expect(asks("Bash", { command: "echo $x; y $x" }, everything)).toBe(false);
  });

  test("what cannot be looked at in full is asked", () => {
    const many = Array.from({ length: 5001 }, (_, at) => `f${at}`);
    expect(asks("X", { items: many })).toBe(true);
    expect(asks("X", { items: many.slice(0, 2500) })).toBe(false);
  });
});

describe("deny wins over it, and it wins over everything else", () => {
  const input = { file_path: "/p/.snaphook/a" };

  test.each<[rules: readonly string[], decision: string, bySelfProtection: boolean]>([
    [["deny Write"], "deny", false],
    [["deny Write", "allow Write"], "deny", false],
    [["ask Write"], "ask", true],
    [["allow Write"], "ask", true],
    [["allow Write(.snaphook/**)"], "ask", true],
    [[], "ask", true],
  ])("%j", (rules, decision, bySelfProtection) => {
    expect(ruling("Write", input, rules)).toMatchObject({ decision, bySelfProtection });
  });

  test("what is said", () => {
    expect(ruling("Write", input).why).toBe(
      'Write may change "/p/.snaphook/a": Snaphook\'s own files change only with your yes',
    );
    expect(ruling("Bash", { command: "ls; rm snaphook.lock" }).why).toBe(
      '"rm snaphook.lock" may change a protected file: Snaphook\'s own files change only with your yes',
    );
    expect(ruling("Bash", { command: "cat 'snaphook.lock" }).why).toBe(
      "the command cannot be read in full (a ' without its end): Snaphook's own files change only with your yes",
    );
  });
});
