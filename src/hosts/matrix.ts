import { knownHosts } from "./all.js";
import type { Host, HostEvent, HostTable } from "./host.js";

/** An event of a host with the name that the host has for it. */
export interface NamedEvent extends HostEvent {
  readonly name: string;
}

/**
 * Every host with a reader of its own; of several versions of one the newest is the last. Wave is not among them: it is
 * read by Snaphook's own dialect.
 */
export const allHosts: readonly Host[] = knownHosts.filter((host) => "read" in host);

/** The newest version of every host that the bridge knows. */
export function bridgedHosts(): readonly HostTable[] {
  return [...new Map(knownHosts.map((host) => [host.name, host])).values()];
}

/** The foreign host of that `name` (its newest version) or `name@version`; null where there is none. */
export function findHost(wanted: string): Host | null {
  return find(allHosts, wanted);
}

/** A host of the bridge by `name` or `name@version`; null where there is none. */
export function findBridgedHost(wanted: string): HostTable | null {
  return find(knownHosts, wanted);
}

function find<Found extends HostTable>(hosts: readonly Found[], wanted: string): Found | null {
  return (
    hosts.findLast(({ name, version }) => wanted === name || wanted === `${name}@${version}`) ??
    null
  );
}

/** A host's events that are what Snaphook calls by this name; the first is the one to use. */
export function eventsOf(
  host: Pick<HostTable, "events">,
  canonical: string,
): readonly NamedEvent[] {
  return Object.entries(host.events)
    .filter(([, event]) => event.canonical === canonical)
    .map(([name, event]) => ({ name, ...event }));
}

/** What Snaphook calls an event that some host knows by this name; the name itself where none does. */
export function canonicalEvent(name: string): string {
  for (const { events } of bridgedHosts()) {
    const canonical = Object.hasOwn(events, name) ? events[name]?.canonical : null;
    if (typeof canonical === "string") return canonical;
  }
  return name;
}
