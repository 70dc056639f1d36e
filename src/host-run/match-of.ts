import { bridgeOf, hostMatches, type HostTable } from "../hosts/index.js";
import type { ConfigHook } from "../hosts/settings.js";
import { matchAll, type Match } from "../match/index.js";
import type { Payload } from "../payload/index.js";

/** Whether a host would run a hook for a payload of its own, and why or why not. */
export function matchOf(host: HostTable, found: ConfigHook, payload: Payload): Match {
  const { event, matcher, if: rule } = found;
  const fields: Readonly<Record<string, unknown>> = payload;
  const names = bridgeOf(host.name)?.payload(event).fields ?? {};
  const valueOf = (name: string): unknown => fields[names[name] ?? name];
  if (host.name === "wave") return matchOfWave(found, payload);
  const field = host.events[event]?.subject ?? null;
  const subject = field === null ? undefined : valueOf(field);
  const toolName = valueOf("tool_name");
  return hostMatches(host, {
    event,
    matcher,
    if: rule,
    toolInput: valueOf("tool_input"),
    ...(typeof toolName === "string" && { toolName }),
    ...(typeof subject === "string" && { subject }),
  });
}

/** Wave has no reader of its own: its files are Snaphook's too. */
function matchOfWave({ event, matcher }: ConfigHook, payload: Payload): Match {
  const hook = { event, matcher, if: undefined, disabled: false, source: { host: "wave" } };
  const [match] = matchAll([hook], payload, "wave");
  const by = match?.skipped === "disabled" ? undefined : match?.skipped;
  return { matches: by === undefined, why: match?.why ?? "", ...(by !== undefined && { by }) };
}
