import type { Way } from "./ways.js";

// Ways by which what runs is named less directly: in code, in texts for other programs, in files that set variables.

const one = (command: string, path: string, language: string, more: Partial<Way> = {}): Way => ({
  ...more,
  command,
  files: { [path]: language, ...more.files },
  swap: { [path]: language },
});

/** `node guard`, by way of something else. */
const guards = (command: string, more: Partial<Way> = {}): Way =>
  one(command, "guard.js", "node", more);

const bash = { shell: "/bin/bash" };
const x = { files: { "x.js": "", "x.py": "" } };
const makefile = (text: string): Partial<Way> => ({ files: { Makefile: text } });
const scripts = (guard: string, more: Way["files"] = {}): Partial<Way> => ({
  files: { ...more, "package.json": JSON.stringify({ scripts: { guard } }) },
});
const venv = {
  "x.py": "",
  ".venv/bin/activate": "PATH=$PWD/.venv/bin:$PATH",
  ".venv/bin/python": '#!/bin/sh\nexec /usr/bin/python3 "$@"\n',
  ".venv/lib/python3.11/site-packages/a": "",
};

const texts: readonly Way[] = [
  guards("env -S 'node guard'"),
  guards("script -qec 'node guard' /dev/null", { needs: ["/usr/bin/script"] }),
  guards("echo 'node guard' | sh"),
  guards(". /dev/stdin <<EOF\nnode guard\nEOF"),
  guards("awk 'BEGIN { system(\"node guard\") }'"),
  guards("sed '1e node guard' list", { files: { list: "x\n" } }),
  guards("sed -n 's/x/node guard/e' list", { files: { list: "x\n" } }),
  guards("tar cf /dev/null --use-compress-program='node guard' x.js", x),
  guards("PS4='$(node guard)'; set -x; true", bash),
  guards("printf -v 'a[$(node guard)]' x", bash),
  guards("GIT_EXTERNAL_DIFF='node guard' git diff --no-index a b", { files: { a: "1", b: "2" } }),
  guards('node -e \'require("child_process").execSync("node guard")\''),
  guards('node -e \'require("child_process").fork("guard")\''),
  guards("node -e 'require(`./${\"guard\"}`)'"),
  guards("python3 -c 'import os; os.system(\"node guard\")'", { needs: ["/usr/bin/python3"] }),
  guards('perl -e \'exec "node", "guard"\'', { needs: ["/usr/bin/perl"] }),
  one("sqlite3 :memory: '.shell sh guard.sh'", "guard.sh", "sh", { needs: ["/usr/bin/sqlite3"] }),
];

const files: readonly Way[] = [
  one("node --env-file=.env x.js", "pre.js", "node", {
    files: { "x.js": "", ".env": "NODE_OPTIONS=--require=./pre.js\n" },
  }),
  one(". ./env.sh; guard", "bin/guard", "sh", { files: { "env.sh": "PATH=$PWD/bin:$PATH\n" } }),
  one("set -a; . ./.env; node x.js", "pre.js", "node", {
    files: { "x.js": "", ".env": "NODE_OPTIONS='-r ./pre'\n" },
  }),
  one("export $(cat .env); node x.js", "pre.js", "node", {
    files: { "x.js": "", ".env": "NODE_OPTIONS=--require=./pre\n" },
  }),
  one("NODE_OPTIONS='-r ./pre' ./run.sh", "pre.js", "node", {
    files: { "run.sh": "#!/bin/sh\nnode -e 1\n" },
  }),
  one("node --input-type=module -e 'import \"#pre\"'", "pre.mjs", "esm", {
    files: { "package.json": '{"imports":{"#pre":"./pre.mjs"}}' },
  }),
  one("node --input-type=module -e 'import \"self/pre\"'", "pre.mjs", "esm", {
    files: { "package.json": '{"name":"self","exports":{"./pre":"./pre.mjs"}}' },
  }),
  one("GIT_EXEC_PATH=$PWD/gx git guard", "gx/git-guard", "sh", { needs: ["/usr/bin/git"] }),
  ...[
    guards("make", makefile("a:\n\ttrue\n.DEFAULT_GOAL := guard\nguard:\n\tnode guard\n")),
    guards("make guard", makefile(".RECIPEPREFIX = >\nguard:\n>node guard\n")),
    guards("make guard", makefile("X != node guard\nguard:\n\ttrue\n")),
    guards("make -f sub/x.mk", { files: { "sub/x.mk": "a:\n\tnode guard\n" } }),
    one("make -I inc", "inc/x.mk", "make", makefile("include x.mk\n")),
    one("make guard", "x.mk", "make", makefile("include $(wildcard *.mk)\nguard: all\n")),
  ].map((way) => ({ ...way, needs: ["/usr/bin/make"] })),
  ...[
    one(
      "npm run guard --userconfig u.rc",
      "sh2",
      "sh",
      scripts("true", { "u.rc": "script-shell=./sh2\n" }),
    ),
    one(
      "npm run guard",
      "pre.js",
      "node",
      scripts("node x.js", { "x.js": "", ".npmrc": "node-options=--require=./pre.js\n" }),
    ),
    one("npm start", "server.js", "node", { files: { "package.json": "{}" } }),
  ].map((way) => ({ ...way, needs: ["/usr/bin/npm"] })),
];

const pythons: readonly Way[] = [
  { command: "python3 -c 'import json'", ...x, swap: { "re.py": "python" } },
  { command: "python3 -m json.tool --help", ...x, swap: { "argparse.py": "python" } },
  {
    command: "python3 hooks/x.py",
    files: { "hooks/x.py": "import json\n" },
    swap: { "hooks/json.py": "python" },
  },
  one(
    "python3 -c 'import sys; sys.path.insert(0, \"lib\"); import guard'",
    "lib/guard.py",
    "python",
  ),
  one('python3 -c \'exec(open("gu"+"ard.py").read())\'', "guard.py", "python"),
  one("python3 -m unittest", "test_guard.py", "python"),
  { command: ". .venv/bin/activate; python x.py", files: venv, swap: { ".venv/bin/python": "sh" } },
  one("PYTHONPATH=lib ./run.sh", "lib/sitecustomize.py", "python", {
    files: { "run.sh": "#!/bin/sh\n/usr/bin/python3 -c 1\n" },
  }),
].map((way) => ({ ...way, needs: ["/usr/bin/python3"] }));

const perls: readonly Way[] = [
  one("perl -e 'use lib \"lib\"; use Guard'", "lib/Guard.pm", "perl"),
  one("perl '-Mlib qw(lib)' -MGuard -e 1", "lib/Guard.pm", "perl"),
  one("perl '-Mif=1,Guard' -Ilib -e 1", "lib/Guard.pm", "perl"),
  one("perl -Ilib -d:Guard -e 1", "lib/Devel/Guard.pm", "perl"),
  {
    command: "perl -Ilib -MGuard -e 1",
    files: { "lib/Guard.pm": "perl" },
    swap: { "lib/Guard.pmc": "perl" },
  },
  {
    command: "perl -Ilib -e 'use POSIX;'",
    files: { "lib/x": "" },
    swap: { "lib/Fcntl.pm": "perl" },
  },
].map((way) => ({ ...way, needs: ["/usr/bin/perl"] }));

export const moreWays: readonly Way[] = [...texts, ...files, ...pythons, ...perls];
