import type { Match } from "../match/index.js";
import type { HostHook, HostTable } from "./host.js";
import { matchers } from "./matcher-list.js";

/** Whether a host would run a hook, and why or why not. */
export function hostMatches({ name, version }: HostTable, hook: HostHook): Match {
  const matches = matchers.get(name);
  if (matches === undefined) throw new RangeError(`there is no rule for the matchers of ${name}`);
  return matches(hook, version);
}
