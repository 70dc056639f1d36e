import type { Match } from "../match/index.js";

/** The hook does not run: its matcher keeps it from that. */
export function noMatch(why: string): Match {
  return { matches: false, why, by: "matcher" };
}

export const matchesAll: Match = { matches: true, why: "no matcher: it matches every such event" };

export function nothingToMatch(event: string): Match {
  return { matches: true, why: `${event} has nothing to match, so the matcher is ignored` };
}

/** A guard must not vanish because its pattern cannot be tested here. */
export function untestable(pattern: string): Match {
  return {
    matches: true,
    why: `${pattern} cannot be tested in linear time, so it counts as fitting`,
  };
}

/** What was tested, a name or an expression, and whether it matches. */
export function testedMatch(isMatch: boolean, what: string, subject: string): Match {
  const why = `${what} ${isMatch ? "matches" : "does not match"} ${JSON.stringify(subject)}`;
  return isMatch ? { matches: true, why } : noMatch(why);
}
