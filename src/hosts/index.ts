import { allHosts } from "./all.js";
import type { Host } from "./host.js";

export { allHosts } from "./all.js";
export { codexApprovals } from "./codex/approvals.js";
export type { Fields, Part, Place, Sheet, Way } from "./answer-forms.js";
export { hostHears } from "./hears.js";
export { bridgedHosts, canonicalEvent, eventsOf, findBridgedHost, newestHosts } from "./matrix.js";
export { sheets } from "./sheets.js";
export type {
  Basis,
  Host,
  HostEvent,
  HostHook,
  HostReading,
  HostRequest,
  HostRun,
  HostTable,
  HostText,
} from "./host.js";

/** The foreign host of that `name` (its newest version) or `name@version`; null where there is none. */
export function findHost(wanted: string): Host | null {
  return (
    allHosts.findLast(({ name, version }) => wanted === name || wanted === `${name}@${version}`) ??
    null
  );
}
