/** The variable that counts how many hooks are around a process. */
export const DEPTH = "SNAPHOOK_DEPTH";

/** A hook may start an agent whose hooks start an agent; that is as far as it goes. */
export const MOST_DEPTH = 3;

export function depthOf(environment: Readonly<Record<string, string | undefined>>): number {
  const depth = Number(environment[DEPTH] ?? 0);
  return Number.isSafeInteger(depth) && depth > 0 ? depth : 0;
}

/** Hooks would start each other for ever: none is started. */
export const recursionReason = `Hooks are running inside hooks, ${MOST_DEPTH} deep. A hook seems to start the agent that fires it.`;
