import { absences } from "./absence-list.js";
import type { HostAbsence } from "./absence.js";

/** Where a host does not run a hook of an event; empty where nothing is known of it. */
export function absencesOf(host: string, version: string, event: string): readonly HostAbsence[] {
  return (absences.get(host) ?? []).filter(
    ({ events, versions }) =>
      events?.includes(event) !== false && versions?.includes(version) !== false,
  );
}
