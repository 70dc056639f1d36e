import type { HostAbsence } from "../absence.js";

/** Each was observed in 2.1.325 unless its comment says otherwise. */
export const absences: readonly HostAbsence[] = [
  {
    // Seen in the terminal: not even the user's own hooks run.
    where: "untrusted",
    says: "In a terminal no hook of any settings file runs before the folder is trusted.",
  },
  {
    // `--setting-sources user`.
    where: "start-option",
    says: "--setting-sources user leaves out the hooks of the project.",
  },
  {
    // Managed hooks still run.
    where: "start-option",
    says: "--bare and --safe-mode run no hooks but managed ones.",
  },
  {
    // After precedence: the project's value replaces the user's.
    where: "turned-off",
    says: '"disableAllHooks": true turns all hooks off but managed ones.',
  },
  {
    // One handler of PreToolUse or PermissionRequest with an unknown type, a bad timeout or a bad onFailure.
    where: "settings-dropped",
    says: "One malformed entry under PreToolUse or PermissionRequest drops the whole settings file, every guard in it included.",
  },
  {
    // The key is type, command, args and if; the last definition wins.
    where: "replaced",
    says: "The same command in a later settings file replaces this entry: with async, a short timeout or without onFailure.",
  },
  {
    // Settings files are watched; there is no snapshot.
    where: "replaced",
    says: "An entry that is removed during a session stops guarding at once.",
  },
  {
    // Observed in 2.1.240: plain `-p` does not run them. 2.1.325 does.
    where: "headless",
    says: "claude -p runs no PermissionRequest hooks.",
    events: ["PermissionRequest"],
    versions: ["2.1.240"],
  },
  {
    // Refused, timed out, or not in allowedHttpHookUrls.
    where: "http",
    says: "A hook of type http whose server cannot be reached or is not in allowedHttpHookUrls is skipped.",
  },
];
