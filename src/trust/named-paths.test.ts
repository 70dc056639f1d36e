import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HookAction, HookEntry } from "../config/index.js";
import { namedPaths, taskOf, type PathSurroundings } from "./named-paths.js";
import { isOurs } from "./system-paths.js";
import { temporaryFolder } from "../../tests/workspace.js";

interface Given {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** An entry in the shell form, or in the exec form where it has arguments. The shell is one of the system. */
function entryOf({ command = "", args, shell = "/bin/sh", env = {}, cwd }: Given): HookEntry {
  const action: HookAction =
    args === undefined
      ? { type: "command", form: "shell", command, shell }
      : { type: "command", form: "exec", command, args };
  return { action, env, cwd: cwd ?? null } as HookEntry;
}

/** Places where nothing is. */
const nowhere: PathSurroundings = {
  projectDir: "/p/app",
  userHome: "/h/me",
  variables: {},
  searchPath: "",
};

/** What its words name, without what its programs load. */
function wordsOf(
  entry: HookEntry,
  around: PathSurroundings,
): { paths: readonly string[]; unknown: readonly string[]; fault: string | null } {
  const { paths, unknown, fault } = namedPaths(taskOf(entry, around), around);
  return { paths, unknown, fault };
}

const pathsOf = (given: Given, around: PathSurroundings = nowhere): readonly string[] =>
  wordsOf(entryOf(given), around).paths;

describe("what an entry names", () => {
  test.each<[string, Given, readonly string[]]>([
    ["the words of a line", { command: "sh guard.sh" }, ["/p/app/sh", "/p/app/guard.sh"]],
    ["nothing twice", { command: "a a ./a" }, ["/p/app/a"]],
    ["a shell that is not the system's", { shell: "tools/shell" }, ["/p/app/tools/shell"]],
    ["nothing of the system", { command: "/usr/bin/env /etc/x" }, []],
    ["what is elsewhere", { command: "/opt/tool" }, ["/opt/tool"]],
    [
      "the parts of a word",
      { command: "--config=a.json" },
      ["/p/app/--config=a.json", "/p/app/--config", "/p/app/a.json"],
    ],
    [
      "the parts of a list",
      { env: { LIST: "a:b,c" } },
      ["/p/app/a:b,c", "/p/app/a", "/p/app/b", "/p/app/c"],
    ],
    [
      "the folder in which it runs",
      { command: "./a ../b", cwd: "sub" },
      ["/p/app/sub/a", "/p/app/b"],
    ],
    ["a folder elsewhere", { command: "./a", cwd: "/opt" }, ["/opt/a"]],
    [
      "the program and each argument",
      { command: "node", args: ["a.mjs", "-x"] },
      ["/p/app/node", "/p/app/a.mjs", "/p/app/-x"],
    ],
    [
      "what stands behind the letter of an option",
      { command: "make", args: ["-fx.mk"] },
      ["/p/app/make", "/p/app/-fx.mk", "/p/app/x.mk"],
    ],
    [
      "an argument as a whole, and as a line",
      { command: "sh", args: ["-c", "my guard.sh"] },
      ["/p/app/sh", "/p/app/-c", "/p/app/my guard.sh", "/p/app/my", "/p/app/guard.sh"],
    ],
    ["nothing by an empty argument", { command: "a", args: [""] }, ["/p/app/a"]],
    ["nothing by an empty variable", { command: "$E", env: { E: "" } }, []],
    ["the home folder", { command: "~/a" }, ["/h/me/a"]],
    ["the home folder by a variable", { command: "$HOME/a" }, ["/h/me/a"]],
    ["the folder by a variable", { command: "$PWD/a", cwd: "sub" }, ["/p/app/sub/a"]],
    [
      "what a variable of its own leads to",
      { command: "$PWD/a $HOME/b", env: { PWD: "/x", HOME: "/y" } },
      ["/x/a", "/y/b", "/x", "/y"],
    ],
    [
      "what a variable that it sets leads to",
      { command: "D=hooks; $D/a" },
      ["/p/app/D=hooks", "/p/app/D", "/p/app/hooks", "/p/app/hooks/a"],
    ],
    ["the folder by the system's name for it", { command: "/proc/self/cwd/a" }, ["/p/app/a"]],
    ["one of its threads", { command: "//proc/1/task/23/cwd/a" }, ["/p/app/a"]],
    ["the same with dots and slashes", { command: "/.//./proc//self//cwd" }, ["/p/app"]],
    ["the root by the system's name for it", { command: "/proc/self/root/opt/a" }, ["/opt/a"]],
    ["the root of a thread", { command: "/./proc/1/task/23/root/opt/a" }, ["/opt/a"]],
    ["nothing else of the system's", { command: "/proc/self/cwdx /proc/1/rooted" }, []],
    [
      "a folder that is called like it",
      { command: "a/proc/1/cwd/b a/proc/1/root/b" },
      ["/p/app/a/proc/1/cwd/b", "/p/app/a/proc/1/root/b"],
    ],
    [
      "no path that is longer than any",
      { command: `${"a".repeat(4096)} ${"b".repeat(4097)}` },
      [`/p/app/${"a".repeat(4096)}`],
    ],
  ])("%s", (_, given, paths) => {
    expect(wordsOf(entryOf(given), nowhere)).toEqual({ paths, unknown: [], fault: null });
  });

  test("a hook without a command names nothing", () => {
    const entry = { ...entryOf({}), action: { type: "json", json: "a.sh", exitcode: 0 } as const };
    expect(wordsOf(entry, nowhere)).toEqual({ paths: [], unknown: [], fault: null });
  });

  test("variables of the host are known, but not where the hook runs", () => {
    const around = { ...nowhere, variables: { DIR: "/opt", PWD: "/x", HOME: "/y" } };
    expect(pathsOf({ command: "$DIR/a $PWD/b $HOME/c" }, around)).toEqual([
      "/opt/a",
      "/p/app/b",
      "/y/c",
    ]);
  });

  test("bare words are programs along the PATH, in folders that are not the system's", () => {
    const around = { ...nowhere, searchPath: "/usr/bin::/h/me/bin:tools" };
    expect(pathsOf({ command: "lint ./a", cwd: "sub" }, around)).toEqual([
      "/p/app/sub/lint",
      "/p/app/sub/a",
      "/h/me/bin/lint",
      "/p/app/sub/tools/lint",
    ]);
    expect(pathsOf({ command: "a", args: [""] }, around)).not.toContain("/h/me/bin");
  });
});

describe("what is known only when it runs", () => {
  const known = (command: string): readonly string[] => [
    ...wordsOf(entryOf({ command }), nowhere).unknown,
  ];

  test("is looked for in the folder and in those above it, and is reported", () => {
    const { paths, unknown, fault } = wordsOf(
      entryOf({ command: "sh $(top)//guard.sh", cwd: "sub" }),
      nowhere,
    );
    const above = ["/p/app/sub", "/p/app", "/p", ""].map((folder) => `${folder}/guard.sh`);
    expect(new Set(paths.filter((path) => path.endsWith("/guard.sh")))).toEqual(new Set(above));
    expect({ unknown, fault }).toEqual({ unknown: ["…//guard.sh"], fault: null });
  });

  test.each<[string, readonly string[]]>([
    ["sh $X/a.sh", ["…/a.sh"]],
    ["sh $X/a.sh $X/a.sh", ["…/a.sh"]],
    ["sh $X$Y/a.sh", ["……/a.sh"]],
    ["sh $X", []],
    ["sh a$X.sh", []],
    ["sh a.sh", []],
  ])("%s", (command, unknown) => {
    expect(known(command)).toEqual(unknown);
  });

  test("the parts around several unknown ones are all looked for", () => {
    const paths = pathsOf({ command: "$X/a$Y/b" });
    expect(paths).toEqual(expect.arrayContaining(["/p/app/a", "/p/app/b", "/a", "/b"]));
    expect(paths).not.toContain("/p/app");
    expect(pathsOf({ command: "$X" })).toEqual([]);
    expect(new Set(pathsOf({ command: "x/$X.d/c" }))).toEqual(
      new Set(["/p/app/.d/c", "/p/.d/c", "/.d/c"]),
    );
  });
});

test("an entry is read once for the same surroundings", () => {
  const entry = entryOf({ command: "sh $X/a" });
  const { unknown } = wordsOf(entry, nowhere);
  expect(wordsOf(entry, nowhere).unknown).toBe(unknown);
  expect(wordsOf(entryOf({ command: "a" }), nowhere).unknown).toEqual([]);
  expect(wordsOf(entry, nowhere).unknown).toBe(unknown);
  expect(wordsOf(entry, { ...nowhere, variables: { X: "x" } }).unknown).toEqual([]);
});

test("a word that may mean more than can be looked at is a fault", () => {
  const set = Array.from({ length: 201 }, (_, index) => `N=${index};`).join(" ");
  expect(wordsOf(entryOf({ command: `${set} sh $N.sh $X/a` }), nowhere)).toEqual({
    paths: [],
    unknown: ["…/a"],
    fault: "it names more files than can be looked at",
  });
});

describe("what is ours", () => {
  test.each([
    ["/usr", false],
    ["/usr/bin/sh", false],
    ["/bin/sh", false],
    ["/sbin/x", false],
    ["/lib/x", false],
    ["/lib64/x", false],
    ["/etc/x", false],
    ["/nix/x", false],
    ["/proc/x", false],
    ["/sys/x", false],
    ["/dev/null", false],
    ["/System/x", false],
    ["/Library/x", false],
    ["/Applications/x", false],
    ["/usrx", true],
    ["/library", false],
    ["/opt/usr/bin", true],
    ["/", true],
    ["/p/app/usr", true],
    ["/usr/src/app/x", true],
    ["/usr/src/application", false],
    ["/dev/me/x", true],
  ])("%s: %s", (path, ours) => {
    const around = { ...nowhere, projectDir: "/usr/src/app", userHome: "/dev/me" };
    expect(isOurs(path, around)).toBe(ours);
  });
});

describe("on a disk", () => {
  let root: string;
  let around: PathSurroundings;
  beforeEach(() => {
    root = temporaryFolder();
    around = { ...nowhere, projectDir: root };
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const make = (...folders: readonly string[]): void => {
    for (const folder of folders) mkdirSync(join(root, folder), { recursive: true });
  };
  /** In the project, without its path. */
  const inside = (given: Given): string[] =>
    pathsOf(given, around)
      .filter((path) => path.startsWith(root))
      .map((path) => path.slice(root.length + 1));

  test("a word that is a folder may be where the others are, also one in another", () => {
    make("one/two");
    expect(inside({ command: "cd one; cd two; ./a" })).toEqual([
      "cd",
      "one",
      "two",
      "a",
      "one/cd",
      "one/one",
      "one/two",
      "one/a",
      "one/two/cd",
      "one/two/one",
      "one/two/two",
      "one/two/a",
    ]);
  });

  test("a folder of the system is one as well: the way may lead out of it", () => {
    expect(inside({ command: `cd /usr && sh ..${root}/a` })).toContain("a");
    expect(pathsOf({ command: "cd /usr && ../opt/a" })).toContain("/opt/a");
  });

  test("what is known only in part may lie in one of the folders as well", () => {
    make("one");
    expect(inside({ command: "cd one; $X//a" })).toContain("one/a");
    expect(inside({ command: `cd /proc/self/root; sh .${root}/b` })).toContain("b");
  });

  test("what cannot be looked at is no folder", () => {
    symlinkSync("loop", join(root, "loop"));
    const long = "x".repeat(300);
    expect(inside({ command: `cat loop ${long}` })).toEqual(["cat", "loop", long]);
  });

  test("a way through a link and up again is followed, and taken as it is written", () => {
    make("far/off/folder", "far/away");
    symlinkSync("far/off/folder", join(root, "link"));
    expect(inside({ command: "link/../a" })).toEqual(["a", "far/off/a"]);
    expect(inside({ command: `${root}/link/../../b` })).toEqual(["far/b"]);
    expect(inside({ command: "nothing/../c" })).toEqual(["c"]);
  });

  test("an entry that names too many is a fault, and none is left out in silence", () => {
    const folders = Array.from({ length: 230 }, (_, index) => `f${index}`);
    make(...folders);
    expect(wordsOf(entryOf({ command: `$X/a ${folders.join(" ")}` }), around)).toEqual({
      paths: [],
      unknown: ["…/a"],
      fault: "it names more files than can be looked at",
    });
    const some = wordsOf(entryOf({ command: folders.slice(0, 100).join(" ") }), around);
    expect([some.fault, some.paths.length]).toEqual([null, 101 * 100]);
  });
});
