/** What a hook can want for the operation, strictest first. */
export const levels = ["halt", "deny", "defer", "ask", "allow"] as const;

/** One of `levels`. */
export type Level = (typeof levels)[number];

/** Higher is stricter; nothing said is 0. */
function strictness(level: Level | null): number {
  return level === null ? 0 : levels.length - levels.indexOf(level);
}

export function isStricter(one: Level | null, other: Level | null): boolean {
  return strictness(one) > strictness(other);
}

/** The strictest of what was said, or null where nothing was. */
export function strictest(said: Iterable<Level>): Level | null {
  let winner: Level | null = null;
  for (const level of said) if (isStricter(level, winner)) winner = level;
  return winner;
}
