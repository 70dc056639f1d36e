import { bridgedHosts, canonicalEvent, eventsOf, type HostTable } from "../hosts/index.js";
import { events, isKnownEvent } from "../payload/index.js";
import { nearestName } from "../problem/index.js";

/** What Snaphook calls the event that some host knows by this name; the name itself where none does. */
export function ownName(event: string): string {
  return isKnownEvent(event) ? event : canonicalEvent(event);
}

/** What a host calls the event; null where it has none. */
export function nameIn(host: HostTable, event: string): string | null {
  if (Object.hasOwn(host.events, event)) return event;
  return eventsOf(host, ownName(event))[0]?.name ?? null;
}

/** The name that an event which nobody has was probably meant to be; null where none is near, or somebody has it. */
export function meantEvent(event: string): string | null {
  const theirs = bridgedHosts().flatMap((host) => Object.keys(host.events));
  const known = [...events.map(({ name }) => name), ...theirs];
  return known.includes(event) ? null : (nearestName(event, known) ?? null);
}

/** What the event should be called in a host, or in Snaphook's own dialects (null), where it is not what was given. */
export function suggestionFor(host: HostTable | null, event: string): string | null {
  const meant = meantEvent(event) ?? event;
  const own = ownName(meant);
  const name = host === null ? (isKnownEvent(own) ? own : null) : nameIn(host, meant);
  return name === event ? null : name;
}
