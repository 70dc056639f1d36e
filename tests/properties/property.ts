import fc from "fast-check";

/** Asserts that the predicate holds for whatever the arbitrary gives. */
export function holdsFor<T>(arbitrary: fc.Arbitrary<T>, predicate: (value: T) => void): void {
  fc.assert(fc.property(arbitrary, predicate));
}
