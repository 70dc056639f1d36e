import { describe, expect, test } from "vitest";
import { asks, ruling, world } from "./protected-world.test-support.js";
import { MOST_LOOKS, rememberLinks } from "./world.js";

describe("a path that is looked at", () => {
  test.each([
    ["/p/a", "/p/a"],
    ["/p/link/a", "/p/.snaphook/a"],
    ["/p/link/../a", "/p/a"],
    ["/x/up/../a", "/a"],
    ["/x/up/./hooks-link//a", "/p/hooks/a"],
    ["/x/up/none/..", "/p"],
    ["/..", "/"],
    ["/", "/"],
  ])("%s is %s", (path, expected) => {
    expect(rememberLinks(world).canonical(path)).toBe(expected);
  });

  test("is looked at once", () => {
    const seen: string[] = [];
    const looked = rememberLinks({
      ...world,
      exists: (path) => seen.push(path) > 0 && path !== "/p/none",
    });
    for (const path of ["/p/none/a", "/p/none/a", "/p/none/b/c", "/p/none/../none/a"])
      looked.canonical(path);
    expect(seen).toEqual(["/", "/p", "/p/none"]);
  });
});

describe("a command for which the file system would be looked at very often", () => {
  const list = (count: number, name: string): string[] =>
    Array.from({ length: count }, (_, at) => `${name}${at}`);
  const programs = list(MOST_LOOKS, "./a");
  const lines = [
    ["by its programs", programs.join("; ")],
    ["by its words", `run ${list(MOST_LOOKS / 2, "a/").join(" ")} ${list(1600, "b/").join(" ")}`],
    ["by its folders", [...list(30, "cd d"), ...list(120, "./a")].join("; ")],
    [
      "by the folders of a path",
      list(1100, "a")
        .map((name) => `${name}/b/c`)
        .join("; "),
    ],
    [
      "by the folders of its programs",
      list(1000, "x")
        .map((name) => `PATH=/${name} ${name}`)
        .join("; "),
    ],
  ] as const;

  test.each(lines)("%s is asked about, with a bound to the looks", (_name, command) => {
    const seen = new Set<string>();
    const where = { ...world, exists: (path: string) => seen.add(path).size > 0 };
    const { decision, bySelfProtection } = ruling(
      "Bash",
      { command },
      ["allow Bash", "deny Bash(rm *)"],
      where,
    );
    expect({ decision, bySelfProtection, isBound: seen.size <= MOST_LOOKS }).toEqual({
      decision: "ask",
      bySelfProtection: true,
      isBound: true,
    });
  });

  test("says so", () => {
    expect(ruling("Bash", { command: lines[0][1] }, ["allow Bash", "deny Bash(rm *)"]).why).toBe(
      "it names more than 3000 files and folders, and only so many are looked at",
    );
  });

  test("is still denied by what was found", () => {
    const command = `${lines[0][1]}; rm x`;
    expect(ruling("Bash", { command }, ["allow Bash", "deny Bash(rm *)"]).decision).toBe("deny");
  });

  test("is not asked about where the paths are the same, or few", () => {
    expect(asks("Bash", { command: "./a b; ".repeat(3000) })).toBe(false);
    expect(asks("Bash", { command: "PATH=/a:/b x y; ".repeat(5000) })).toBe(false);
    expect(asks("Bash", { command: programs.slice(0, 500).join("; ") })).toBe(false);
  });
});
