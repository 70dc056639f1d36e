import type { HostAbsence } from "../absence.js";

/** From the hook engine of @cursor/sdk 1.0.32, which was run. */
export const absences: readonly HostAbsence[] = [
  { where: "untrusted", says: "In an untrusted workspace no hooks of the project run." },
  {
    where: "settings-dropped",
    says: "An unknown event, a matcher that is no expression, or a link in place of hooks.json drops the whole file.",
  },
  {
    // Groups without a matcher are left out when Claude Code's settings are read.
    where: "settings-dropped",
    says: "Of Claude Code's settings only groups with a matcher are read.",
  },
];
