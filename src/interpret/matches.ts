import { findHost, hostMatches } from "../hosts/index.js";
import { matches as matchesOwn, type Match, type MatchRequest } from "../match/index.js";

/** One hook and one event, in a dialect of Snaphook's own or of a foreign host, which may have `if` as one rule. */
export interface AnyMatchRequest extends Omit<MatchRequest, "if"> {
  readonly if?: MatchRequest["if"] | string;
}

/** Whether a hook matches an event, and why or why not. A foreign host may not match what Snaphook would. */
export function matches(request: AnyMatchRequest): Match {
  const { if: condition, ...rest } = request;
  const host = findHost(request.dialect);
  if (host !== null && !Object.hasOwn(host.events, request.event)) {
    const why = `${host.name} ${host.version} has no event ${request.event}`;
    return { matches: false, why, by: "matcher" };
  }
  if (host !== null)
    return hostMatches(host, {
      ...rest,
      if: typeof condition === "string" ? condition : undefined,
    });
  return matchesOwn({ ...rest, if: typeof condition === "object" ? condition : undefined });
}
