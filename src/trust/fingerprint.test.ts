import { hash } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HookAction, HookEntry } from "../config/index.js";
import {
  canonicalJson,
  digest,
  scriptsOf,
  shortPath,
  takeFingerprint,
  type Fingerprint,
  type Owner,
} from "./fingerprint.js";
import type { PathSurroundings } from "./named-paths.js";
import { temporaryFolder } from "../../tests/workspace.js";

let root: string;
let around: PathSurroundings;
beforeEach(() => {
  root = temporaryFolder();
  around = {
    projectDir: join(root, "project"),
    userHome: join(root, "user"),
    variables: {},
    searchPath: "",
  };
  for (const folder of [around.projectDir, around.userHome]) mkdirSync(folder);
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes files whose paths begin with `project/` or `user/`. */
function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

function entryOf(command: string, cwd: string | null = null): HookEntry {
  const action: HookAction = { type: "command", form: "shell", command, shell: "/bin/sh" };
  return {
    id: "project:Stop:0.0",
    name: "guard",
    event: "Stop",
    matcher: undefined,
    if: undefined,
    action,
    timeout: 5,
    onFailure: "block",
    env: {},
    passEnv: [],
    cwd,
    merge: false,
    sequential: false,
    disabled: false,
    source: { layer: "project", file: "/settings.json", line: 3 },
  };
}

const look = (command: string, cwd: string | null = null, owner: Owner = "project"): Fingerprint =>
  takeFingerprint(entryOf(command, cwd), around, owner);
const namesOf = ({ files }: Fingerprint): string[] => files.map(({ path }) => path);

test("a fingerprint holds the entry without its place, and each file in the order of its path", () => {
  write({ "project/b.sh": "B", "user/a.sh": "A", "project/a.sh": "first" });
  symlinkSync("b.sh", join(around.projectDir, "c.sh"));
  const found = look("sh c.sh ~/a.sh a.sh b.sh $X/d.sh");
  const { id: _id, source: _source, matcher: _matcher, if: _if, ...entry } = entryOf("");
  const said = {
    ...entry,
    action: { ...entry.action, command: "sh c.sh ~/a.sh a.sh b.sh $X/d.sh" },
  };
  const sha256 = (text: string): string => hash("sha256", text, "hex");
  const files = [
    { path: "./a.sh", real: "./a.sh", sha256: sha256("first") },
    { path: "./b.sh", real: "./b.sh", sha256: sha256("B") },
    { path: "./c.sh", real: "./b.sh", sha256: sha256("B") },
    { path: "~/a.sh", real: "~/a.sh", sha256: sha256("A") },
  ];
  const { states, ...rest } = found;
  expect(rest).toEqual({
    sha256: sha256(canonicalJson({ version: 1, entry: said, files })),
    entry: said,
    files,
    unknown: ["…/d.sh"],
    notKnown: [],
    fault: null,
  });
  expect(digest(said, files)).toBe(found.sha256);
  expect(states.map(({ path, bytes }) => [path, String(bytes)])).toEqual([
    [join(around.projectDir, "a.sh"), "first"],
    [join(around.projectDir, "b.sh"), "B"],
    [join(around.projectDir, "c.sh"), "B"],
    [join(around.userHome, "a.sh"), "A"],
  ]);
});

test("the entry is written down once", () => {
  const entry = entryOf("a");
  const { entry: said } = takeFingerprint(entry, around, "project");
  expect(takeFingerprint(entry, around, "project").entry).toBe(said);
});

describe("interpreters that a first line names", () => {
  test.each<[string, string, readonly string[]]>([
    ["relative to where the hook runs", "#!bin/run\n", ["./bin/run", "./hooks/guard.sh"]],
    [
      "with its arguments",
      "#! bin/run  lib/x\tlib/y\n",
      ["./bin/run", "./hooks/guard.sh", "./lib/x", "./lib/y"],
    ],
    ["of one line without an end", "#!bin/run", ["./bin/run", "./hooks/guard.sh"]],
    ["none on another line", "#!/bin/sh\n: bin/run\n", ["./hooks/guard.sh"]],
    ["none on a later line", "#!/bin/sh\n\n : bin/run x\n", ["./hooks/guard.sh"]],
    ["none without the exclamation mark", "# bin/run\n", ["./hooks/guard.sh"]],
    ["none without the number sign", "x!bin/run\n", ["./hooks/guard.sh"]],
    ["none further on", "\n#!bin/run\n", ["./hooks/guard.sh"]],
    ["none past what a system reads", `#!${" ".repeat(520)}bin/run\n`, ["./hooks/guard.sh"]],
    ["late, but not past it", `#!${" ".repeat(490)}bin/run\n`, ["./bin/run", "./hooks/guard.sh"]],
    ["whatever its letters", "#!bin/é\n", ["./bin/é", "./hooks/guard.sh"]],
    ["the script itself", "#!hooks/guard.sh\n", ["./hooks/guard.sh"]],
    ["that has one of its own", "#!chain\n", ["./bin/run", "./chain", "./hooks/guard.sh"]],
  ])("%s", (_, text, names) => {
    const files = { "bin/run": "", "bin/é": "", "lib/x": "", "lib/y": "", chain: "#!bin/run" };
    for (const [path, content] of Object.entries({ ...files, "hooks/guard.sh": text }))
      write({ [`project/${path}`]: content });
    expect(namesOf(look("hooks/guard.sh"))).toEqual(names);
  });

  test("are looked for in the folder of the hook", () => {
    write({ "project/sub/guard": "#!run", "project/sub/run": "", "project/run": "" });
    expect(namesOf(look("./guard", "sub"))).toEqual(["./sub/guard", "./sub/run"]);
  });

  test("of the system are left to it", () => {
    write({ "project/guard": "#!/bin/sh\n" });
    expect(namesOf(look("./guard"))).toEqual(["./guard"]);
  });

  test("of a large program are none", () => {
    write({ "project/guard": `#!run\n${"x".repeat(1024 * 1024)}`, "project/run": "" });
    expect(namesOf(look("./guard"))).toEqual(["./guard"]);
  });
});

describe("whose hook it is", () => {
  const files = { "project/a.sh": "#!b.sh", "project/b.sh": "", "user/a.sh": "", "user/b.sh": "" };

  test("a project's means files of both", () => {
    write(files);
    expect(namesOf(look("./a.sh ~/b.sh"))).toEqual(["./a.sh", "./b.sh", "~/b.sh"]);
  });

  test("the user's means the user's, also by patterns and first lines", () => {
    write({ ...files, "user/c.sh": "#!b.sh" });
    expect(namesOf(look("./a.sh ~/b.sh ./[ab].sh ~/c.sh", null, "user"))).toEqual([
      "~/b.sh",
      "~/c.sh",
    ]);
  });

  test("but where the home folder is in the project, both are the user's", () => {
    write(files);
    around = { ...around, projectDir: root };
    expect(namesOf(look("project/a.sh ~/b.sh", null, "user"))).toEqual([
      "./project/a.sh",
      "./user/b.sh",
    ]);
  });
});

describe("patterns", () => {
  test("name the files that are there, and the one that is called like it", () => {
    write({ "project/x/a.sh": "", "project/x/b.sh": "", "project/x/*.sh": "" });
    expect(namesOf(look("x/*.sh"))).toEqual(["./x/*.sh", "./x/a.sh", "./x/b.sh"]);
  });

  test.each([["project"], ["user"], ["project/sub"]])("nothing but a star in %s is text", (at) => {
    write({ [`${at}/file`]: "" });
    const files = namesOf(look(`./* ~/* ${root}/project/*`, at === "project/sub" ? "sub" : null));
    expect(files).toEqual([]);
  });

  test("too many of them are a fault, and nothing of the hook is taken for looked at", () => {
    const names = Array.from({ length: 200 }, (_, index) => `project/x/${index}.sh`);
    write(Object.fromEntries(names.map((name) => [name, ""])));
    const patterns = names.slice(0, 100).map((_, index) => `x/?${index}.sh`);
    const command = `$X/a ${patterns.join(" ")}`;
    const { states, files, unknown, fault } = look(command);
    expect({ states, files, unknown, fault }).toEqual({
      states: [],
      files: [],
      unknown: ["…/a"],
      fault: "its patterns name more files than can be looked at",
    });
    expect(look(command, null, "user").fault).toBeNull();
  });

  test("too many folders are a fault as well", () => {
    const folders = Array.from({ length: 230 }, (_, index) => `f${index}`);
    for (const folder of folders) mkdirSync(join(around.projectDir, folder));
    write({ "project/a.sh": "" });
    const { states, fault } = look(`./a.sh ${folders.join(" ")}`);
    expect({ states, fault }).toEqual({
      states: [],
      fault: "it names more files than can be looked at",
    });
  });
});

describe("programs are looked for along the PATH as a shell does it", () => {
  const programs = (command: string): string[] => look(command).files.map(({ path }) => path);

  test("by the name of a program, not by that of a builtin", () => {
    write({ "user/bin/tool": "one", "user/bin/true": "two", "user/bin/cd": "three" });
    around = { ...around, searchPath: join(root, "user/bin") };
    expect(programs("tool; true; cd /")).toEqual(["~/bin/tool"]);
    expect(programs("env true")).toEqual(["~/bin/true"]);
  });

  test("not in a folder that may not be entered, until it may be", (context) => {
    if (process.getuid?.() === 0) context.skip("root may enter every folder");
    write({ "user/shut/bin/tool": "one" });
    around = { ...around, searchPath: join(root, "user/shut/bin") };
    chmodSync(join(root, "user/shut"), 0o600);
    try {
      expect(programs("tool")).toEqual([]);
    } finally {
      chmodSync(join(root, "user/shut"), 0o700);
    }
    expect(programs("tool")).toEqual(["~/shut/bin/tool"]);
  });
});

describe("where scripts are or could be", () => {
  test("files, and what has an ending, in the project and in the home folder", () => {
    write({ "project/tool": "", "user/mine": "" });
    mkdirSync(join(around.projectDir, "folder"));
    const scripts = scriptsOf(
      entryOf("tool later.sh word ~/mine ~/later.py ~/word ~ . /opt/x.sh folder/x.sh.d/y"),
      around,
    );
    const project = ["tool", "later.sh"];
    const user = ["mine", "later.py", "later.sh"];
    expect(new Set(scripts)).toEqual(
      new Set([
        ...project.map((name) => join(around.projectDir, name)),
        ...user.map((name) => join(around.userHome, name)),
      ]),
    );
  });

  test("those folders themselves are none, whatever they are called", () => {
    const dotted = { ...around, projectDir: "/p/my.app", userHome: "/h/m.e" };
    expect(scriptsOf(entryOf(". ~"), dotted)).toEqual([]);
    expect(scriptsOf(entryOf("./my.app ~/m.e"), dotted)).toEqual([
      "/p/my.app/my.app",
      "/h/m.e/m.e",
    ]);
  });
});

test.each([
  ["/p/app/a/b", "./a/b"],
  ["/p/app", "./"],
  ["/h/me/a", "~/a"],
  ["/h/me", "~/"],
  ["/h/you", "/h/you"],
  ["/p/apple", "/p/apple"],
])("%s is shown as %s", (path, shown) => {
  expect(shortPath(path, { ...around, projectDir: "/p/app", userHome: "/h/me" })).toBe(shown);
});
