import type { CommandSpec } from "./command-type.js";

export const verify: CommandSpec = {
  name: "verify",
  summary: "prove that guards hold: run each one under faults and see what its host does",
  usage: "snaphook verify [HOOK…] [--host NAME] [--fault NAME] [--timeout SECONDS] [options]",
  details:
    "Shows every guard (a hook on an event that can block) a call that it denies: from tests next to hooks, from\n" +
    "the ledger, from what its script looks for, or from known dangerous calls. Then runs it with the same call\n" +
    "under faults (a crash, a signal, a missing program, a closed stdin, …) and reads the result as its host does.\n" +
    "  closed        the call is blocked\n" +
    "  asked         the user is asked\n" +
    "  open          the call runs, although the guard denies it\n" +
    "  inconclusive  it could not be found out; the reason says why\n\n" +
    "Guards run in a copy of the project, without network where the system can do that. Hooks of the project\n" +
    "run only if they are approved (snaphook trust) or with --trust-project.\n\n" +
    "Exit code 0: nothing is open. 1: a guard is open, with the settings as they are. 2: usage.\n" +
    "3: nothing is open, but a guard is not approved and was not run.",
  options: {
    "--host NAME":
      "only the guards of this host: NAME or NAME@VERSION (default: its newest version); or what a host without a " +
      "reader (vscode, cline, cline-vscode, continue, letta) makes of every guard of this folder",
    "--fault NAME": "only this fault; can be given several times (an unknown name lists all)",
    "--timeout SECONDS": "how long all of it may take (default 300)",
    "--trust-project": "run hooks of the project that are not approved, for this one call",
    "--all": "show every fault, also those under which the guard holds",
    "--sarif": "print findings as SARIF",
    "--badge FILE": "write a badge (SVG) with the result to this file",
  },
  many: ["fault"],
  examples: {
    "snaphook verify": "every guard of this project, in every host that has one",
    "snaphook verify guard.sh --all": "one guard, with every fault",
    "snaphook verify --host claude-code@2.1.240": "as an older version of the host does it",
    "snaphook verify --host letta": "what Letta Code, which has no reader, makes of them",
    "snaphook verify --fault deadline --fault signal": "two faults only",
    "snaphook verify --json": "all results as data: findings and gates",
    "snaphook verify --badge docs/guards.svg": "in CI: a badge for the README",
  },
};
