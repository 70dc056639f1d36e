/** A map that holds so many of the latest at least, and twice as many at most. */
export class Remembered<Key, Value> {
  private young = new Map<Key, Value>();
  private old: ReadonlyMap<Key, Value> = new Map();

  constructor(private readonly least: number) {}

  get(key: Key): Value | undefined {
    return this.young.get(key) ?? this.old.get(key);
  }

  has(key: Key): boolean {
    return this.young.has(key) || this.old.has(key);
  }

  set(key: Key, value: Value): void {
    if (this.young.size >= this.least && !this.young.has(key)) {
      this.old = this.young;
      this.young = new Map();
    }
    this.young.set(key, value);
  }

  *values(): Generator<Value, void> {
    for (const [key, value] of this.old) if (!this.young.has(key)) yield value;
    yield* this.young.values();
  }
}
