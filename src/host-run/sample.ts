import { translatePayload } from "../bridge/index.js";
import { bridgeOf, canonicalEvent, type HostTable, type PayloadForm } from "../hosts/index.js";
import { isKnownEvent, type Payload } from "../payload/index.js";

type ToolEvent = NonNullable<PayloadForm["toolEvents"]>[string];

/** An event of a host, with its payload as the host would send it. */
export interface HostEventPayload {
  readonly event: string;
  readonly payload: Payload;
}

/**
 * The events that a host fires where Snaphook fires one: Cursor asks twice about a command. Empty where it has none.
 * `own` is the payload in Snaphook's words.
 */
export function hostEvents(host: HostTable, own: Payload): readonly HostEventPayload[] {
  const named = own.hook_event_name ?? "";
  const canonical = isKnownEvent(named) ? named : canonicalEvent(named);
  const isHosts = named !== canonical && Object.hasOwn(host.events, named);
  const toolOf = (event: string): ToolEvent | undefined =>
    bridgeOf(host.name)?.payload(event).toolEvents?.[event];
  const isMeant = (event: string): boolean =>
    isHosts ? event === named : (toolOf(event) ?? host.events[event])?.canonical === canonical;
  const names = Object.keys(host.events).filter(isMeant);
  return names.flatMap((event) => {
    const { payload } = translatePayload(
      { ...own, hook_event_name: canonical },
      "snaphook",
      host.name,
      event,
    );
    const isAbout = toolOf(event)?.fields.every((field) => field in payload) ?? true;
    const sample = bridgeOf(host.name)?.sample ?? {};
    return isAbout ? [{ event, payload: { ...sample, ...payload } }] : [];
  });
}
