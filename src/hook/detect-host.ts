import { isHostName, kitHost, own } from "./hosts.js";
import { hostTexts, marks, onlyIn, type HostName } from "./host-table.js";
import type { KitMark } from "./kit-host.js";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a host has sent, by its own names. */
export type RawPayload = Readonly<Record<string, unknown>>;

/** Names under which hosts say which event it is. */
const eventFields = ["hook_event_name", "hookEventName", "hookName"] as const;

/** The event by the host's own name; null where the payload does not say. */
export function namedEvent(payload: RawPayload): string | null {
  const named = eventFields.map((name) => own(payload, name));
  return named.find((name) => typeof name === "string") ?? null;
}

/**
 * The host that has started this process. What the payload shows comes before what a process inherits from the host in which
 * its own host was started. Where nothing is known of it: `unknown`.
 */
export function detectHost(payload: RawPayload, environment: Environment): HostName {
  const event = namedEvent(payload);
  const knows = (host: string): host is HostName => {
    if (!isHostName(host)) return false;
    return (
      event === null ||
      Object.values(kitHost(host).events).some(([name]) => name === event) ||
      own(kitHost(host).events, event) !== undefined
    );
  };
  const holds = (mark: KitMark): boolean => {
    const { fields = [], lacks = [], variables = {} } = mark;
    return (
      fields.every((name) => own(payload, name) !== undefined) &&
      !lacks.some((name) => own(payload, name) !== undefined) &&
      Object.entries(variables).every(([name, field]) => {
        const value = environment[name];
        return value !== undefined && (field === null || value === (own(payload, field) ?? ""));
      })
    );
  };
  const found = marks.filter((mark) => holds(mark) && knows(mark.host));
  const certain = found.find(isCertain);
  const only = event === null ? undefined : own(onlyIn, event);
  const host = certain?.host ?? only ?? found[0]?.host ?? "unknown";
  return isHostName(host) ? host : "unknown";
}

/** A variable that is only there may be inherited. */
function isCertain({ fields = [], variables = {} }: KitMark): boolean {
  return fields.length > 0 || Object.values(variables).some((field) => field !== null);
}

/** Reads the name of a host that somebody gave; throws where there is none. */
export function givenHost(name: string): HostName {
  const plain = name.split("@", 1)[0] ?? name;
  if (isHostName(plain)) return plain;
  throw new RangeError(
    `unknown host ${JSON.stringify(name)}; known are: ${Object.keys(hostTexts).join(", ")}`,
  );
}
