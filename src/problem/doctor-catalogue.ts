/** Codes for what keeps hooks from working on this machine. */
export const doctorCatalogue = {
  "program-missing": {
    severity: "error",
    title: "A program that the hook needs is not installed",
    happens:
      "The hook's command, or the first line of its script, names a program that is not on the PATH of this shell. The shell ends with exit code 127. Most hosts continue then.",
    fix: "Install the program, or name it by its full path. A host that was started elsewhere may have another PATH.",
  },
  "hook-slow": {
    severity: "warning",
    title: "The hook is slow",
    happens:
      "By the ledger, one run in twenty takes a second or longer, or nearly its whole timeout. The agent waits for it.",
    fix: "Make the hook faster, run it on fewer events by a matcher, or let it run in the background (`async`) where it decides nothing.",
  },
  "hook-failed-unseen": {
    severity: "warning",
    title: "The hook failed, and the host continued",
    happens:
      "The host's own transcripts say that the hook failed or timed out. The model did not get it, and the user saw one line at most.",
    fix: "Run the hook as the host does: `snaphook run EVENT --host HOST`.",
  },
  "home-unsafe": {
    severity: "error",
    title: "Snaphook's own folder is not safe",
    happens:
      "Its folder is in the project, is a link, belongs to somebody else, or others can write to it. Approvals in it do not count, and hooks of projects do not run.",
    fix: "Make the folder your own: `chmod 700`, and no link.",
  },
  "keeper-unusable": {
    severity: "warning",
    title: "The keeper does not start",
    happens: "Hooks are started in place, which is slower. Everything else works.",
    fix: "Reinstall Snaphook. If that does not help, look at limits for processes and memory.",
  },
  "recording-lost": {
    severity: "warning",
    title: "Runs of a hook were not recorded",
    happens:
      "`snaphook record -- CMD` ran the hook as always, but what it was asked and what it answered is not in the ledger.",
    fix: "Repair what the message names, then `snaphook record status --clear`.",
  },
  "ledger-damaged": {
    severity: "warning",
    title: "The ledger is damaged",
    happens:
      "Lines were changed, removed or cut off, so it is not a complete record. New events are recorded all the same.",
    fix: "Move the file away if you do not need it; a new one is begun. `verifyLedger` names every fault.",
  },
  "node-unsupported": {
    severity: "error",
    title: "This version of Node is too old",
    happens: "Snaphook is tested on Node 20.19 and newer. Parts of it may fail.",
    fix: "Install Node 20.19 or newer.",
  },
  "guard-open": {
    severity: "error",
    title: "The guard lets a call pass that it denies, once something fails",
    happens:
      "`snaphook verify` showed the guard a call that it denies, and then the same call under a fault. Under the fault the host runs the call.",
    fix: "Do what the finding says: set the host's setting for failures, or change the guard so that it denies where it cannot decide.",
  },
  "guard-unproven": {
    severity: "warning",
    title: "Nothing is known of the guard under faults",
    happens:
      "`snaphook verify` could not run the guard, or found no call that it denies. Whether it blocks anything is not shown.",
    fix: 'Approve the hook (`snaphook trust`), or add a test next to it, in a file that ends with `.hooktest.json`, with a call that it denies: `{ "tests": [{ "name": "…", "given": { "event": "PreToolUse", "tool": "Bash", "input": { "command": "…" } }, "expect": { "outcome": "block" } }] }`.',
  },
} as const;
