/** What is written of a value; what is beyond it is left out. */
interface Bounds {
  readonly bytes: number;
  readonly depth: number;
  readonly members: number;
  readonly characters: number;
}

/** Of an answer that is too large: the decision and its reason are near the top. */
const SHORT: Bounds = { bytes: Infinity, depth: 3, members: 20, characters: 200 };

/**
 * An answer as JSON, in at most so many bytes. Cycles, getters that throw, depth and size do not keep the rest from being
 * written: `fault` then says what was left out, and what is left may only tighten. BigInts are written digit by digit.
 */
export function answerText(
  value: object,
  bytes: number,
): { readonly text: string | undefined; readonly fault: string | null } {
  const whole = new Writer({ bytes, depth: 64, members: Infinity, characters: Infinity });
  const text = whole.write(value, "");
  if (!whole.isFull) return { text, fault: whole.fault };
  return {
    text: new Writer(SHORT).write(value, ""),
    fault: `an answer of more than ${bytes} bytes`,
  };
}

class Writer {
  fault: string | null = null;
  private room: number;
  private readonly ancestors: object[] = [];

  constructor(private readonly bounds: Bounds) {
    this.room = bounds.bytes;
  }

  /** It would have needed more bytes than it has. Nothing is written any more then. */
  get isFull(): boolean {
    return this.room < 0;
  }

  /** Undefined for what JSON leaves out, and for what cannot be read. */
  write(given: unknown, key: string): string | undefined {
    if (this.isFull) return undefined;
    try {
      const value = plainOf(given, key);
      if (typeof value === "string") return this.text(value);
      if (typeof value === "bigint") return this.take(value.toString());
      if (typeof value !== "object" || value === null) return this.take(JSON.stringify(value));
      return this.container(value);
    } catch {
      return this.leaveOut("a value that cannot be read");
    }
  }

  private text(value: string): string | undefined {
    // Not even looked at: it may be half of the memory.
    if (value.length > this.room) this.room = -1;
    if (this.isFull) return undefined;
    return this.take(JSON.stringify(value.slice(0, this.bounds.characters)));
  }

  private container(value: object): string | undefined {
    if (this.ancestors.includes(value)) return this.leaveOut("an object that holds itself");
    if (this.ancestors.length >= this.bounds.depth) return this.leaveOut("a value nested too deep");
    this.ancestors.push(value);
    try {
      return Array.isArray(value) ? this.list(value) : this.object(value);
    } finally {
      this.ancestors.pop();
    }
  }

  private list(value: readonly unknown[]): string {
    const parts: string[] = [];
    this.take("[]");
    for (let index = 0; index < value.length && !this.isFull; index++) {
      if (index >= this.bounds.members) break;
      const text = this.member(value, String(index));
      parts.push(text ?? "null");
      this.take(text === undefined ? "null," : ",");
    }
    return `[${parts.join(",")}]`;
  }

  private object(value: object): string {
    const parts: string[] = [];
    this.take("{}");
    for (const key of this.keysOf(value)) {
      if (this.isFull || parts.length >= this.bounds.members) break;
      const text = this.member(value, key);
      if (text === undefined) continue;
      const name = JSON.stringify(key);
      parts.push(`${name}:${text}`);
      this.take(`${name}:,`);
    }
    return `{${parts.join(",")}}`;
  }

  /** Where not everything is written, what is no object comes first: a decision is a word. */
  private keysOf(value: object): readonly string[] {
    const keys = Object.keys(value);
    if (this.bounds.members === Infinity) return keys;
    const isWord = (key: string): boolean => {
      try {
        return typeof (value as Readonly<Record<string, unknown>>)[key] !== "object";
      } catch {
        return false;
      }
    };
    return [...keys.filter(isWord), ...keys.filter((key) => !isWord(key))];
  }

  /** One that cannot be read takes none of the others with it. */
  private member(value: object, key: string): string | undefined {
    try {
      return this.write((value as Readonly<Record<string, unknown>>)[key], key);
    } catch {
      return this.leaveOut("a value that cannot be read");
    }
  }

  private take(text: string | undefined): string | undefined {
    this.room -= text === undefined ? 0 : Buffer.byteLength(text);
    return text;
  }

  private leaveOut(what: string): undefined {
    this.fault ??= what;
    return undefined;
  }
}

/** What a value says of itself for JSON, as `JSON.stringify` asks it. */
function plainOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { toJSON } = value as { readonly toJSON?: unknown };
  return typeof toJSON === "function" ? (toJSON.call(value, key) as unknown) : value;
}
