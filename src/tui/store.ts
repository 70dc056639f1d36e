/** A value that changes as a whole, and those who want to know of it. */
export class Store<State> {
  private readonly listeners = new Set<() => void>();

  constructor(private current: State) {}

  // As properties: React takes them without their object.
  readonly get = (): State => this.current;

  readonly follow = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  update(change: (before: State) => State): void {
    const next = change(this.current);
    if (next === this.current) return;
    this.current = next;
    for (const listener of this.listeners) listener();
  }
}
