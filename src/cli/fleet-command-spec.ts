import type { CommandSpec } from "./command-type.js";

export const fleet: CommandSpec = {
  name: "fleet",
  words: ["migrate", "status", "anchor", "try"],
  summary: "the database in which a team answers questions of its agents",
  usage: "snaphook fleet migrate | status | anchor [--url URL] | try",
  details:
    "  migrate  make the tables, or bring them up to date: all of it or nothing. Agents and answerers need roles of their own, which may do only what they must; docs/fleet.md has the SQL.\n" +
    "  status   every machine: its revision of the policy, when it was last seen, required hooks that are missing; and how many questions wait.\n" +
    "  anchor   put the heads of your ledger's chains into the database, for snaphook trace verify --anchored; snaphook policy pull does it too.\n" +
    "  try      start a private PostgreSQL server with tables, roles and a key, and print what to type to ask and to answer; Ctrl-C removes all of it. PostgreSQL must be installed; it listens on a socket that only you can open.\n\n" +
    "The database is the one that fleet.url in the user's or the managed settings names.\n" +
    "Exit code 1: the database cannot be used, and why; status: something is wrong with a machine.",
  options: {
    "--url URL":
      "this database instead of the one in the settings; $SNAPHOOK_FLEET_URL does the same",
  },
  examples: {
    "snaphook fleet try": "see a question asked and answered on this machine",
    "snaphook fleet migrate": "make the tables, or bring them up to date",
    "snaphook fleet migrate --url postgres://owner@127.0.0.1/snaphook": "as another role",
  },
};

export const approvals: CommandSpec = {
  name: "approvals",
  words: ["list", "show", "allow", "deny", "watch", "key"],
  summary: "answer questions of agents on other machines",
  usage: "snaphook approvals [list | show ID | allow ID | deny ID | watch | key] [options]",
  details:
    "  list   the questions that wait (default)\n" +
    "  show   one, whole: who asks and why, the input as it would run, what a hook has changed in it\n" +
    "  allow  shows the question and asks; then yes, once, to exactly that, signed with your key. Without a terminal, and with --json, it needs --sha256\n" +
    "  deny   no; with --words the model reads why and continues, without them its turn ends\n" +
    "  watch  the questions as they come, until Ctrl-C\n" +
    "  key    your public key, for fleet.answerers in the managed settings of the machines; made when it is missing.\n\n" +
    "An ID may be shortened to its first letters. Exit code 1: the answer does not count, and why; 3: you did not agree to what was shown.",
  options: {
    "--as NAME": "the name that the settings list your key under (default: $USER)",
    "--words TEXT": "deny: what the model is to do instead",
    "--name TARGET": "allow: the name of the protected target, where the question has one",
    "--sha256 HEX":
      "allow: without a question, only where this is the SHA-256 of what show has shown",
    "--url URL":
      "this database instead of the one in the settings; $SNAPHOOK_FLEET_URL does the same",
  },
  examples: {
    "snaphook approvals": "what waits",
    "snaphook approvals show 3f2a": "look before you answer",
    "snaphook approvals allow 3f2a": "look at it again, and yes, once",
    'snaphook approvals allow 3f2a --sha256 "$SHA256"':
      "in a script: only what show --json gave as sha256",
    'snaphook approvals deny 3f2a --words "Use the staging database."': "no, and why",
    "snaphook approvals allow 3f2a --name production": "a protected target: its name must be typed",
  },
};
