/** What is written of a value; what is beyond it is left out. */
interface Bounds {
  readonly bytes: number;
  readonly depth: number;
  /** Of the bytes that are left, how many one object or list may take, from 0 to 1. */
  readonly share: number;
  readonly characters: number;
}

/** Of an answer that is too large: the decision and its reason are near the top, short, and in no large object. */
const SHORT: Omit<Bounds, "bytes"> = { depth: 3, share: 1 / 4, characters: 200 };

/**
 * An answer as JSON, in at most so many bytes. Cycles, getters that throw, depth and size do not keep the rest from being
 * written: `fault` then says what was left out, and what is left may only tighten. BigInts are written digit by digit.
 */
export function answerText(
  value: object,
  bytes: number,
): { readonly text: string | undefined; readonly fault: string | null } {
  const whole = new Writer({ bytes, depth: 64, share: 1, characters: Infinity });
  const text = whole.write(value, "");
  if (!whole.isFull) return { text, fault: whole.fault };
  return {
    text: new Writer({ ...SHORT, bytes }).write(value, ""),
    fault: `an answer of more than ${bytes} bytes`,
  };
}

/** As it was before a hook could put another one in its place. */
const toText = JSON.stringify;

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
      if (typeof value !== "object" || value === null) return this.take(toText(value));
      return this.container(value);
    } catch {
      return this.leaveOut("a value that cannot be read");
    }
  }

  private text(given: string): string | undefined {
    const value = given.slice(0, this.bounds.characters);
    // Not even looked at: it may be half of the memory.
    if (value.length > this.room) this.room = -1;
    if (this.isFull) return undefined;
    return this.take(toText(value));
  }

  private container(value: object): string | undefined {
    if (this.ancestors.includes(value)) return this.leaveOut("an object that holds itself");
    if (this.ancestors.length >= this.bounds.depth) return this.leaveOut("a value nested too deep");
    this.ancestors.push(value);
    const rest = this.room * (1 - this.bounds.share);
    this.room -= rest;
    try {
      return Array.isArray(value) ? this.list(value) : this.object(value);
    } finally {
      this.room += rest;
      this.ancestors.pop();
    }
  }

  private list(value: readonly unknown[]): string {
    const parts: string[] = [];
    this.take("[]");
    for (let index = 0; index < value.length && !this.isFull; index++) {
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
      if (this.isFull) break;
      const text = this.member(value, key);
      if (text === undefined) continue;
      const name = toText(key);
      parts.push(`${name}:${text}`);
      this.take(`${name}:,`);
    }
    return `{${parts.join(",")}}`;
  }

  /** Where not everything is written, short words come first, then small objects: a decision is a word. */
  private keysOf(value: object): readonly string[] {
    const keys = Object.keys(value);
    if (this.bounds.share === 1) return keys;
    const sizes = new Map(keys.map((key) => [key, sizeOf(value, key)]));
    return keys.toSorted((one, other) => (sizes.get(one) ?? 0) - (sizes.get(other) ?? 0));
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

/** How late a member is written where not all are. */
function sizeOf(value: object, key: string): number {
  try {
    const member = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof member === "string") return member.length;
    if (typeof member !== "object" || member === null) return 0;
    return 100 + Object.keys(member).length;
  } catch {
    return Number.MAX_VALUE;
  }
}

interface Speaking {
  readonly toJSON?: unknown;
}

/**
 * What a value says of itself for JSON, as `JSON.stringify` asks it. Not what somebody has put into the prototype of all
 * objects or lists: a deny would say what that one wants.
 */
function plainOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return value;
  const { toJSON } = value as Speaking;
  const planted = [Object.prototype, Array.prototype].map((all) => (all as Speaking).toJSON);
  if (typeof toJSON !== "function" || planted.includes(toJSON)) return value;
  return toJSON.call(value, key) as unknown;
}
