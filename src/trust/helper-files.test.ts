import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

// What a hook's scripts load from the project; helper-swaps.test.ts has further rows.

beforeEach(openProject);
afterEach(closeProject);

describe("what scripts load is a part of the approval", () => {
  test.each<[string, string, Files, string[]]>([
    [
      "each file once, though they load each other",
      "sh a.sh",
      { "a.sh": ". ./b.sh\n", "b.sh": ". ./c.sh\n", "c.sh": ". ./a.sh\n" },
      ["a.sh", "b.sh", "c.sh"],
    ],
    [
      "in three languages",
      "./hooks/a.sh",
      {
        "hooks/a.sh": '#!/bin/sh\npython3 "$(dirname "$0")/b.py" && node "$PWD/c.mjs"\n',
        "hooks/b.py": "from lib.x import y\n",
        "hooks/lib/x.py": "",
        "c.mjs": 'import "./lib/d.mjs";\n',
        "lib/d.mjs": "",
      },
      ["c.mjs", "hooks/a.sh", "hooks/b.py", "hooks/lib/x.py", "lib/d.mjs"],
    ],
    [
      "a script whose path is in a variable",
      "sh hooks/a.sh",
      {
        "hooks/a.sh":
          'CHECK="${ROOT:-$(dirname "$0")/..}/tools/b.sh"\n[ -x "$CHECK" ] && "$CHECK" x\n',
        "tools/b.sh": "",
      },
      ["hooks/a.sh", "tools/b.sh"],
    ],
    [
      "behind options and their values",
      "sh a.sh",
      {
        "a.sh":
          "bash -e b.sh\nbash -euo pipefail c.sh\nnode --import tsx -r ./pre.js d.ts\npython3 -u -W error e.py\nuv run --quiet f.py\nbash -c 'true' g.sh\nrun_timed 5 node h.js\n",
        ...Object.fromEntries(
          ["b.sh", "c.sh", "d.ts", "e.py", "f.py", "g.sh", "h.js", "pre.js"].map((file) => [
            file,
            "",
          ]),
        ),
      },
      ["a.sh", "b.sh", "c.sh", "d.ts", "e.py", "f.py", "h.js", "pre.js"],
    ],
    [
      "a program that a variable names",
      "sh a.sh",
      { "a.sh": 'PY="${PY:-python3}"\n"$PY" tools/b.py\n', "tools/b.py": "" },
      ["a.sh", "tools/b.py"],
    ],
    [
      "from the folder into which the script goes",
      "sh a.sh",
      { "a.sh": 'cd "$(dirname "$0")/tools" || exit\nnode ./b.js\n', "tools/b.js": "" },
      ["a.sh", "tools/b.js"],
    ],
    [
      "behind a folder that is known only when it runs",
      "sh hooks/deep/a.sh",
      { "hooks/deep/a.sh": '. "$SOME_ROOT/lib.sh"\n', "hooks/lib.sh": "" },
      ["hooks/deep/a.sh", "hooks/lib.sh"],
    ],
    [
      "a module of TypeScript under the name that it has when it is compiled",
      "npx tsx a.ts",
      { "node_modules/.bin/tsx": "", "a.ts": 'import "./b.js";\n', "b.ts": "" },
      ["a.ts", "b.ts", "node_modules/.bin/tsx"],
    ],
    [
      "the file that the package.json of a folder names",
      "node a.js",
      { "a.js": 'require("./lib")\n', "lib/package.json": '{"main":"go"}', "lib/go.js": "" },
      ["a.js", "lib/go.js", "lib/package.json"],
    ],
    [
      "what Python takes for a module of its own, also beside a script that another one starts",
      "sh a.sh",
      { "a.sh": "python3 lib/b.py\n", "lib/b.py": "import json\n", "lib/json.py": "" },
      ["a.sh", "lib/b.py", "lib/json.py"],
    ],
    [
      "what was compiled, where the variables are taken away",
      "env -i python3 a.py",
      { "a.py": "import b\n", "b.py": "", "__pycache__/b.cpython-312.pyc": "" },
      ["__pycache__/b.cpython-312.pyc", "a.py", "b.py"],
    ],
    [
      "a link to a file of the project, and what it loads",
      "sh a.sh",
      { "a.sh": ". ./b.sh\n", "lib/c.sh": ". ./d.sh\n", "b.sh": "-> lib/c.sh", "d.sh": "" },
      ["a.sh", "b.sh", "d.sh"],
    ],
  ])("%s", (_what, command, files, found) => {
    expect(lookAt(command, files)).toEqual({ files: found, notKnown: [] });
  });
});

describe("what is not followed, without a word", () => {
  test.each<[string, string, Files, string[]]>([
    [
      "a name that is known only when the script runs",
      "sh a.sh",
      { "a.sh": '. "$1"\n. "lib/$NAME.sh"\nfor f in lib/*.sh; do . "$f"; done\n', "lib/b.sh": "" },
      ["a.sh"],
    ],
    [
      "the same in Node and Python",
      "node a.mjs && python3 b.py",
      { "a.mjs": "await import(process.argv[2]);\n", "b.py": "__import__(name)\n", "name.py": "" },
      ["a.mjs", "b.py"],
    ],
    [
      "data, and files that a message names",
      "sh a.sh",
      {
        "a.sh": 'cat ./b.sh\necho "run: sh c.sh" >&2\ngit add d.sh\n',
        "b.sh": "",
        "c.sh": "",
        "d.sh": "",
      },
      ["a.sh"],
    ],
    [
      "a file that the script writes itself",
      "sh a.sh",
      {
        "a.sh": 'S="$PWD/state.sh"\n. "$S"\necho X=1 > "$S"\n. ./t.sh\nmv "$tmp" ./t.sh\n',
        "state.sh": "",
        "t.sh": "",
      },
      ["a.sh"],
    ],
    [
      "packages",
      "node a.js",
      {
        "a.js": 'require("x"); require("./node_modules/x/index.js")\n',
        "node_modules/x/index.js": 'require("./y")\n',
        "node_modules/x/y.js": "",
      },
      ["a.js", "node_modules/x/index.js"],
    ],
    [
      "files outside of the project",
      "sh a.sh",
      { "a.sh": '. ../b.sh\n. "$HOME/c.sh"\n. /etc/profile\n' },
      ["a.sh"],
    ],
  ])("%s", (_what, command, files, found) => {
    expect(lookAt(command, files)).toEqual({ files: found, notKnown: [] });
  });
});

test("scripts that load more files than can be looked at are said to be not known", () => {
  const names = Array.from({ length: 2001 }, (_, index) => `b${index}.sh`);
  const files = Object.fromEntries(names.map((name) => [name, ""]));
  const text = names.map((name) => `. ./${name}\n`).join("");
  const { notKnown } = lookAt("sh a.sh", { ...files, "a.sh": text });
  expect(notKnown).toEqual(["its scripts load more files than can be looked at"]);
});
