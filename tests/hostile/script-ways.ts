import type { Way } from "./ways.js";

// Helpers that run because a script of the project loads them.

const one = (
  command: string,
  path: string,
  language: string,
  files: Way["files"],
  more: Partial<Way> = {},
): Way => ({
  command,
  files: { [path]: language, ...files },
  swap: { [path]: language },
  ...more,
});

const own = '#!/bin/sh\nD="$(cd "$(dirname "$0")" && pwd)"\n';

export const scriptWays: readonly Way[] = [
  one("sh a.sh", "lib.sh", "sh", { "a.sh": ". ./lib.sh\n" }),
  one("./hooks/a.sh", "hooks/lib.sh", "sh", { "hooks/a.sh": `${own}. "$D/lib.sh"\n` }),
  one("./hooks/a.sh", "lib/b.sh", "sh", { "hooks/a.sh": `${own}"$D/../lib/b.sh"\n` }),
  one("./hooks/a.sh", "deep/c.sh", "sh", {
    "hooks/a.sh": `${own}. "$D/b.sh"\n`,
    "hooks/b.sh": '"$(dirname "$0")"/../deep/c.sh\n',
  }),
  one(
    '"$CLAUDE_PROJECT_DIR"/hooks/a.sh',
    "tools/b.js",
    "node",
    {
      "hooks/a.sh": '#!/bin/sh\nROOT="${CLAUDE_PROJECT_DIR:-.}"\nnode "$ROOT/tools/b.js"\n',
    },
    { env: { CLAUDE_PROJECT_DIR: "@@" } },
  ),
  one("./hooks/a.sh", "tools/b.js", "node", { "hooks/a.sh": "#!/bin/sh\nnode tools/b\n" }),
  one("./hooks/a.sh", "hooks/b.py", "python", {
    "hooks/a.sh": '#!/bin/sh\ncd -- "$(dirname -- "$0")" && python3 ./b.py\n',
  }),
  one("./hooks/a.sh", "hooks/c.py", "python", {
    "hooks/a.sh": '#!/bin/sh\nexec python3 "$(dirname "$0")/b.py"\n',
    "hooks/b.py": "import c\n",
  }),
  one("node x.js", "lib/y.js", "node", { "x.js": 'require("./lib/y")\n' }),
  one("node x.js", "lib/index.js", "node", { "x.js": 'require("./lib")\n' }),
  one("node x.js", "lib/go.js", "node", {
    "x.js": 'require("./lib")\n',
    "lib/package.json": '{"main":"go"}',
  }),
  one("node x.mjs", "z.mjs", "esm", {
    "x.mjs": 'import "./y.mjs";\n',
    "y.mjs": 'export * from "./z.mjs";\n',
  }),
  one("node x.mjs", "y.mjs", "esm", {
    "x.mjs": 'await import(new URL("y.mjs", import.meta.url))\n',
  }),
  one("python3 hooks/x.py", "hooks/y.py", "python", { "hooks/x.py": "import y\n" }),
  one("python3 hooks/x.py", "hooks/p/y.py", "python", {
    "hooks/x.py": "from p import y\n",
    "hooks/p/__init__.py": "",
  }),
  one("python3 hooks/x.py", "hooks/p/z.py", "python", {
    "hooks/x.py": "import p.y\n",
    "hooks/p/y.py": "from . import z\n",
  }),
  one("python3 hooks/x.py", "lib/y.py", "python", {
    "hooks/x.py":
      "import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), '../lib'))\nimport y\n",
  }),
  one("env PYTHONPATH=lib python3 x.py", "lib/y.py", "python", { "x.py": "import y\n" }),
  // What comes into being beside the file that was approved, and is loaded instead of it.
  {
    command: "python3 x.py",
    files: { "x.py": "import y\n", "y.py": "python" },
    swap: { "y/__init__.py": "python" },
  },
  {
    command: "node x.js",
    files: { "x.js": 'require("./y")\n', "y.js": "node" },
    swap: { y: "node" },
  },
  {
    command: "python3 -E x.py",
    files: { "x.py": "import y\n", "y.py": "python" },
    swap: { "y.py": "python" },
  },
  // Private copies find their helpers.
  one(
    "sh",
    "hooks/lib.sh",
    "sh",
    { "hooks/a.sh": '. "$(dirname "$0")/lib.sh"\n' },
    {
      args: ["hooks/a.sh"],
    },
  ),
  one(
    "./hooks/a.sh",
    "lib/b.sh",
    "sh",
    { "hooks/a.sh": `${own}. "$D/../lib/b.sh"\n` },
    { args: [] },
  ),
  one(
    "node",
    "hooks/lib/y.mjs",
    "esm",
    { "hooks/x.mjs": 'import "./lib/y.mjs";\n' },
    {
      args: ["hooks/x.mjs"],
    },
  ),
  one(
    "node",
    "lib/y.js",
    "node",
    { "hooks/x.js": 'require("../lib/y")\n' },
    {
      args: ["hooks/x.js"],
    },
  ),
  one(
    "python3",
    "hooks/p/y.py",
    "python",
    { "hooks/x.py": "from p.y import *\n" },
    {
      args: ["hooks/x.py"],
    },
  ),
];
