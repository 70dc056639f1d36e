import type { Way } from "./ways.js";

// Helpers that run because a script, a variable or an option loads them.

const one = (command: string, path: string, language: string, files: Way["files"]): Way => ({
  command,
  files: { [path]: language, ...files },
  swap: { [path]: language },
});

export const scriptWays: readonly Way[] = [
  one("sh a.sh", "lib.sh", "sh", { "a.sh": ". ./lib.sh\n" }),
  one("./hooks/a.sh", "hooks/lib.sh", "sh", {
    "hooks/a.sh": '#!/bin/sh\nD=$(cd "$(dirname "$0")" && pwd)\n. "$D/lib.sh"\n',
  }),
  one("./hooks/a.sh", "tools/b.js", "node", { "hooks/a.sh": "#!/bin/sh\nnode tools/b\n" }),
  one("./hooks/a.sh", "tools/b.sh", "sh", {
    "hooks/a.sh": '#!/bin/sh\nfor f in tools/*.sh; do sh "$f"; done\n',
  }),
  one("node x.js", "lib/y.js", "node", { "x.js": 'require("./lib/y")\n' }),
  one("node x.mjs", "y.mjs", "esm", {
    "x.mjs": 'await import(new URL("y.mjs", import.meta.url))\n',
  }),
  one("node x.js", "y.sh", "sh", { "x.js": 'require("child_process").execSync("sh y.sh")\n' }),
  one("python3 hooks/x.py", "hooks/y.py", "python", { "hooks/x.py": "import y\n" }),
  one("PYTHONPATH=lib python3 x.py", "lib/y.py", "python", { "x.py": "import y\n" }),
  one("PYTHONPATH=. python3 -W error::y.W hooks/x.py", "y.py", "python", { "hooks/x.py": "" }),
  one("python3 hooks/x.py", "lib/y.py", "python", {
    "hooks/x.py":
      "import os, sys\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), '../lib'))\nimport y\n",
  }),
  one("perl x.pl", "lib/Y.pm", "perl", { "x.pl": "use lib 'lib';\nuse Y;\n" }),
  one("awk -f x.awk", "y.sh", "sh", { "x.awk": 'BEGIN { system("sh y.sh") }\n' }),
];
