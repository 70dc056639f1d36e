import type { HostAbsence } from "../absence.js";

/** Read in the source of 0.24.4: a fork of Gemini CLI that has kept its trust. */
export const absences: readonly HostAbsence[] = [
  { where: "untrusted", says: "In an untrusted folder no hooks of the project run." },
  { where: "turned-off", says: '"disableAllHooks": true turns all hooks off.' },
];
