import type { HostAbsence } from "../absence.js";

/** Read in the source of 0.61.0 (hookRegistry, trustedHooks), which was run. */
export const absences: readonly HostAbsence[] = [
  { where: "untrusted", says: "In an untrusted folder no hooks of settings files run." },
  {
    where: "turned-off",
    says: "hooksConfig.enabled turns all hooks off, and hooksConfig.disabled single ones.",
  },
  {
    // The aggregation throws, and the event is void.
    where: "replaced",
    says: "Another hook whose hookSpecificOutput is no object voids the answers of all hooks of the event.",
  },
];
