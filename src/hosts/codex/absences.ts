import type { HostAbsence } from "../absence.js";

/** Read in the source of 2026-08 and observed in 0.166 where a comment says so. */
export const absences: readonly HostAbsence[] = [
  {
    // Measured: `codex exec` prints nothing about it.
    where: "untrusted",
    says: "A hook that the user has not trusted by its hash, or that was changed since, does not run; codex exec does not say so.",
  },
  {
    where: "untrusted",
    says: "Hooks in the project's .codex folder are not read before the project is trusted.",
  },
  {
    // Observed: the top level allows no unknown keys, and a handler type such as http drops the file.
    where: "settings-dropped",
    says: "An unknown key at the top of hooks.json ($schema too) or an unknown handler type drops the whole file.",
  },
  {
    where: "turned-off",
    says: "allow_managed_hooks_only turns off all hooks that are not managed.",
  },
  {
    // Observed live.
    where: "other-tool",
    says: "A patch that is applied through the shell is a Bash call for PreToolUse, not apply_patch.",
    events: ["PreToolUse"],
  },
];
