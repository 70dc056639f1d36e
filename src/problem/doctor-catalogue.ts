/** Codes for what keeps hooks from working on this machine. */
export const doctorCatalogue = {
  "script-missing": {
    severity: "error",
    title: "The hook's script does not exist",
    happens:
      "The hook fails every time. Which exit code the host gets depends on who looks for the script: a shell and bash give 127, node 1, python3 2. Most hosts continue after 1 and 127, and block after 2.",
    fix: "Correct the path, or restore the script.",
  },
  "script-not-executable": {
    severity: "error",
    title: "The hook's script is not executable",
    happens: "The shell cannot start it and ends with exit code 126. Most hosts continue then.",
    fix: "chmod +x the script (and commit the mode: git update-index --chmod=+x), or start it by its interpreter.",
  },
  "program-missing": {
    severity: "error",
    title: "A program that the hook needs is not installed",
    happens:
      "The hook's command, or the first line of its script, names a program that is not on the PATH of this shell. The shell ends with exit code 127. Most hosts continue then.",
    fix: "Install the program, or name it by its full path. A host that was started elsewhere may have another PATH.",
  },
  "timeout-unit": {
    severity: "warning",
    title: "The timeout is in the wrong unit",
    happens:
      "The number is read in the host's own unit: Gemini CLI reads milliseconds, the other hosts read seconds. A hook that hangs then holds up the agent for hours, or is stopped before it can answer.",
    fix: "Give the timeout in the unit that the host reads.",
  },
  "guard-fails-open": {
    severity: "warning",
    title: "A guard does not block when it fails",
    happens:
      "The hook can block. But where it crashes, times out or cannot be started, this host continues as if it had agreed.",
    fix: "Use the host's own setting for it (`onFailure`, `failClosed`). Where there is none, end the command with `|| exit 2`: that covers a crash and a missing program, but not a timeout.",
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
      "The host's own transcripts say that the hook failed or timed out. The model was not told, and the user saw one line at most.",
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
} as const;
