import type { CommandSpec } from "./command-type.js";

export const policy: CommandSpec = {
  name: "policy",
  words: ["key", "build", "publish", "pull", "status"],
  summary: "signed hooks and rules for every machine of a team",
  usage: "snaphook policy key | build FOLDER | publish FOLDER|BUNDLE | pull | status [options]",
  details:
    "  key      make the secret key that policies are signed with; prints the public key for policy.keys\n" +
    "  build    pack a folder (settings.json and the files of its hooks) and sign it\n" +
    "  publish  put a bundle into the database; a folder is built first, with the next revision\n" +
    "  pull     take the newest revision for this machine: check signature and bytes, then swap at once\n" +
    "  status   what this machine has, what is published, and how many machines have it\n\n" +
    "The database is the one that fleet.url in the user's or the managed settings names. Hooks of the folder\n" +
    'name their files by the variable: "$SNAPHOOK_POLICY"/guard.sh\n\n' +
    "Exit code 0: done. 1: the database cannot be used, or the machine's policy has a fault; what counted\n" +
    "before still does. 2: usage. 3: refused: not signed by a key of the settings, changed, or older.",
  options: {
    "--key FILE": "build, publish: the secret key to sign with",
    "--out FILE": "key, build: where to write",
    "--revision N":
      "build, publish: the number of the revision (default: one more than the newest in the database)",
    "--share PERCENT": "build, publish: only this share of the machines takes it (default 100)",
    "--observe": "build, publish: its hooks only observe; the revision before it stays in force",
    "--over N":
      "build: with --observe and --revision, the revision that stays in force; 0 where there is none",
    "--watch": "pull: stay, and take each revision as it is published, until Ctrl-C",
    "--every SECONDS": "pull --watch: also look this often (default 300)",
    "--url URL":
      "this database instead of the one in the settings; $SNAPHOOK_FLEET_URL does the same",
  },
  examples: {
    "snaphook policy key --out policy.key": "make a key; the public part goes into policy.keys",
    "snaphook policy publish team-policy --key policy.key --observe":
      "let the hooks of a folder observe on every machine first",
    "snaphook policy publish team-policy --key policy.key --share 10":
      "put them in force on a tenth of the machines",
    "snaphook policy pull": "take the newest revision now, as from a timer",
    "snaphook policy status": "who has which revision, and what hooks that observe would have done",
  },
};
