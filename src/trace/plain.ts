import type { Mode } from "../secrets/index.js";

/** A value of which every part can be written as JSON. BigInts are written digit by digit. */
export type Plain = null | boolean | number | bigint | string | Plain[] | { [key: string]: Plain };

/** An object of such values. */
export type PlainFields = { [key: string]: Plain };

/** How texts, keys and the values below them are changed on the way. */
export interface Rules {
  text(value: string): string;
  key(name: string): { readonly name: string; readonly mode: Mode };
}

/** What is read of a value; the rest is replaced by a marker. Ten times what fits into a line. */
const DEEPEST = 32;
const MOST_VALUES = 20_000;
const MOST_MEMBERS = 10_000;
const LONGEST_TEXT = 1_048_576;
const MOST_TEXT = 4 * LONGEST_TEXT;
const LONGEST_KEY = 256;
/** What a text still gets when the others have used up `MOST_TEXT`. */
const LEAST_TEXT = 256;

const hidden = "[redacted:key]";

/**
 * Copies any value into plain data. Never throws: cycles, throwing getters and hostile proxies become
 * markers, and what JSON leaves out (undefined, functions, symbols) is left out.
 */
export function toPlain(value: unknown, rules: Rules | null = null): Plain {
  return new Copy(rules).copy(value, "open") ?? null;
}

class Copy {
  private readonly ancestors: object[] = [];
  private values = MOST_VALUES;
  private texts = MOST_TEXT;

  constructor(private readonly rules: Rules | null) {}

  /** Undefined for what JSON leaves out. */
  copy(value: unknown, mode: Mode): Plain | undefined {
    switch (typeof value) {
      case "string":
        return this.text(value, mode);
      case "boolean":
        return value;
      case "number":
        if (mode === "secret") return hidden;
        return Number.isFinite(value) ? value : `[number: ${value}]`;
      case "bigint":
        return mode === "secret" ? hidden : value;
      case "object":
        return value === null ? null : this.container(value, mode);
      default:
        return undefined;
    }
  }

  private text(value: string, mode: Mode): string {
    if (mode !== "open" && value !== "" && !(mode === "counts" && isCount(value))) return hidden;
    const limit = Math.max(LEAST_TEXT, Math.min(LONGEST_TEXT, this.texts));
    this.texts -= Math.min(limit, value.length);
    const text = value.length > limit ? headOf(value, limit) : value;
    const safe = this.rules === null ? text : this.rules.text(text);
    return text === value ? safe : `${safe}${cutMark(value)}`;
  }

  private container(value: object, mode: Mode): Plain {
    if (this.ancestors.includes(value)) return "[cycle]";
    if (this.ancestors.length >= DEEPEST) return "[too deep]";
    if (this.values-- <= 0 && this.ancestors.length > 0) return "[too many values]";
    this.ancestors.push(value);
    try {
      return this.inside(value, mode);
    } catch {
      return "[unreadable]";
    } finally {
      this.ancestors.pop();
    }
  }

  private inside(value: object, mode: Mode): Plain {
    if (Array.isArray(value)) return this.list(value, mode);
    if (value instanceof Date)
      return Number.isNaN(+value) ? "[date: invalid]" : value.toISOString();
    if (ArrayBuffer.isView(value)) return `[bytes: ${value.byteLength}]`;
    if (value instanceof Set) return this.list([...value], mode);
    if (value instanceof Map)
      return this.members(
        Object.fromEntries([...value].map(([key, item]) => [String(key), item])),
        mode,
      );
    return this.members(value as Readonly<Record<string, unknown>>, mode);
  }

  private list(items: readonly unknown[], mode: Mode): Plain[] {
    const copies: Plain[] = [];
    for (let index = 0; index < items.length; index++) {
      if (this.isEnough(index)) {
        copies.push(`[cut: ${items.length} items]`);
        break;
      }
      // ["--password", "x"]: what follows a flag belongs to it.
      const before = index > 0 ? items[index - 1] : undefined;
      const flagged = mode === "open" && typeof before === "string" && before.startsWith("-");
      const below = flagged ? (this.rules?.key(before).mode ?? mode) : mode;
      copies.push(this.member(items, index, below) ?? null);
    }
    return copies;
  }

  private members(source: Readonly<Record<string, unknown>>, mode: Mode): Plain {
    const own = Object.keys(source);
    const keys = source instanceof Error ? [...new Set(["name", "message", ...own])] : own;
    const copies: Record<string, Plain> = {};
    /** How often a name was given, where redaction or cutting has changed one. */
    let names: Map<string, number> | null = null;
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? "";
      if (this.isEnough(index)) {
        copies[freeName("…", (names ??= counted(copies)))] = `[cut: ${keys.length} fields]`;
        break;
      }
      const { name, mode: said } = this.rule(source, key);
      const below = mode === "secret" || said === "open" ? mode : said;
      const copy = this.member(source, key, below);
      if (copy === undefined) continue;
      if (name !== key) names ??= counted(copies);
      const free = names === null ? name : freeName(name, names);
      if (free === "__proto__")
        Object.defineProperty(copies, free, { enumerable: true, value: copy });
      else copies[free] = copy;
    }
    return copies;
  }

  /** A large field does not take the room of the record's other fields: those are read in any case. */
  private isEnough(index: number): boolean {
    if (index >= MOST_MEMBERS) return true;
    return this.values-- <= 0 && this.ancestors.length > 1;
  }

  private rule(source: Readonly<Record<string, unknown>>, key: string): ReturnType<Rules["key"]> {
    const head = key.length > LONGEST_KEY ? headOf(key, LONGEST_KEY) : key;
    const { name, mode } = this.rules?.key(head) ?? { name: head, mode: "open" };
    if (head !== key) return { name: `${name}${cutMark(key)}`, mode };
    if (this.rules === null || mode !== "open" || key !== "value") return { name, mode };
    // { name: "X-Api-Key", value: "…" }: the name says what the value is.
    const label = this.member(source, "name", "open") ?? this.member(source, "key", "open");
    return typeof label === "string" ? { name, mode: this.rules.key(label).mode } : { name, mode };
  }

  private member(source: object, key: string | number, mode: Mode): Plain | undefined {
    let value: unknown;
    try {
      value = (source as Readonly<Record<string | number, unknown>>)[key];
    } catch {
      return "[unreadable]";
    }
    return this.copy(value, mode);
  }
}

function counted(copies: object): Map<string, number> {
  return new Map(Object.keys(copies).map((name) => [name, 1]));
}

/** Two keys that become one by redaction or cutting both stay. */
function freeName(name: string, names: Map<string, number>): string {
  const times = (names.get(name) ?? 0) + 1;
  names.set(name, times);
  return times === 1 ? name : `${name} (${times})`;
}

const isCount = (text: string): boolean => /^\d{1,12}$/.test(text);

/** What is behind the head of a text that was cut. */
export const cutMark = (text: string): string => `…[cut: ${text.length} characters]`;

/** The head of a text, cut back to where a word ends, so that no half of a secret is left unrecognised. */
export function headOf(text: string, limit: number): string {
  const least = Math.max(limit >> 1, limit - 4096);
  let end = limit;
  while (end > least && /[\w+/=.%~-]/.test(text.charAt(end - 1))) end--;
  return wholeCharacters(text.slice(0, end));
}

/** The head of a text that was cut, without half of a character at its end. */
export function wholeCharacters(head: string): string {
  return head.replace(/[\uD800-\uDBFF]$/, "");
}
