import fs, {
  appendFileSync,
  chmodSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Hook, HookAction } from "../config/index.js";
import { temporaryFolder } from "../../tests/workspace.js";
import { takeFingerprint, type Fingerprint } from "./fingerprint.js";
import { HookLooks, looksIn } from "./hook-looks.js";
import type { PathSurroundings } from "./named-paths.js";
import { forgetFolders } from "./system-paths.js";

let root: string;
let around: PathSurroundings;
beforeEach(() => {
  root = temporaryFolder();
  around = {
    projectDir: join(root, "project"),
    userHome: join(root, "user"),
    variables: {},
    searchPath: join(root, "user/bin"),
  };
  for (const folder of [around.projectDir, around.searchPath])
    mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(files)) write(path, text);
  symlinkSync("one/deep", at("link"));
  symlinkSync("one/guard.sh", at("linked.sh"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** In the project. */
const files: Readonly<Record<string, string>> = {
  "guard.sh": "#!/usr/bin/env node\nexit 2\n",
  "one/guard.sh": "exit 2\n",
  "two/guard.sh": "exit 0\n",
  "one/deep/x": "",
  "two/deep/x": "",
  "rules/a.rule": "deny\n",
  "guard.py": "import helper\n",
  "lib/mod.mjs": 'import "./part.mjs";\n',
  "lib/part.mjs": "",
  "env.sh": "FOLDER=one\n",
  "guard.pl": "use Part;\n",
  "lib/Part.pm": "1;\n",
  ".git/config": "[core]\n\thooksPath = rules\n",
  makefile: "guard:\n\tsh one/guard.sh\n",
  "package.json": '{"scripts":{"guard":"sh guard.sh"}}',
};

const at = (path: string): string => join(around.projectDir, path);

function write(path: string, text: string): void {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
}

const shell = (command: string): HookAction => ({
  type: "command",
  form: "shell",
  command,
  shell: "/bin/sh",
});

function hookOf(action: HookAction): Hook {
  const entry = {
    id: "project:Stop:0.0",
    name: "guard",
    event: "Stop",
    action,
    cwd: null,
    env: {},
  };
  return { entry, source: { layer: "project" } } as unknown as Hook;
}

const fresh = (hook: Hook): Fingerprint => takeFingerprint(hook.entry, around, "project");

/** Without what only says how long ago a file was changed. */
const comparable = ({ states, ...rest }: Fingerprint): object => ({
  ...rest,
  states: states.map(({ isFresh: _fresh, isRecent: _recent, ...state }) => state),
});

const hooks: Readonly<Record<string, HookAction>> = {
  "a script": shell("./guard.sh --strict"),
  "a script behind a link": shell("sh linked.sh"),
  "a way through a link and up again": shell("sh link/../guard.sh"),
  "a script in a folder": shell("cd one && ./guard.sh"),
  "files by a pattern": shell("cat rules/*.rule"),
  "a program along the PATH": shell("checker"),
  Python: shell("python3 guard.py"),
  make: shell("make guard"),
  npm: shell("npm run guard"),
  "variables of a file": shell(". ./env.sh && sh $FOLDER/guard.sh"),
  "a folder of scripts": shell("run-parts rules"),
  git: shell("git commit -m x"),
  "Perl with a folder of modules": shell("perl -Ilib guard.pl"),
  "a module": { type: "module", module: "./lib/mod.mjs" } as HookAction,
};

test.each(Object.entries(hooks))(
  "where nothing is another, a look is the same: %s",
  (_, action) => {
    const looks = new HookLooks(around);
    const hook = hookOf(action);
    expect(looks.look(hook)).toBe(looks.look(hook));
  },
);

/** Every path that the file system is asked about meanwhile. */
function asked(during: () => void): Set<string> {
  const paths = new Set<string>();
  const noting = <Call extends (...given: never[]) => unknown>(call: Call): Call =>
    Object.assign((...given: Parameters<Call>): unknown => {
      if (typeof given[0] === "string") paths.add(given[0]);
      return call(...given);
    }, call);
  const names = Object.keys(fs).filter((name) => name.endsWith("Sync"));
  const before = Object.fromEntries(names.map((name) => [name, Reflect.get(fs, name)]));
  const { native } = fs.realpathSync;
  for (const name of names) Reflect.set(fs, name, noting(before[name] as () => unknown));
  fs.realpathSync.native = noting(native);
  syncBuiltinESMExports();
  try {
    during();
  } finally {
    Object.assign(fs, before);
    syncBuiltinESMExports();
  }
  return paths;
}

test.each(Object.entries(hooks))(
  "whatever a look asks the disk is asked again: %s",
  (_, action) => {
    const looks = new HookLooks(around);
    const hook = hookOf(action);
    let first: Fingerprint | undefined;
    const before = asked(() => (first = looks.look(hook)));
    const again = asked(() => expect(looks.look(hook)).toBe(first));
    expect(before.size).toBeGreaterThan(0);
    expect([...before].filter((path) => !again.has(path))).toEqual([]);
  },
);

describe("after a change a look finds what a first look would find", () => {
  test.each<[string, () => void]>([
    ["a line more", () => appendFileSync(at("one/guard.sh"), "exit 0\n")],
    ["other bytes of the same length", () => write("guard.sh", "#!/usr/bin/env node\nexit 0\n")],
    [
      "other bytes with the times of before",
      () => {
        const { atime, mtime } = statSync(at("one/guard.sh"));
        write("one/guard.sh", "exit 0\n");
        utimesSync(at("one/guard.sh"), atime, mtime);
      },
    ],
    [
      "another file with the same content",
      () => {
        write("other", files["guard.sh"] ?? "");
        renameSync(at("other"), at("guard.sh"));
      },
    ],
    ["no file", () => rmSync(at("one/guard.sh"))],
    ["a folder in its place", () => (rmSync(at("guard.sh")), mkdirSync(at("guard.sh")))],
    ["another mode", () => chmodSync(at("one/guard.sh"), 0o755)],
    [
      "a link that leads elsewhere",
      () => {
        for (const link of ["link", "linked.sh"]) rmSync(at(link));
        symlinkSync("two/deep", at("link"));
        symlinkSync("two/guard.sh", at("linked.sh"));
      },
    ],
    [
      "a link in place of a file",
      () => (rmSync(at("guard.sh")), symlinkSync("two/guard.sh", at("guard.sh"))),
    ],
    ["one more file of a pattern", () => write("rules/b.rule", "")],
    ["a program along the PATH", () => writeFileSync(join(around.searchPath, "checker"), "")],
    ["a module that Python takes for its own", () => write("json.py", "")],
    ["another makefile", () => write("GNUmakefile", "guard:\n\ttrue\n")],
    ["another script of a package", () => write("package.json", '{"scripts":{"guard":"true"}}')],
    ["another value in a file of variables", () => write("env.sh", "FOLDER=two\n")],
    ["another folder of git's hooks", () => write(".git/config", "[core]\n\thooksPath = one\n")],
    ["a part of a module", () => write("lib/part.mjs", "1;")],
    ["a folder that has a script's name", () => mkdirSync(at("checker"))],
  ])("%s", (_, change) => {
    const looks = new HookLooks(around);
    const all = Object.entries(hooks).map(([name, action]) => ({ name, hook: hookOf(action) }));
    for (const { hook } of all) looks.look(hook);
    change();
    const found = all.map(({ name, hook }) => [name, comparable(looks.look(hook))]);
    expect(found).toEqual(all.map(({ name, hook }) => [name, comparable(fresh(hook))]));
  });
});

describe("from one engine to the next", () => {
  const others: readonly [string, Partial<PathSurroundings>][] = [
    ["another value of a variable", { variables: { FOLDER: "two" } }],
    ["one variable more", { variables: { FOLDER: "one", MORE: "" } }],
    ["another variable in place of one", { variables: { OTHER: "one" } }],
    ["another PATH", { searchPath: "/opt" }],
    ["another home folder", { userHome: "/opt" }],
    ["another project", { projectDir: "/opt" }],
  ];

  test("the looks are the same where hooks run the same", () => {
    const variables = { FOLDER: "one" };
    const looks = looksIn({ ...around, variables });
    expect(looksIn({ ...around, variables: { ...variables } })).toBe(looks);
  });

  test.each(others)("they are others for %s", (_, other) => {
    const looks = looksIn({ ...around, variables: { FOLDER: "one" } });
    expect(looksIn({ ...around, variables: { FOLDER: "one" }, ...other })).not.toBe(looks);
  });

  /** As if anyone could write a folder of the system, which no test may make. */
  function opened(folder: string, during: () => void): void {
    const { statSync: stat, accessSync: access } = fs;
    const anyones = { uid: 12_345, mode: 0o40777, isDirectory: () => true };
    Object.assign(fs, {
      statSync: (path: string, ...more: []) => (path === folder ? anyones : stat(path, ...more)),
      accessSync: (path: string, mode: number) => path === folder || access(path, mode),
    });
    syncBuiltinESMExports();
    try {
      during();
    } finally {
      Object.assign(fs, { statSync: stat, accessSync: access });
      syncBuiltinESMExports();
    }
  }

  test("a folder of the system that anyone can write by now is seen by each look into it", () => {
    const looks = new HookLooks(around);
    const all = ["a", "b"].map((name) => hookOf(shell(`/usr/made-up/${name}`)));
    const before = all.map((hook) => looks.look(hook));
    forgetFolders();
    opened("/usr/made-up", () => {
      for (const [index, hook] of all.entries()) expect(looks.look(hook)).not.toBe(before[index]);
    });
  });

  test("and so is one of the PATH, also by a look that was not the first", () => {
    const looks = new HookLooks({ ...around, searchPath: "/usr/made-up" });
    const hook = hookOf(shell("checker"));
    looks.look(hook);
    mkdirSync(at("checker"));
    const before = looks.look(hook);
    forgetFolders();
    opened("/usr/made-up", () => expect(looks.look(hook)).not.toBe(before));
  });
});
