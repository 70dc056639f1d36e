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
