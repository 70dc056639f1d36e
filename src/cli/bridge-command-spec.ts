import type { CommandSpec } from "./command-type.js";

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
