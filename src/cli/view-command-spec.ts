import type { CommandSpec } from "./command-type.js";

export const view: CommandSpec = {
  name: "view",
  summary: "a page in the browser: what happens and happened, by whom and why",
  usage: "snaphook view [--ledger FILE] [--port N] [--no-open] [--url URL] [--as NAME]",
  details:
    "Serves a page on this machine's loopback address and opens it: search, a timeline that continues as events\n" +
    "happen, each event with its whole flow, hooks with their health, problems. The address has a token;\n" +
    "without it nothing is answered. Nothing is loaded from anywhere else, and the ledger is never\n" +
    "written to. It runs until Ctrl-C.\n\n" +
    "With the database of a fleet it also shows the questions of its agents, which can be answered there with your key\n" +
    "(snaphook approvals key), and the machines.",
  options: {
    "--ledger FILE":
      "show this ledger instead of your own; it is only read, and nothing is written next to it",
    "--port N": "listen on this port (default: one that is free)",
    "--no-open": "print the address and do not open a browser",
    "--url URL":
      "answer questions of the fleet in this database; $SNAPHOOK_FLEET_URL does the same",
    "--as NAME": "the name that the settings of the machines list your key under (default: $USER)",
  },
  examples: {
    "snaphook view": "open your own ledger",
    "snaphook view --ledger colleague.jsonl": "look at somebody else's",
    "snaphook view --no-open --port 7331": "behind an SSH tunnel: ssh -L 7331:127.0.0.1:7331 HOST",
  },
};
