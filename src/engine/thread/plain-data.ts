/** Nobody sends more; a copy of more could end the process. Characters of all texts together. */
const MOST_CHARACTERS = 32 * 1024 * 1024;

/**
 * A value as it can be sent to another thread and be read there as it would be here: itself where it is plain data, else a
 * copy in which functions are left out and objects with a class of their own are what they say for JSON. BigInts,
 * undefined and cycles cross as they are. Throws where it is too large, and where a part of it cannot be read.
 */
export function plainData<Value>(value: Value): Value {
  const look = new Look();
  return look.isPlain(value) ? value : (copyOf(value, "", new Map()) as Value);
}

/** Sends a value as plain data; what looks plain and cannot be sent all the same, as a Proxy, as a copy. */
export function sending<Value, Result>(value: Value, send: (plain: Value) => Result): Result {
  try {
    return send(plainData(value));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return send(copyOf(value, "", new Map()) as Value);
  }
}

/** Whoever copies deeper values needs more stack than a thread may have left. */
const DEEPEST = 500;

class Look {
  private room = MOST_CHARACTERS;
  private readonly seen = new Set<object>();

  isPlain(value: unknown, depth = 0): boolean {
    switch (typeof value) {
      case "string":
        this.take(value);
        return true;
      case "function":
      case "symbol":
        return false;
      case "object":
        return value === null || this.seen.has(value) || this.isPlainObject(value, depth);
      default:
        return true;
    }
  }

  private isPlainObject(value: object, depth: number): boolean {
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === Date.prototype) return true;
    if (depth > DEEPEST) throw new RangeError(`nested deeper than ${DEEPEST} levels`);
    this.seen.add(value);
    if (Array.isArray(value))
      return prototype === Array.prototype && value.every((item) => this.isPlain(item, depth + 1));
    if (prototype !== Object.prototype && prototype !== null) return false;
    for (const key of Object.keys(value)) {
      this.take(key);
      if (!this.isPlain((value as Record<string, unknown>)[key], depth + 1)) return false;
    }
    return true;
  }

  private take({ length }: string): void {
    this.room -= length;
    if (this.room < 0) throw new RangeError(`more than ${MOST_CHARACTERS} characters`);
  }
}

function copyOf(given: unknown, key: string, copies: Map<unknown, unknown>): unknown {
  if (copies.has(given)) return copies.get(given);
  const value = saidOf(given, key);
  if (typeof value === "function" || typeof value === "symbol") return undefined;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const copy: object = Array.isArray(value) ? [] : {};
  copies.set(given, copy);
  // By definition: `__proto__` is a key like any other.
  for (const name of Object.keys(value))
    Object.defineProperty(copy, name, {
      value: copyOf((value as Record<string, unknown>)[name], name, copies),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  return copy;
}

/** What it is for JSON. A date is sent as it is. */
function saidOf(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const { toJSON } = value as { toJSON?: unknown };
  return typeof toJSON === "function" ? (toJSON.call(value, key) as unknown) : value;
}
