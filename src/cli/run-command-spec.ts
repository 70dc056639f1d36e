import type { CommandSpec } from "./command-type.js";

export const run: CommandSpec = {
  name: "run",
  words: "events",
  summary: "fire an event at this project's hooks and show what happens",
  usage: "snaphook run EVENT [--payload FILE | --tool NAME --input KEY=VALUE…] [options]",
  details:
    "Fires the event at the hooks in .snaphook and .wave, and at those in the files of every other host in this\n" +
    "folder (.claude, .codex, .cursor, .gemini, .qwen, Copilot's): each is matched, run and read as its own host\n" +
    "does it. Shows why the others were skipped, how each ran, the decision, and where each text goes.\n" +
    "Hooks of the project run only if they are approved (snaphook trust) or with --trust-project. If one\n" +
    "is not approved, the exit code is 3. Otherwise it is 0 whatever the decision.",
  options: {
    "--payload FILE":
      "the event's payload as JSON (- for standard input; default: a sample); with --host as that host sends it",
    "--tool NAME": "the tool's name, instead of a payload",
    "--input KEY=VALUE":
      "a field of the tool's input (JSON, else text), or all of it as a JSON object",
    "--host HOST":
      "only this host's hooks: snaphook, or a name of `snaphook hosts`, with or without @VERSION",
    "--dry-run": "show which hooks would run and why the others would not; run nothing",
    "--watch": "run again when a script or the settings change, until Ctrl-C",
    "--trust-project": "let the project's own hooks run, for this one call",
  },
  many: ["input"],
  examples: {
    "snaphook run PreToolUse --tool Bash --dry-run":
      "which hooks would run, and why the others would not",
    "snaphook run PreToolUse --tool Bash --input command='rm -rf build' --trust-project":
      "what the project's hooks say to a command",
    "snaphook run Stop --payload payload.json --trust-project --json":
      "the same as data, for a recorded event",
  },
};
