import type { Machine, ObservedCount } from "../../fleet/index.js";

/** What one hook would have done on all machines together. */
export type TeamCount = ObservedCount;

/** The counts of several machines as one, by hook. */
export function addCounts(machines: readonly Machine[]): readonly TeamCount[] {
  const sums = new Map<string, TeamCount>();
  for (const count of machines.flatMap(({ counts }) => counts ?? [])) {
    const { hook } = count;
    const sum = sums.get(hook) ?? { hook, runs: 0, blocks: 0, asks: 0, failures: 0 };
    sums.set(hook, {
      hook,
      runs: sum.runs + count.runs,
      blocks: sum.blocks + count.blocks,
      asks: sum.asks + count.asks,
      failures: sum.failures + count.failures,
    });
  }
  return [...sums.values()];
}
