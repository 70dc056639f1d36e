import fc from "fast-check";
import { vi } from "vitest";

const wanted = process.env["SNAPHOOK_PROPERTY_RUNS"];
const seed = process.env["SNAPHOOK_PROPERTY_SEED"];
const runs = wanted === undefined ? 2000 : Number(wanted);

// A deep search may take hours; it must not end as a timeout.
vi.setConfig({ testTimeout: Math.max(60_000, runs * 60) });

/**
 * Asserts that the predicate holds for whatever the arbitrary gives. Everyday runs try the same 2,000
 * values each time. `SNAPHOOK_PROPERTY_RUNS` sets another number and takes a fresh seed, which
 * a failure prints; `SNAPHOOK_PROPERTY_SEED` repeats it.
 */
export function holdsFor<T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, predicate), {
    numRuns: runs,
    ...(seed !== undefined && { seed: Number(seed) }),
    ...(seed === undefined && wanted === undefined && { seed: 1 }),
  });
}
