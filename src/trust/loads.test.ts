import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// What programs find that need not be installed here: by their tables alone.

beforeEach(openProject);
afterEach(closeProject);

describe.each<[program: string, cases: readonly (readonly [string, Files, ...string[]])[]]>([
  [
    "ruby",
    [
      ["ruby guard.rb", ["guard.rb"], "guard.rb"],
      [
        "ruby -Ilib -rguard -e 1",
        ["lib/guard.rb", "lib/deep/set.rb", "lib/x.txt"],
        "lib/deep/set.rb",
        "lib/guard.rb",
      ],
      ["ruby -I lib x.rb", ["x.rb", "lib/json.rb"], "lib/json.rb", "x.rb"],
      ["ruby -r./pre x.rb", ["pre.rb", "x.rb"], "pre.rb", "x.rb"],
      ["ruby -e 'require \"./guard\"'", ["guard.rb"], "guard.rb"],
      ["RUBYLIB=lib ruby -rguard -e 1", ["lib/guard.rb"], "lib/guard.rb"],
      ["RUBYOPT='-r./pre' ruby x.rb", ["pre.rb", "x.rb"], "pre.rb", "x.rb"],
      ["RUBYOPT=-r./pre ./x", ["pre.rb", "x"], "pre.rb", "x"],
      [
        "ruby -rbundler/setup x.rb",
        ["x.rb", "Gemfile", "Gemfile.lock"],
        "Gemfile",
        "Gemfile.lock",
        "x.rb",
      ],
      [
        "bundle exec ruby guard.rb",
        ["guard.rb", "Gemfile", ".bundle/config"],
        ".bundle/config",
        "Gemfile",
        "guard.rb",
      ],
    ],
  ],
  [
    "php",
    [
      ["php guard.php", ["guard.php"], "guard.php"],
      ["php -f guard.php", ["guard.php"], "guard.php"],
      ["php -d auto_prepend_file=pre.php x.php", ["pre.php", "x.php"], "pre.php", "x.php"],
      ["php -c conf x.php", ["conf/php.ini", "x.php"], "conf/php.ini", "x.php"],
      ["PHPRC=conf php x.php", ["conf/php.ini", "x.php"], "conf/php.ini", "x.php"],
    ],
  ],
  [
    "lua",
    [
      ["lua guard.lua", ["guard.lua"], "guard.lua"],
      ["lua -l guard x.lua", ["guard.lua", "x.lua"], "guard.lua", "x.lua"],
      [
        "LUA_PATH='lib/?.lua;;' lua -lguard x.lua",
        ["lib/guard.lua", "lib/json.lua", "x.lua"],
        "lib/guard.lua",
        "lib/json.lua",
        "x.lua",
      ],
      ["LUA_INIT=@pre.lua lua x.lua", ["pre.lua", "x.lua"], "pre.lua", "x.lua"],
      ["luajit -e 'require \"hooks.guard\"'", ["hooks/guard.lua"], "hooks/guard.lua"],
    ],
  ],
  [
    "deno",
    [
      ["deno run guard.ts", ["guard.ts", "deno.json"], "deno.json", "guard.ts"],
      ["cd sub && deno run guard.ts", ["sub/guard.ts", "deno.jsonc"], "deno.jsonc", "sub/guard.ts"],
      [
        "deno run --import-map map.json -c d.json x.ts",
        ["map.json", "d.json", "x.ts"],
        "d.json",
        "map.json",
        "x.ts",
      ],
      ["deno run --preload ./pre.ts x.ts", ["pre.ts", "x.ts"], "pre.ts", "x.ts"],
    ],
  ],
  [
    "bun",
    [
      [
        "bun guard.ts",
        { "guard.ts": "", "bunfig.toml": 'preload = ["./pre.ts"]', "pre.ts": "" },
        "bunfig.toml",
        "guard.ts",
        "pre.ts",
      ],
      [
        "bun run guard",
        { "package.json": '{"scripts":{"guard":"node x"}}', "x.js": "" },
        "package.json",
        "package.json#type",
        "x.js",
      ],
      ["bunx guard", { "node_modules/.bin/guard": "" }, "node_modules/.bin/guard"],
    ],
  ],
  [
    "pnpm",
    [
      [
        "pnpm guard",
        {
          "package.json": '{"scripts":{"guard":"node x"}}',
          "x.js": "",
          ".npmrc": "",
          ".pnpmfile.cjs": "",
        },
        ".npmrc",
        ".pnpmfile.cjs",
        "package.json",
        "package.json#type",
        "x.js",
      ],
      [
        "pnpm run guard",
        { "package.json": '{"scripts":{"guard":"./x"}}', x: "" },
        "package.json",
        "x",
      ],
      [
        "pnpm exec guard",
        { "package.json": "{}", "node_modules/.bin/guard": "" },
        "node_modules/.bin/guard",
        "package.json",
      ],
    ],
  ],
  [
    "yarn",
    [
      [
        "yarn guard",
        {
          "package.json": '{"scripts":{"guard":"node x"}}',
          "x.js": "",
          ".yarnrc.yml": "yarnPath: .yarn/yarn.cjs",
          ".yarn/yarn.cjs": "",
          ".pnp.cjs": "",
          ".pnp.loader.mjs": "",
        },
        ".pnp.cjs",
        ".pnp.loader.mjs",
        ".yarn/yarn.cjs",
        ".yarnrc.yml",
        "package.json",
        "package.json#type",
        "x.js",
      ],
      [
        "yarn run guard",
        { "package.json": "{}", "node_modules/.bin/guard": "" },
        "node_modules/.bin/guard",
        "package.json",
      ],
    ],
  ],
  [
    "java",
    [
      ["java Guard.java", ["Guard.java"], "Guard.java"],
      [
        "java -cp lib Guard",
        ["lib/Guard.class", "lib/a/B.class"],
        "lib/Guard.class",
        "lib/a/B.class",
      ],
      [
        "java -jar app.jar",
        ["app.jar", "dep.jar", "lib/other.jar"],
        "app.jar",
        "dep.jar",
        "lib/other.jar",
      ],
      ["java -cp 'lib/*' Guard", ["lib/a.jar"], "lib/a.jar"],
      [
        "java -javaagent:agent.jar -cp lib Guard",
        ["agent.jar", "lib/Guard.class"],
        "agent.jar",
        "lib/Guard.class",
      ],
      ["CLASSPATH=lib java Guard", ["lib/Guard.class"], "lib/Guard.class"],
    ],
  ],
  [
    "tsx",
    [
      [
        "tsx guard.ts",
        { "guard.ts": "", "tsconfig.json": '{"extends":"./base.json"}', "base.json": "" },
        "base.json",
        "guard.ts",
        "tsconfig.json",
      ],
    ],
  ],
  [
    "what a variable or a file leads to",
    [
      [
        ". ./env.sh; node x",
        { "env.sh": "export NODE_OPTIONS='-r ./pre'", "pre.js": "", "x.js": "" },
        "env.sh",
        "pre.js",
        "x.js",
      ],
      [
        ". v/bin/activate; python x.py",
        {
          "v/bin/activate": "PATH=$PWD/v/bin:$PATH",
          "v/bin/python": "-> /usr/bin/env",
          "v/lib/python3.9/site-packages/a.pth": "",
          "x.py": "",
        },
        "v/bin/activate",
        "v/bin/python",
        "v/lib/python3.9/site-packages/a.pth",
        "x.py",
      ],
      [
        "node --input-type=module -e 'import \"#pre\"'",
        { "package.json": '{"imports":{"#pre":"./pre.mjs"}}', "pre.mjs": "" },
        "package.json#own",
        "pre.mjs",
      ],
      ["LD_LIBRARY_PATH=lib ./x", ["lib/a.so", "x"], "lib/a.so", "x"],
      [
        "python3 hooks/guard.py",
        [
          "hooks/guard.py",
          "hooks/json.py",
          "hooks/a.cpython-311.so",
          "hooks/mine.py",
          "hooks/re/__init__.py",
        ],
        "hooks/a.cpython-311.so",
        "hooks/guard.py",
        "hooks/json.py",
        "hooks/re/__init__.py",
      ],
      [
        "env -i python3 -m guard",
        ["guard.py", "__pycache__/guard.cpython-311.pyc"],
        "__pycache__/guard.cpython-311.pyc",
        "guard.py",
      ],
      ["python3 -m guard", ["guard.py", "__pycache__/guard.cpython-311.pyc"], "guard.py"],
      ["python3 < guard.py", ["guard.py"], "guard.py"],
      ["deno run test", ["test"], "test"],
      [
        "python3 -c 'from  pkg  import a, b'",
        ["pkg/__init__.py", "pkg/a.py", "pkg/b.py", "pkg/c.py"],
        "pkg/__init__.py",
        "pkg/a.py",
        "pkg/b.py",
      ],
      [
        "git fetch",
        {
          ".git/config": '[remote "a.url.b"]\n\turl = ./no-program\n\tuploadpack = ./pack.sh\n',
          "no-program": "",
          "pack.sh": "",
        },
        ".git/config#settings",
        "pack.sh",
      ],
      [
        "git status",
        {
          ".git": "gitdir: main/.git/worktrees/w\n",
          "main/.git/config": "[core]\n\tbare = false\n",
          "main/.git/hooks/post-checkout": "",
          "main/.git/worktrees/w/commondir": "../..\n",
        },
        ".git",
        "main/.git/config#settings",
        "main/.git/hooks/post-checkout",
        "main/.git/worktrees/w/commondir",
      ],
      [
        "make -I inc",
        { Makefile: "include x.mk", "inc/x.mk": "all:\n\t./guard", guard: "" },
        "Makefile",
        "guard",
        "inc/x.mk",
      ],
      [
        "make",
        { Makefile: ".DEFAULT_GOAL := b\na:\n\t./a\nb:\n\t./b", a: "", b: "" },
        "Makefile",
        "a",
        "b",
      ],
      ["make", { Makefile: "all:\n\t./guard\\\n\t.sh", "guard.sh": "" }, "Makefile", "guard.sh"],
      [
        "make",
        { Makefile: "all:\n\techo \\\\\n\tnode guard", "guard.js": "" },
        "Makefile",
        "guard.js",
      ],
      ["make", { Makefile: "a: b\\\nc\nc:\n\t./guard", guard: "" }, "Makefile", "guard"],
      [
        "node pkg",
        { "pkg/package.json": '{"main":"./lib/x.js"}', "pkg/lib/x.js": "" },
        "pkg/lib/x.js",
        "pkg/package.json",
        "pkg/package.json#type",
      ],
      [`awk 'BEGIN { system("node") }'`, ["index.js"]],
      ["echo 'run node guard first'", ["guard.js"]],
      // Names that only begin or end like those of interpreters.
      ["esrap a", ["a.js"]],
      ["ujava Guard", []],
      ["grep -q 'git push' x.txt", ["x.txt", ".git/config"], "x.txt"],
    ],
  ],
])("%s", (_program, cases) => {
  test.each(cases.map(([command, files, ...found]) => [command, files, found] as const))(
    "%s",
    (command, files, found) => {
      expect(lookAt(command, files)).toEqual({ files: found, notKnown: [] });
    },
  );
});

test.each(["node -v", "ruby --version", "java -version", "perl -V", "php -h", "python3 --help"])(
  "%s runs nothing that could be unknown",
  (command) => {
    expect(lookAt(command, [])).toEqual({ files: [], notKnown: [] });
  },
);

test("a format's place for a word parts words", () => {
  const command = `awk 'BEGIN { system(sprintf("node%sguard", " ")) }'`;
  expect(lookAt(command, ["guard.js"]).files).toEqual(["guard.js"]);
});

test.each<[command: string, files: Files, notKnown: string]>([
  ["just guard", ["justfile"], "just runs files of the project that the hook does not name"],
  ["deno run https://example.com/x.ts", [], "https://example.com/x.ts: no such file was found"],
  [
    "ruby -e 'load ARGV[0]' x",
    [],
    "ruby: its code loads or starts something that is known only when it runs",
  ],
  ["yarn dlx guard", [], "yarn dlx: packages may bring scripts that it runs"],
  ["pnpm -r run guard", [], "pnpm: which package of the workspace it runs in was not looked for"],
  ["ruby", [], "ruby runs what it reads from its input"],
  ["java @args", ["args"], "@args: no such file was found"],
  ["java Guard", [], "Guard: no such file was found"],
  ["lua -l$X x.lua", ["x.lua"], "lua -l: which file it runs is known only when it runs"],
  [
    "PYTHONPYCACHEPREFIX=c python3 -m guard",
    ["guard.py"],
    "python3: where its compiled modules are is known only when it runs",
  ],
  ["python3 -m pytest", [], "pytest runs files of the project that the hook does not name"],
  [
    "export $(cat .env); ./x",
    [".env", "x"],
    "export: which variables it sets is known only when it runs",
  ],
  [
    "make",
    { Makefile: "include $(shell ls)\na:\n\ttrue" },
    "make: which files it includes is known only when it runs",
  ],
])("of %s not all is known", (command, files, notKnown) => {
  expect(lookAt(command, files).notKnown).toContain(notKnown);
});

test("lines in lines are followed to an end, and what is behind it is not passed over in silence", () => {
  const nested = (levels: number): string =>
    Array.from({ length: levels }).reduce<string>(
      (line) => `npx -c "${line.replace(/["\\]/g, "\\$&")}"`,
      "true",
    );
  const why = "its commands start commands too deeply to be followed";
  expect(lookAt(nested(7), []).notKnown).toEqual([]);
  expect(lookAt(nested(9), []).notKnown).toEqual([why]);
});
