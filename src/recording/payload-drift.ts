import { payloadFields } from "../hosts/index.js";
import type { Payload } from "../payload/index.js";
import { keptOf } from "../trace/index.js";
import { hostOf, type RecordedEvent } from "./recorded-events.js";

/** A field in which payloads are not what is known of the host. */
export interface PayloadDrift {
  readonly host: string;
  readonly event: string;
  readonly field: string;
  /** `new`: nobody knows it. `gone`: it should be there. */
  readonly what: "new" | "gone";
}

/** How a payload in a host's own form differs from what is known of that host; empty where nothing is known. */
function driftOf(host: string, event: string, payload: Payload): readonly PayloadDrift[] {
  const fields = payloadFields(host, event);
  if (fields === null) return [];
  const of = (what: PayloadDrift["what"]) => (field: string) => ({ host, event, field, what });
  return [
    ...Object.keys(payload)
      .filter((field) => !fields.known.has(field))
      .map(of("new")),
    ...fields.always.filter((field) => !Object.hasOwn(payload, field)).map(of("gone")),
  ];
}

/** The same of many events: each field once, with how often it was seen. */
export function driftIn(
  events: readonly RecordedEvent[],
): readonly (PayloadDrift & { readonly times: number })[] {
  const found = new Map<string, PayloadDrift & { times: number }>();
  for (const one of events) {
    const host = hostOf(one);
    // What Snaphook sends itself does not drift.
    if (host === "snaphook" || one.recordedBy !== "wrapper") continue;
    // Of what was cut nobody knows which fields it had.
    if (keptOf(one.payload) === "cut") continue;
    for (const drift of driftOf(host, one.event, one.payload)) {
      const key = JSON.stringify(drift);
      const known = found.get(key);
      if (known === undefined) found.set(key, { ...drift, times: 1 });
      else known.times++;
    }
  }
  return [...found.values()];
}
