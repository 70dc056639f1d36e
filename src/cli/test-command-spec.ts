import type { CommandSpec } from "./command-type.js";

export const test: CommandSpec = {
  name: "test",
  summary: "run the tests of this project's hooks, each in a sandboxed copy",
  usage: "snaphook test [PATH…] [--name TEXT] [--host HOST] [options]\n       snaphook test --init",
  details:
    "Tests are in files next to the hooks: *.hooktest.json, *.hooktest.yaml, *.hooktest.mjs or *.hooktest.ts. Each\n" +
    "says which event is fired, with which files and variables, and what must come of it: the decision, the input\n" +
    "as rewritten, who reads what, which hooks ran, what became of files. PATH is such a file, or a folder.\n" +
    "Every test runs in a copy of the project of its own, with an empty home folder and without network where the\n" +
    "system can do that. Only hooks of the project run; hooks that are not approved do not.\n" +
    "Exit code 0: all passed. 1: some failed. 2: usage, or a file that cannot be read. 3: hooks, or programs that\n" +
    "make tests, are not approved.",
  options: {
    "--name TEXT": "only tests whose name contains this text",
    "--host HOST":
      "only in this host: snaphook, or a name of `snaphook hosts`, with or without @VERSION",
    "--coverage": "list hooks, events and decisions in scripts that no test comes by",
    "--watch": "run again when a test, a script or the settings change, until Ctrl-C",
    "--update": "take over what was seen as what is expected, after a question for each test",
    "--init": "write first tests: calls that each hook denies and lets pass, found by trying",
    "--yes": "with --update and --init: write without asking",
    "--user": "run also the hooks of the user and the administrator",
    "--format NAME": "text (default), json, junit, github",
    "--trust-project": "run hooks of the project that are not approved, for this one call",
  },
  examples: {
    "snaphook test": "every test of this project",
    "snaphook test .claude/hooks --name 'force push' --watch":
      "some tests, again after each change",
    "snaphook test --init": "first tests for hooks that have none",
    "snaphook test --update": "look at each difference and accept it or not",
    "snaphook test --coverage --trust-project --format junit > report.xml": "in CI",
  },
};
