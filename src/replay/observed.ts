import type { Replayed } from "./replay.js";

/** A hook that only observes, and what it would have done to the replayed events. */
export interface ObservedHook {
  readonly hook: string;
  readonly runs: number;
  /** How often it asked for each level: deny, ask, allow and the like. */
  readonly levels: Readonly<Record<string, number>>;
  /** How often the decision would have been stricter with it. */
  readonly stricter: number;
  /** An event of each level, the first one. */
  readonly examples: Readonly<Record<string, string>>;
}

/** Every hook that only observes, in the order in which they were first seen. */
export function observedIn(replayed: readonly Replayed[]): readonly ObservedHook[] {
  const found = new Map<string, ObservedHook>();
  for (const { observed, recorded } of replayed)
    for (const { hook, level, isStricter } of observed) {
      const { runs, levels, stricter, examples } = found.get(hook) ?? none;
      const said = level ?? "nothing";
      found.set(hook, {
        hook,
        runs: runs + 1,
        levels: { ...levels, [said]: (levels[said] ?? 0) + 1 },
        stricter: stricter + (isStricter ? 1 : 0),
        examples: { [said]: recorded.eventId, ...examples },
      });
    }
  return [...found.values()];
}

const none: Omit<ObservedHook, "hook"> = { runs: 0, levels: {}, stricter: 0, examples: {} };
