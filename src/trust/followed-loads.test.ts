import { afterEach, beforeEach, expect, test } from "vitest";
import { closeProject, lookAt, openProject, type Files } from "./look-at.test-support.js";

beforeEach(openProject);
afterEach(closeProject);

test.each<[command: string, files: Files, ...found: string[]]>([
  [
    "make",
    { Makefile: "include $(wildcard *.mk)\nall: b", "x.mk": "b:\n\t./guard\n", guard: "" },
    "Makefile",
    "guard",
    "x.mk",
  ],
  ["perl -Mlib=lib -MGuard -e 1", ["lib/Guard.pm"], "lib/Guard.pm"],
  ["perl '-Mlib qw(lib)' -MGuard -e 1", ["lib/Guard.pm"], "lib/Guard.pm"],
  ["NODE_PATH=lib node -r guard -e 1", ["lib/guard.js"], "lib/guard.js"],
  ["export NODE_PATH=lib; node -r guard -e 1", ["lib/guard.js"], "lib/guard.js"],
  [
    "BASH_ENV=env.sh bash -c 'node x'",
    { "env.sh": "export NODE_OPTIONS='-r ./pre'", "pre.js": "", "x.js": "" },
    "env.sh",
    "pre.js",
    "x.js",
  ],
  [
    "npm run -- guard",
    { "package.json": '{"scripts":{"guard":"node x","run":"node y"}}', "x.js": "", "y.js": "" },
    "package.json",
    "package.json#type",
    "x.js",
  ],
  ["npx python x.py", { "x.py": "", "package.json": "{}" }, "package.json", "x.py"],
  [
    "git commit",
    {
      ".git/config": "[core]\n\thooksPath = own\n",
      "own/pre-commit": "",
      "own/pre-push.sample": "",
      "own/in/deep": "",
    },
    ".git/config#settings",
    "own/pre-commit",
  ],
  [
    "python3 -E -m guard",
    ["guard.py", "__pycache__/guard.cpython-311.pyc"],
    "__pycache__/guard.cpython-311.pyc",
    "guard.py",
  ],
  ["python3 -B -m guard", ["guard.py", "__pycache__/guard.cpython-311.pyc"], "guard.py"],
])("%s, %j", (command, files, ...found) => {
  expect(lookAt(command, files)).toEqual({ files: found, notKnown: [] });
});

test.each(["dotenv ruby", "env-cmd ruby", "xvfb-run ruby", "uv run ruby", "direnv exec . ruby"])(
  "%s starts what follows",
  (command) => {
    expect(lookAt(command, []).notKnown).toEqual(["ruby runs what it reads from its input"]);
  },
);
