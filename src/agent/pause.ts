/** Holds the recursion of an agent: between two steps it waits until it is let go, or aborted. */
export class Pause {
  private waiting: (() => void)[] | null = null;

  pause(): void {
    this.waiting ??= [];
  }

  resume(): void {
    const waiting = this.waiting ?? [];
    this.waiting = null;
    for (const go of waiting) go();
  }

  /** Settles at once where nothing is paused. */
  passed(signal: AbortSignal): Promise<void> {
    const { waiting } = this;
    if (waiting === null || signal.aborted) return Promise.resolve();
    return new Promise((go) => {
      waiting.push(go);
      signal.addEventListener("abort", () => go(), { once: true });
    });
  }
}
