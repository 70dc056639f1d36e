import type { CommandSpec } from "./command-type.js";

export const hosts: CommandSpec = {
  name: "hosts",
  words: "hosts",
  summary: "what other agents do with hooks: their events, exit codes and fields",
  usage: "snaphook hosts [HOST[@VERSION]] [options]",
  details:
    "Without a name: every event, and what each host calls it. With a name: what exit code 2 and plain text do\n" +
    "on every event of that host, and which fields it reads. To compare all hosts for one answer, use\n" +
    "`snaphook explain EVENT --hosts`. With --config the exit code is 1 where a host ignores hooks or files.",
  options: {
    "--config":
      "list this folder's hooks in each host's own settings: which run, which are ignored, and why",
  },
  examples: {
    "snaphook hosts": "the events of every host side by side",
    "snaphook hosts codex": "the events of Codex, and what it reads on each",
    "snaphook hosts --config": "every host's hooks for this folder, with file and line",
  },
};

export const bridge: CommandSpec = {
  name: "bridge",
  words: ["run", "fire", "install", "uninstall"],
  summary: "run a hook of one host under another, or this project's hooks under any",
  usage:
    "snaphook bridge run --host HOST --from HOST -- COMMAND…\n       snaphook bridge fire --host HOST\n       snaphook bridge install | uninstall HOST… [--yes]",
  details:
    "Use it as the command of a hook in a host's own configuration. It reads the host's event from standard\n" +
    "input, translates it for the hook, and translates the answer back: the exit code, stdout and stderr\n" +
    "that make the host do what the hook wanted.\n\n" +
    "  run        runs a hook that was written for the host --from\n" +
    "  fire       runs the hooks of .snaphook/settings.json (and those of .wave, unless the host is Wave)\n" +
    "  install    adds `bridge fire` to the hosts' settings in this project; shows the diff first\n" +
    "  uninstall  removes it; restores the original file if it is unchanged since\n\n" +
    "After install a test event is sent through the host's shell: unless it is denied, nothing is changed.\n" +
    "What the host cannot do is written to --log. If a hook asks and the host cannot ask,\n" +
    "the call is denied, and so it is if a hook rewrites what the host cannot rewrite (unless --lossy).\n\n" +
    "install, uninstall: exit code 0: done. 1: the test event was not denied. 3: not agreed to.",
  options: {
    "--host HOST": "the host that runs this, as `snaphook hosts` lists it",
    "--from HOST": "the host that the hook was written for",
    "--timeout SECONDS": "the hook's timeout (default: that of --from)",
    "--log FILE": "append what was lost to this file, one JSON line per event",
    "--serve":
      "fire: start the resident engine afterwards, for the next events (see snaphook serve)",
    "--direct": "install: write the direct command, which does not use the resident engine",
    "--lossy":
      "run, fire: if the host cannot apply a rewrite, continue with the original instead of denying",
    "--deadline SECONDS":
      "fire: how long the host waits, as its settings say (default: 60, what install writes); the fleet is asked for as long, less 10",
    "--yes": "install, uninstall: write without asking",
  },
  examples: {
    "snaphook bridge run --host codex --from claude-code -- ./guard.sh":
      "a hook for Claude Code, in Codex's hooks.json",
    "snaphook bridge install codex gemini": "this project's hooks, in Codex and Gemini CLI",
  },
};

export const serve: CommandSpec = {
  name: "serve",
  words: ["status", "stop"],
  summary: "a resident engine, so that hosts do not wait for a start of Node on every event",
  usage: "snaphook serve [--idle MINUTES]\n       snaphook serve status | stop",
  details:
    "What `bridge install` writes asks it first, and starts it where there is none; you need not. It runs the\n" +
    "same hooks with the caller's variables and folder, and gives the same answers as `bridge fire`. Where\n" +
    "it cannot, the caller runs `bridge fire` itself. It listens on a socket in your Snaphook folder that\n" +
    "only you can use, and ends after a while without events, or when its files change.\n\n" +
    "  (nothing)  runs in the foreground and logs; Ctrl-C ends it\n" +
    "  status     whether it runs, since when, and how many events it has answered or left to `bridge fire`\n" +
    "  stop       ends it, after the events that it is at\n\n" +
    "Exit code 0: done. 1: status: it does not run or does not answer; serve: there is one already.",
  options: {
    "--idle MINUTES":
      "end after so long without an event (default: serveIdleMinutes of your settings, 15)",
  },
  examples: {
    "snaphook serve status": "is it running?",
    "snaphook serve --idle 60": "in the foreground, with its log",
  },
};

export const conform: CommandSpec = {
  name: "conform",
  readsHosts: true,
  summary: "run conformance cases: with Snaphook, or with any agent's hook runner",
  usage:
    "snaphook conform [FILE…] [options]\n" +
    "       snaphook conform [FILE…] --host-command CMD [--dialect NAME] [options]",
  details:
    "Each file is a JSON array of cases: what hooks did, and what the host then did. Without a file: all cases that\n" +
    "come with Snaphook. Prints every difference between a case and Snaphook.\n\n" +
    "--host-command: starts CMD, a line for the shell, once for each case of one dialect (default: wave). CMD reads\n" +
    "one JSON object on stdin: an event, and settings whose hooks are real programs that do what the case says. It\n" +
    "lets the agent's hook runner run them and prints, as one JSON object, what happened. The report says for\n" +
    "each requirement whether it holds. A CMD that fails, hangs, prints something else or runs no hook is reported\n" +
    "by name; if the first five cases all fail in such a way, the others are not tried. See docs/conform.md.\n\n" +
    "Exit code 0: no differences. 1: differences, failures, or nothing could be compared. 2: usage, or a file that\n" +
    "cannot be read.",
  options: {
    "--host-command CMD": "run the cases with this program instead of Snaphook",
    "--name TEXT": "only cases whose id contains this text",
    "--requirement ID": "only cases of this requirement: FR-001, 'law 2', 'event Stop'",
    "--timeout SECONDS": "--host-command: how long one case may take (default 30)",
    "--all": "--host-command: show every case that does not hold, not only the first 20",
  },
  examples: {
    "snaphook conform": "every case that comes with Snaphook",
    "snaphook conform my-cases.json --json": "the differences as data",
    "snaphook conform --host-command 'node my-runner.mjs'":
      "does another engine read hooks as Snaphook does?",
    "snaphook conform --host-command 'node examples/conform/gemini.mjs' --dialect gemini":
      "does an installed host still do what is known of it?",
  },
};
