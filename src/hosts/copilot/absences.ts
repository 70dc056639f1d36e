import type { HostAbsence } from "../absence.js";

/** From the binary of 1.0.48, the changelog up to 1.0.102 and the documentation. */
export const absences: readonly HostAbsence[] = [
  { where: "untrusted", says: "In an untrusted folder no hooks of the project run." },
  {
    where: "turned-off",
    says: "disableAllHooks and allowManagedHooksOnly turn off all hooks but those of the policy folder.",
  },
  { where: "http", says: "A hook of type http that fails is skipped; only commands fail closed." },
];
