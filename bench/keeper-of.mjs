// Waits for what an engine starts its hooks with.

/** Longer than it takes on the slowest machine: an engine that never has one is a fault, and no reason to wait for ever. */
const LONGEST_MS = 60_000;

/** @param {import("snaphook/engine").Engine} engine */
export async function keeperOf(engine) {
  for (const begin = performance.now(); !engine.usesKeeper;) {
    if (performance.now() - begin > LONGEST_MS)
      throw new Error(`the engine has had no keeper for ${LONGEST_MS / 1000} s`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
