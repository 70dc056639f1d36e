/** What is remembered of the last Ctrl-C. */
export interface Interrupt {
  /** When it was pressed while nothing ran; null where it was not. */
  readonly idleAt: number | null;
  /** The turn that it has aborted; null where it has not. */
  readonly turn: number | null;
}

export const notInterrupted: Interrupt = { idleAt: null, turn: null };

export interface Moment {
  readonly now: number;
  /** The number of the turn that runs; null where none does. */
  readonly turn: number | null;
  readonly isClosing: boolean;
}

/** So long the second press counts as an answer to the hint. */
const TOGETHER_MS = 3000;

/** What a Ctrl-C does: it aborts the turn, says how to quit, quits, or leaves without waiting for the end. */
export function pressInterrupt(
  before: Interrupt,
  { now, turn, isClosing }: Moment,
): { readonly state: Interrupt; readonly does: "abort" | "hint" | "quit" | "leave" } {
  if (isClosing) return { state: before, does: "leave" };
  if (turn !== null)
    return { state: { idleAt: null, turn }, does: before.turn === turn ? "quit" : "abort" };
  const isSecond = before.idleAt !== null && now - before.idleAt < TOGETHER_MS;
  return { state: { idleAt: now, turn: null }, does: isSecond ? "quit" : "hint" };
}
