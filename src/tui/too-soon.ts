/** The clock of a dialog, and how long nothing must have been typed before a key counts. */
export interface Guard {
  readonly now: number;
  readonly guardMs: number;
}

export const GUARD_MS = 300;

/**
 * Whether a key was meant for something else, because the dialog has just appeared. Whoever is typing keeps typing,
 * so a key that came too soon begins the wait anew.
 */
export function isTooSoon(quietSince: number, { now, guardMs }: Guard): boolean {
  return now - quietSince < guardMs;
}
