import { describe, expect, test } from "vitest";
import { judge, type Ruling } from "./judge.js";
import { readRules } from "./read-rules.js";
import type { RuleText } from "./rule.js";
import type { CallWorld } from "./world.js";

/** Links of the sample file system: what begins with the left leads to the right. */
const links: readonly (readonly [string, string])[] = [
  ["/p/link", "/p/secrets"],
  ["/p/out", "/elsewhere/out"],
  ["/tmp", "/private/tmp"],
  ["/p/vault", "/data/vault"],
];

/** As a file system would: the first link is followed, then `..` is resolved. */
function canonical(path: string): string {
  if (path.includes("/broken")) throw new Error("ELOOP");
  for (const [from, to] of links) {
    if (path === from || path.startsWith(`${from}/`)) return to + path.slice(from.length);
  }
  return path;
}

const world: CallWorld = {
  projectDir: "/p",
  home: "/h",
  cwd: "/p/sub",
  canonical,
  exists: () => true,
  protectedPaths: () => [],
};

function ruling(list: RuleText["list"], text: string, input: unknown, tool = "Write"): Ruling {
  const { rules } = readRules([{ layer: "user", list, text, file: null, line: null }]);
  return judge({ tool, input }, rules, world);
}

const decide = (list: RuleText["list"], pattern: string, path: unknown): string =>
  ruling(list, `Write(${pattern})`, { file_path: path }).decision;

describe("path patterns", () => {
  test.each<[pattern: string, fits: readonly string[], doesNotFit: readonly string[]]>([
    [
      "a.txt",
      ["/p/a.txt", "../a.txt", "/p/./a.txt", "/p//a.txt", "/p/x/../a.txt"],
      ["a.txt", "/a.txt", "/p/b/a.txt"],
    ],
    ["sub/a.txt", ["a.txt", "./a.txt", "/p/sub/a.txt"], ["sub/a.txt"]],
    ["*.txt", ["/p/a.txt", "/p/.txt"], ["/p/a/b.txt", "/p/a.txtx"]],
    ["**/*.txt", ["/p/a.txt", "/p/x/y/b.txt", "c.txt"], ["/q/a.txt"]],
    ["a/**/b", ["/p/a/b", "/p/a/x/b", "/p/a/x/y/b"], ["/p/ab", "/p/a/xb", "/p/a/xyb", "/p/a/x"]],
    ["a/**", ["/p/a", "/p/a/b", "/p/a/b/c"], ["/p/ab", "/p"]],
    ["**", ["/p", "/p/x/y"], ["/q"]],
    ["a?c", ["/p/abc"], ["/p/ac", "/p/a/c", "/p/abbc"]],
    ["a[bc]d", ["/p/abd", "/p/acd"], ["/p/aed"]],
    ["a[!b]d", ["/p/acd"], ["/p/abd", "/p/a/d"]],
    ["{a,b/c}.txt", ["/p/a.txt", "/p/b/c.txt"], ["/p/c.txt"]],
    ["a**z", ["/p/az", "/p/a/x/z"], ["/p/b"]],
    ["~/x", ["~/x", "/h/x"], ["/p/~/x", "/p/x"]],
    ["~", ["~", "/h"], ["/p"]],
    ["/etc/*", ["/etc/passwd"], ["/etc/a/b", "/p/etc/passwd", "/etc"]],
    ["/**", ["/", "/a/b"], []],
    ["./a", ["/p/a"], ["a"]],
    ["../q/a", ["/q/a"], ["/p/q/a"]],
    ["x/../a", ["/p/a"], ["/p/x/a"]],
    ["\\*", ["/p/*"], ["/p/a"]],
  ])("%j", (pattern, fits, doesNotFit) => {
    for (const list of ["deny", "ask", "allow"] as const) {
      for (const path of fits)
        expect([list, path, decide(list, pattern, path)]).toEqual([list, path, list]);
      for (const path of doesNotFit)
        expect([list, path, decide(list, pattern, path)]).toEqual([list, path, "none"]);
    }
  });

  test.each<[pattern: string, path: string]>([
    ["Secrets/a", "/p/secrets/A"],
    ["secrets/[A-C]x", "/p/SECRETS/bX"],
    ["stra\u00dfe", "/p/STRASSE"],
    [".\u017fsh", "/p/.ssh"],
    ["caf\u00e9", "/p/cafe\u0301"],
    ["cafe\u0301", "/p/caf\u00e9"],
    [".ssh", "/p/.s\u200csh"],
    ["secrets", "/p/secrets/a/b"],
    ["secrets/", "/p/secrets/a"],
    ["secr*/", "/p/secrets/a"],
    ["{a,secrets}", "/p/secrets/a"],
    ["/", "/any/thing"],
    ["/.", "/any/thing"],
    ["*/b", "/p/x/b/c"],
  ])("a restriction %j also fits %j, a permission does not", (pattern, path) => {
    expect(decide("deny", pattern, path)).toBe("deny");
    expect(decide("ask", pattern, path)).toBe("ask");
    expect(decide("allow", pattern, path)).toBe("none");
  });

  test("a class is compared as it is where case matters", () => {
    expect(decide("allow", "[A-C]", "/p/B")).toBe("allow");
    expect(decide("allow", "[A-C]", "/p/b")).toBe("none");
    expect(decide("deny", "[!a]", "/p/A")).toBe("deny");
    expect(decide("deny", "[!A]", "/p/a")).toBe("deny");
    expect(decide("deny", "[!a]", "/p/a")).toBe("none");
    expect(decide("deny", "secrets*", "/p/secrets/a")).toBe("none");
    expect(decide("deny", "a/secr*", "/p/a/secrets/x")).toBe("none");
    expect(decide("allow", "/", "/")).toBe("allow");
    expect(decide("allow", "/", "/a")).toBe("none");
  });
});

describe("links", () => {
  test.each<[name: string, pattern: string, path: string]>([
    ["CVE-2026-25724: a link to what is denied", "secrets/**", "/p/link/a"],
    ["what is denied is a link", "vault/**", "/p/vault/a"],
    ["what is denied is a link, and the file is named without it", "vault/**", "/data/vault/a"],
    ["what is denied is the link itself", "vault", "/data/vault/a"],
    ["the denied folder is behind a link", "/tmp/*", "/private/tmp/a"],
    ["the denied file is behind a link", "/tmp/a", "/private/tmp/a"],
    ["`..` after a link leads elsewhere than it says", "/elsewhere/x", "/p/out/../x"],
    ["a link that is reached only when `..` is resolved first", "secrets/**", "/p/x/../link/a"],
    ["`..` after a link, as it says", "x", "/p/out/../x"],
  ])("%s", (_name, pattern, path) => {
    expect(decide("deny", pattern, path)).toBe("deny");
    expect(decide("ask", pattern, path)).toBe("ask");
  });

  test.each<[name: string, pattern: string, path: string]>([
    ["a link leads out of what is allowed", "out/**", "/p/out/a"],
    ["what a link leads to is allowed, the link is not", "secrets/**", "/p/link/a"],
    ["`..` after a link", "x", "/p/out/../x"],
  ])("an allow must fit the path as it is written and as it is: %s", (_name, pattern, path) => {
    expect(decide("allow", pattern, path)).toBe("none");
  });

  test("a path that cannot be resolved is asked and never allowed", () => {
    expect(decide("deny", "a", "/p/broken")).toBe("ask");
    expect(decide("deny", "broken", "/p/broken")).toBe("ask");
    expect(decide("allow", "**", "/p/broken")).toBe("none");
    expect(decide("deny", "broken/**", "/p/x")).toBe("none");
  });
});

describe("strange paths are asked and never allowed", () => {
  test.each([
    ["an empty one", ""],
    ["one with a NUL", "/p/a\u0000b"],
    ["a very long one", `/p/${"x".repeat(10_000)}`],
  ])("%s", (_name, path) => {
    expect(decide("deny", "zzz", path)).toBe("ask");
    expect(decide("allow", "**", path)).toBe("none");
  });

  test("one of 10,000 characters is compared", () => {
    expect(decide("deny", "x*", `/p/${"x".repeat(9_997)}`)).toBe("deny");
  });
});

describe("which fields are paths", () => {
  test.each([
    "file_path",
    "filePath",
    "path",
    "paths",
    "file",
    "files",
    "filename",
    "notebook_path",
    "notebookPath",
    "target_file",
    "targetFile",
    "target",
    "destination",
    "dest",
    "directory",
    "dir",
    "folder",
    "source",
    "old_path",
    "newPath",
    "absolute-path",
    "relative_path",
    "output_path",
    "inputPath",
    "output",
    "filepaths",
    "notebook",
  ])("%s", (field) => {
    expect(ruling("deny", "X(secrets/*)", { [field]: "/p/link/a" }, "X").decision).toBe("deny");
    expect(ruling("deny", `X(${field}=secrets/*)`, { [field]: "/p/link/a" }, "X").decision).toBe(
      "deny",
    );
    expect(ruling("allow", `X(${field}=link/*)`, { [field]: "/p/link/a" }, "X").decision).toBe(
      "none",
    );
  });

  test("a field of another name is a text", () => {
    expect(ruling("deny", "X(secrets/*)", { note: "/p/link/a" }, "X").decision).toBe("none");
    expect(ruling("deny", "X(/p/link/*)", { note: "/p/link/a" }, "X").decision).toBe("deny");
  });

  test("one of several paths is enough to deny, all must fit to allow", () => {
    const input = { source: "/p/a/x", edits: [{ file_path: "/p/b/y" }], paths: ["/p/c/z"] };
    for (const folder of ["a", "b", "c"]) {
      expect(ruling("deny", `X(${folder}/*)`, input, "X").decision).toBe("deny");
      expect(ruling("allow", `X(${folder}/*)`, input, "X").decision).toBe("none");
    }
    expect(ruling("allow", "X({a,b,c}/*)", input, "X").decision).toBe("allow");
  });

  test("a tool with a command and a path is read in both ways, and allowed in neither", () => {
    const input = { command: "create", path: "/p/link/a" };
    expect(ruling("deny", "X(secrets/*)", input, "X").decision).toBe("deny");
    expect(ruling("deny", "X(create *)", input, "X").decision).toBe("deny");
    expect(ruling("allow", "X(create *)", input, "X").decision).toBe("none");
    expect(ruling("allow", "X(**)", input, "X").considered[0]?.why).toBe(
      "the input has a command and a path: name the field that is meant",
    );
    expect(
      ruling("allow", "X(command=create, path=/p/**)", { command: "create", path: "/p/a" }, "X")
        .decision,
    ).toBe("allow");
  });

  test("the folder of a shell's call is not what its pattern is about", () => {
    const input = { command: "ls", directory: "/p/secrets" };
    expect(ruling("deny", "Bash(secrets)", input, "Bash").decision).toBe("none");
    expect(ruling("allow", "Bash(ls *)", input, "Bash").decision).toBe("allow");
  });

  test("a path next to another one is no folder for it", () => {
    expect(ruling("deny", "X(a/b)", { path: "/p/a", file: "b" }, "X").decision).toBe("none");
  });

  test("redirections are relative to that folder too", () => {
    const input = { command: "echo > a", directory: "/p/secrets" };
    expect(ruling("deny", "Write(secrets/*)", input, "Bash").decision).toBe("deny");
  });

  test("what is said", () => {
    const why = (list: RuleText["list"], text: string, input: unknown): string =>
      ruling(list, text, input, "X").considered[0]?.why ?? "";
    expect(why("deny", "X(a)", { path: "/p/a" })).toBe('it matches "/p/a"');
    expect(why("deny", "X(a)", { path: "/p/b" })).toBe('it does not match "/p/b"');
    expect(why("deny", "X(a)", { path: "" })).toBe(
      'it cannot be excluded: it is unknown what "" is',
    );
    expect(why("allow", "X(a)", { path: "/p/a" })).toBe("it matches the call");
    expect(why("allow", "X(a)", { path: "/p/b" })).toBe('it does not match "/p/b"');
  });
});
