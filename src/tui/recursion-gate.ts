/**
 * Holds back what the UI says to the session. A question pauses the agent's recursion by itself; while the gate
 * is shut its answer and the next prompt wait, in order. What runs already runs on.
 */
export class RecursionGate {
  private held: (() => void)[] | null = null;

  get isShut(): boolean {
    return this.held !== null;
  }

  shut(): void {
    this.held ??= [];
  }

  open(): void {
    const { held } = this;
    this.held = null;
    for (const act of held ?? []) act();
  }

  /** Does it now, or when the gate opens. */
  pass(act: () => void): void {
    if (this.held === null) act();
    else this.held.push(act);
  }
}
