import { afterEach, beforeEach, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// The system's loader, git's settings in variables, runners of scripts, and files of variables.

beforeEach(openProject);
afterEach(closeProject);

const loader = "/lib64/ld-linux-x86-64.so.2";
const scripts = {
  "package.json": '{"scripts":{"guard":"./g.sh","gone":"./h.sh"}}',
  "g.sh": "",
  "h.sh": "",
};
const config = { ".git/config": "" };
const requiring = "NODE_OPTIONS=--require=./pre\n";
const required = { "x.js": "", "pre.js": "" };

test.each<[command: string, files: Files, ...found: string[]]>([
  [`${loader} ./prog`, ["prog"], "prog"],
  [`${loader} --library-path lib ./prog`, ["prog", "lib/a.so"], "lib/a.so", "prog"],
  [
    `${loader} --library-path=lib:more ./prog`,
    ["prog", "lib/a.so", "more/b.so"],
    "lib/a.so",
    "more/b.so",
    "prog",
  ],
  [
    `${loader} --library-path lib ./prog`,
    ["prog", "lib/glibc-hwcaps/v3/a.so"],
    "lib/glibc-hwcaps/v3/a.so",
    "prog",
  ],
  [`${loader} --preload 'a.so b.so' ./prog`, ["prog", "a.so", "b.so"], "a.so", "b.so", "prog"],
  [`${loader} --audit ./a.so ./prog`, ["prog", "a.so"], "a.so", "prog"],
  [`${loader} --inhibit-cache --argv0 x /usr/bin/node guard`, ["guard.js", "x.js"], "guard.js"],
  [`${loader} --list ./prog`, ["prog"], "prog"],
  ["/lib/ld-musl-x86_64.so.1 --library-path lib ./prog", ["prog", "lib/a"], "lib/a", "prog"],
  ["/lib/ld-linux-aarch64.so.1 --library-path lib ./prog", ["prog", "lib/a"], "lib/a", "prog"],
  ["ld.so --library-path lib ./prog", ["prog", "lib/a"], "lib/a", "prog"],
  ["ld64.so.2 --library-path lib ./prog", ["prog", "lib/a"], "lib/a", "prog"],
  ["ld --library-path lib x", ["lib/a"]],
  ["xld.so --library-path lib x", ["lib/a"]],
  ["ld.so.x --library-path lib x", ["lib/a"]],
  ["ld.so.12 --library-path lib x", ["lib/a"], "lib/a"],
  [`${loader} --argv0 lib /usr/bin/node guard`, ["guard.js", "lib/a", "lib.js"], "guard.js"],
  ...["glibc-hwcaps-prepend", "glibc-hwcaps-mask", "inhibit-rpath"].map(
    (option): [string, Files, string] => [
      `${loader} --${option} x /usr/bin/node guard`,
      ["guard.js", "x.js"],
      "guard.js",
    ],
  ),
  [`${loader} --library-path 'lib;more' ./prog`, ["prog", "more/b"], "more/b", "prog"],
  [`${loader} --preload a.so:b.so ./prog`, ["prog", "a.so", "b.so"], "a.so", "b.so", "prog"],
  [`${loader} --preload='a.so  b.so' ./prog`, ["prog", "b.so"], "b.so", "prog"],
  ["DYLD_LIBRARY_PATH=lib jq .", ["lib/a"], "lib/a"],
  [
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=own git commit",
    { ...config, "own/a": "", "core.hooksPath": "" },
    ".git/config#settings",
    "core.hooksPath",
    "own/a",
  ],
  [
    "GIT_CONFIG_KEY_1=alias.g GIT_CONFIG_VALUE_1='!node guard' git g",
    { ...config, "guard.js": "" },
    ".git/config#settings",
    "guard.js",
  ],
  [
    "GIT_CONFIG_PARAMETERS=\"'core.hooksPath=own'\" git commit",
    { ...config, "own/a": "" },
    ".git/config#settings",
    "own/a",
  ],
  [
    "GIT_CONFIG_PARAMETERS=\"'core.hooksPath'='own'\" git commit",
    { ...config, "own/a": "" },
    ".git/config#settings",
    "own/a",
  ],
  [
    "P=own git --config-env=core.hooksPath=P commit",
    { ...config, "own/a": "" },
    ".git/config#settings",
    "own/a",
  ],
  ["git -c core.pager='node pg' log", { ...config, "pg.js": "" }, ".git/config#settings", "pg.js"],
  [
    "git -c include.path=more status",
    { ...config, more: "[core]\n\tfsmonitor = ./m\n", m: "" },
    ".git/config#settings",
    "m",
    "more",
    "more#settings",
  ],
  [
    "GNUMAKEFLAGS='-I inc' make",
    { Makefile: "include x.mk\n", "inc/x.mk": "" },
    "Makefile",
    "inc/x.mk",
  ],
  ["run-s guard", scripts, "g.sh", "package.json"],
  ["npm-run-all --silent 'g*d'", scripts, "g.sh", "package.json"],
  ["run-p 'g*'", scripts, "g.sh", "h.sh", "package.json"],
  ["nr guard", scripts, "g.sh", "package.json"],
  ["concurrently npm:guard", scripts, "g.sh", "package.json"],
  ["concurrently -n a 'pnpm:go*' ./g.sh", scripts, "g.sh", "h.sh", "package.json"],
  ["concurrently './g.sh 1'", scripts, "g.sh"],
  ["nlx guard", ["node_modules/.bin/guard"], "node_modules/.bin/guard"],
  ["corepack pnpm run guard", scripts, "g.sh", "package.json"],
  [
    "env-cmd -f conf/e node x.js",
    { ...required, "conf/e": requiring, ".env": "" },
    "conf/e",
    "pre.js",
    "x.js",
  ],
  ["env-cmd node x.js", { ...required, ".env": requiring }, ".env", "pre.js", "x.js"],
  [
    "dotenv -e conf/e -- node x.js",
    { ...required, "conf/e": requiring },
    "conf/e",
    "pre.js",
    "x.js",
  ],
  [
    "dotenvx run -f conf/e -- node x.js",
    { ...required, "conf/e": requiring },
    "conf/e",
    "pre.js",
    "x.js",
  ],
  ["dotenvx run -- node x.js", { ...required, ".env": requiring }, ".env", "pre.js", "x.js"],
  ["dotenvx encrypt", [".env"]],
  [
    "op run --env-file=.env -- node x.js",
    { ...required, ".env": requiring },
    ".env",
    "pre.js",
    "x.js",
  ],
  ["cross-env A=1 NODE_OPTIONS=--require=./pre node x.js", required, "pre.js", "x.js"],
  ["direnv exec . x", { ".envrc": "PATH_add bin\n", "bin/x": "" }, ".envrc", "bin/x"],
  [
    "pixi run lint",
    { "pixi.toml": '[tasks]\nlint = "python g.py"\n', "g.py": "" },
    "g.py",
    "pixi.toml",
  ],
  [
    "uv run guard",
    { "pyproject.toml": '[project.scripts]\nguard = "g.cli:main"\n', "g/cli.py": "" },
    "g/cli.py",
    "pyproject.toml",
  ],
  [
    "mise exec -- guard",
    { "mise.toml": '[env]\n_.path = "./bin"\n', "bin/guard": "" },
    "bin/guard",
    "mise.toml",
    "mise.toml#variables",
  ],
  [
    "mise exec -- node x.js",
    { "mise.toml": '[env]\nNODE_OPTIONS = "--require ./pre"\n', ...required },
    "mise.toml",
    "mise.toml#variables",
    "pre.js",
    "x.js",
  ],
  ["gojq -L lib 'import \"guard\" as g; .'", ["lib/guard.jq"], "lib/guard.jq"],
  ["pip install requests", ["setup.py"]],
])("%s: %j", (command, files, ...found) => {
  expect(lookAt(command, files)).toEqual({ files: found, notKnown: [] });
});

test.each<[command: string, files: Files, ...found: string[]]>([
  ["bun x.ts", { "x.ts": "", ".env": "KEY=secret\n" }, "x.ts"],
  [
    "bun x.ts",
    { "x.ts": "", ".env": "KEY=secret\nLD_PRELOAD=./p.so\n", "p.so": "" },
    ".env#variables",
    "p.so",
    "x.ts",
  ],
  [
    "bun run guard",
    { "package.json": '{"scripts":{"guard":"g"}}', ".env.local": "PATH=bin\n", "bin/g": "" },
    ".env.local#variables",
    "bin/g",
    "package.json",
  ],
  [
    "NODE_ENV=stage bun x.ts",
    { "x.ts": "", ".env.stage": "PATH=bin\n" },
    ".env.stage#variables",
    "x.ts",
  ],
  [
    "bunx guard",
    { "node_modules/.bin/guard": "", ".env": "PATH=bin\n" },
    ".env#variables",
    "node_modules/.bin/guard",
  ],
  ["bun --env-file=conf/e x.ts", { "x.ts": "", "conf/e": "A=1\n" }, "conf/e", "x.ts"],
  ["bun --preload ./pre x.ts", ["x.ts", "pre.ts"], "pre.ts", "x.ts"],
  ["BUN_OPTIONS='--preload ./pre' bun x.ts", ["x.ts", "pre.ts"], "pre.ts", "x.ts"],
  [
    "bun x.ts",
    { "x.ts": "", "bunfig.toml": 'preload = ["./pre"]\n', "pre.ts": "" },
    "bunfig.toml",
    "pre.ts",
    "x.ts",
  ],
  [
    "bun -c b.toml x.ts",
    { "x.ts": "", "b.toml": 'preload = ["./pre"]\n', "pre.ts": "" },
    "b.toml",
    "pre.ts",
    "x.ts",
  ],
  [
    "npm run guard",
    { "package.json": '{"scripts":{"guard":"true"}}', ".env": "PATH=bin\n" },
    "package.json",
  ],
])("%s: %j", (command, files, ...found) => {
  expect(lookAt(command, files).files).toEqual(found);
});

test.each([
  ["pip install -e .", "pip install: packages may bring scripts that it runs"],
  ["pip3 install -r req.txt", "pip3 install: packages may bring scripts that it runs"],
  ["./gradlew test", "gradlew runs files of the project that the hook does not name"],
  ["py.test", "py.test runs files of the project that the hook does not name"],
  ["phpunit", "phpunit runs files of the project that the hook does not name"],
  ["GEM_HOME=gems ./x", "GEM_HOME: which packages are loaded is known only when it runs"],
  ["PYTHONHOME=py ./x", "PYTHONHOME: which packages are loaded is known only when it runs"],
])("%s says that its files are not known", (command, why) => {
  expect(lookAt(command, ["x"]).notKnown).toEqual([why]);
});

test("sections of TOML are no commands", () => {
  const files = { "pyproject.toml": "[project]\nname = 'x'\n", "x.py": "" };
  expect(lookAt("uv run x.py", files).notKnown).toEqual([]);
});

test.each([
  ["./gradlew test", "gradle/wrapper/gradle-wrapper.jar"],
  ["./gradlew test", "build.gradle"],
  ["./mvnw test", ".mvn/wrapper/maven-wrapper.properties"],
  ["./mvnw test", "pom.xml"],
  ["go-task x", "Taskfile.dist.yml"],
  ["py.test", "conftest.py"],
])("%s: %s counts", (command, file) => {
  expect(lookAt(command, [file]).files).toEqual([file]);
});
