import { bridgedHosts, bridgeOf } from "../hosts/index.js";
import { namesIn } from "./matcher-names.js";
import type { LintHook, Subject } from "./subject.js";

/** The fields that a host sends to a script, on all events on which the script runs. */
export interface SentFields {
  /** Null where that is not known. */
  readonly payload: ReadonlySet<string> | null;
  /** Of `tool_input`, for the tools of the matchers; null where that is not known. */
  readonly input: ReadonlySet<string> | null;
}

export function sentTo({ hook, others }: Subject): SentFields {
  // The same script with other arguments, or for other events.
  const uses = others.filter(
    ({ command, name }) =>
      command !== undefined && (command === hook.command || baseOf(name) === baseOf(hook.name)),
  );
  const hooks = uses.length === 0 ? [hook] : uses;
  const bridge = bridgeOf(hook.host);
  return {
    payload: union(hooks, ({ event }) => bridge?.sends?.(event ?? "") ?? null),
    input: union(hooks, ({ matcher }) => {
      const tools = namesIn(matcher)?.map((tool) => bridge?.inputFields?.(tool)) ?? [undefined];
      return tools.includes(undefined)
        ? null
        : tools.flatMap((fields) => [...(fields?.required ?? []), ...(fields?.optional ?? [])]);
    }),
  };
}

/** Without the id that tells it from others of the same name. */
function baseOf(name: string): string {
  return name.replace(/ \([^()]*\)$/, "");
}

function union(
  hooks: readonly LintHook[],
  fieldsOf: (hook: LintHook) => readonly string[] | null,
): ReadonlySet<string> | null {
  const all = hooks.map(fieldsOf);
  return all.includes(null) ? null : new Set(all.flatMap((fields) => fields ?? []));
}

/** Names that a text, a list or an object has in JavaScript, whatever the host sends. */
export function isBuiltIn(name: string): boolean {
  return name in String.prototype || name in Array.prototype;
}

/** Names that only other hosts send: a script that reads them is for several. */
export function isOfOtherHost(name: string, host: string): boolean {
  return bridgedHosts().some(({ name: other }) => {
    const bridge = other === host ? null : bridgeOf(other);
    return (
      bridge !== null && (Object.hasOwn(bridge.sample, name) || namesOf(bridge).includes(name))
    );
  });
}

function namesOf(bridge: NonNullable<ReturnType<typeof bridgeOf>>): readonly string[] {
  return ["PreToolUse", "preToolUse"].flatMap((event) =>
    Object.values(bridge.payload(event).fields),
  );
}
