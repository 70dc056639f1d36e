import type { HookTrust } from "../engine/index.js";

/** Hooks of the project that wait for somebody to look at them; null while none do. */
export type PendingReview = readonly HookTrust[] | null;

/** Where hooks that nobody has approved are shown to the user. The engine waits for the answer. */
export class ReviewQueue {
  private open: {
    readonly hooks: readonly HookTrust[];
    readonly settle: (approved: readonly HookTrust[]) => void;
  } | null = null;
  private isClosed = false;
  private readonly listeners = new Set<(pending: PendingReview) => void>();

  get pending(): PendingReview {
    return this.open?.hooks ?? null;
  }

  follow(listener: (pending: PendingReview) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Waits for the user; what is approved is given back. With nobody there nothing is. */
  ask(hooks: readonly HookTrust[]): Promise<readonly HookTrust[]> {
    if (this.isClosed) return Promise.resolve([]);
    return new Promise((settle) => {
      this.open = { hooks, settle };
      this.notify();
    });
  }

  resolve(approved: readonly HookTrust[]): void {
    const { open } = this;
    if (open === null) return;
    this.open = null;
    open.settle(approved);
    this.notify();
  }

  close(): void {
    this.isClosed = true;
    this.resolve([]);
  }

  private notify(): void {
    for (const listener of this.listeners) listener(this.pending);
  }
}
