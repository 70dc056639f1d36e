import { allHosts } from "./all.js";
import type { Host, HostEvent, HostTable } from "./host.js";
import { waveHost } from "./wave/index.js";

/** An event of a host with the name that the host has for it. */
export interface NamedEvent extends HostEvent {
  readonly name: string;
}

/** The newest version of every host. */
export function newestHosts(): readonly Host[] {
  return [...new Map(allHosts.map((host) => [host.name, host])).values()];
}

/** Every host that the bridge knows: the foreign ones, and Wave, which Snaphook reads in a dialect of its own. */
export function bridgedHosts(): readonly HostTable[] {
  return [...newestHosts(), waveHost];
}

/** A host of the bridge by `name` or `name@version`; null where there is none. */
export function findBridgedHost(wanted: string): HostTable | null {
  return (
    [...allHosts, waveHost].findLast(
      ({ name, version }) => wanted === name || wanted === `${name}@${version}`,
    ) ?? null
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
  for (const host of newestHosts()) {
    const canonical = Object.hasOwn(host.events, name) ? host.events[name]?.canonical : null;
    if (typeof canonical === "string") return canonical;
  }
  return name;
}
