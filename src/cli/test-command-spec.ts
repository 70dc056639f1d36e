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

export const record: CommandSpec = {
  name: "record",
  words: ["on", "off", "status", "export"],
  summary: "record what hooks are asked and answer, and turn it into tests",
  usage:
    "snaphook record [on | off | status]\n" +
    "       snaphook record export [--out FILE] [options]\n" +
    "       snaphook record [--host HOST] [--event EVENT] -- CMD ARGS…",
  details:
    "on: the ledger keeps whole payloads of Snaphook's own events, without what looks like a secret; off (the\n" +
    "default): texts of more than 1,000 characters are cut. status (the default): what is recorded in this folder,\n" +
    "runs that could not be recorded, and fields by which a host's payloads differ from what is known of it.\n" +
    "export: what was recorded in this folder as tests that expect what was decided.\n\n" +
    "-- CMD: put it in front of a hook's command in any host. The hook gets the same bytes, its output, exit code or\n" +
    "signal reach the host as they are, and each run is written to the ledger. Nothing is ever printed; a run that\n" +
    "could not be recorded is in `record status` and `doctor`. SNAPHOOK_RECORD=off runs the hook by itself.\n" +
    "Exit code of -- CMD: that of CMD. Otherwise 0: done. 1: runs were not recorded. 2: usage. 3: not agreed to.",
  options: {
    "--out FILE": "export: where to write (default recorded.hooktest.json; - for standard output)",
    "--since TIME": "export: only events since then: 2026-01-31, 30m, 12h, 7d, 4w",
    "--until TIME": "export: only events until then",
    "--event EVENT":
      "export: only this event; -- CMD: the event, where the payload does not name it",
    "--tool NAME": "export: only calls of this tool",
    "--recorded-in HOST": "export: only what was recorded in this host",
    "--host HOST": "-- CMD: the host that runs the hook; by default it is found out",
    "--yes": "export: write without asking",
    "--clear": "status: forget runs that could not be recorded",
  },
  examples: {
    "snaphook record on": "keep whole payloads from now on",
    "snaphook record -- .claude/hooks/guard.py":
      "as a hook's command in a host's settings: the same hook, recorded",
    "snaphook record status": "what there is, and whether a host has changed its payloads",
    "snaphook record export --since 7d --out week.hooktest.json": "last week as tests",
  },
};

export const replay: CommandSpec = {
  name: "replay",
  summary: "run recorded events again and show which decisions would be different",
  usage: "snaphook replay [EVENT-ID…] [--host HOST] [--settings FILE] [options]",
  details:
    "Fires what was recorded in this folder (snaphook record) at the hooks as they are now, in a sandboxed copy of\n" +
    "the project, and compares what they decide with what is on record. No tool is run. A call that was denied\n" +
    "or asked about and is not any more, that is now allowed without a question, or whose rewrite is gone, is loosened.\n" +
    "Hooks that only observe are listed with what they would have done.\n" +
    "Exit code 0: nothing is loosened. 1: some decisions are, or events could not be replayed. 2: usage, or nothing is\n" +
    "recorded. 3: hooks are not approved.",
  options: {
    "--host HOST":
      "at the hooks of this host, with or without @VERSION; by default the one that each was recorded in",
    "--settings FILE":
      "FILE in the place of the project's settings of that host; needs --trust-project",
    "--since TIME": "only events since then: 2026-01-31, 30m, 12h, 7d, 4w",
    "--until TIME": "only events until then",
    "--event EVENT": "only this event",
    "--tool NAME": "only calls of this tool",
    "--recorded-in HOST": "only what was recorded in this host",
    "--all": "list every difference, also where only texts differ",
    "--user": "run also the hooks of the user and the administrator",
    "--trust-project": "run hooks of the project that are not approved, for this one call",
  },
  examples: {
    "snaphook replay --since 30d --trust-project":
      "in CI: would a change of hooks let more through?",
    "snaphook replay --settings new.json --trust-project": "before other settings are put in place",
    "snaphook replay --host codex": "what another host would have made of it",
  },
};
