import { DEEPEST } from "./parse-json.js";
import {
  hasTwice,
  JsonObject,
  sameJson,
  tooDeep,
  type JsonValue,
  type JsonMember,
} from "./json-value.js";

/** A JSON value as ordinary JavaScript: what a rewritten input becomes. Integers past 2^53 are BigInt. */
export type PlainValue = null | boolean | number | bigint | string | PlainValue[] | PlainObject;

/** An object out of a hook's JSON, without any key that could reach a prototype. */
export type PlainObject = { [key: string]: PlainValue };

export interface PlainCopy {
  readonly value: PlainValue;
  /** Reserved keys that were not copied, by path. */
  readonly droppedKeys: readonly string[];
  /** Paths that make the copy unfaithful: keys with two different values, numbers that overflow, cut depth. */
  readonly conflicts: readonly JsonMember[];
  readonly overflows: readonly string[];
}

/** Keys that reach into an object's prototype. */
export const reservedKeys: ReadonlySet<string> = new Set(["__proto__", "constructor"]);

/** Copies a value without reserved keys. Depth is bounded by the parser, so recursion is safe. */
export function toPlain(value: JsonValue): PlainCopy {
  const droppedKeys: string[] = [];
  const conflicts: JsonMember[] = [];
  const overflows: string[] = [];
  const copy = (item: JsonValue, path: string): PlainValue => {
    if (Array.isArray(item))
      return item.map((entry, index) => copy(entry as JsonValue, `${path}[${index}]`));
    if (item instanceof JsonObject) {
      const target: PlainObject = {};
      const seen = hasTwice(item.members) ? new Map<string, JsonValue>() : null;
      for (const member of item.members) {
        const memberPath = path === "" ? member.key : `${path}.${member.key}`;
        if (reservedKeys.has(member.key)) {
          droppedKeys.push(memberPath);
          continue;
        }
        const earlier = seen?.get(member.key);
        if (earlier !== undefined && !sameJson(earlier, member.value))
          conflicts.push({ ...member, key: memberPath });
        seen?.set(member.key, member.value);
        target[member.key] = copy(member.value, memberPath);
      }
      return target;
    }
    if (item === tooDeep || (typeof item === "number" && !Number.isFinite(item))) {
      overflows.push(path);
      return null;
    }
    return item as PlainValue;
  };
  return { value: copy(value, ""), droppedKeys, conflicts, overflows };
}

/** A value with shared parts can be larger than it looks: this many objects and arrays are read, the rest is cut. */
const MOST_VALUES = 100_000;

/** The way back, for answers that come as values. Whatever is no JSON is left out, as `JSON.stringify` does. */
export function fromPlain(value: unknown): {
  readonly value: JsonValue;
  readonly tooDeep: boolean;
} {
  let cut = false;
  let budget = MOST_VALUES;
  const convert = (item: unknown, depth: number): JsonValue | undefined => {
    if (item === null || typeof item === "boolean" || typeof item === "string") return item;
    if (typeof item === "number" || typeof item === "bigint") return item;
    if (typeof item !== "object") return undefined;
    if (depth >= DEEPEST || budget-- <= 0) {
      cut = true;
      return tooDeep;
    }
    if (Array.isArray(item)) return item.map((entry) => convert(entry, depth + 1) ?? null);
    const object = new JsonObject();
    for (const [key, entry] of Object.entries(item)) {
      const converted = convert(entry, depth + 1);
      if (converted !== undefined) object.members.push({ key, value: converted, offset: -1 });
    }
    return object;
  };
  return { value: convert(value, 0) ?? null, tooDeep: cut };
}

/** Whether a value is JSON as it is, so that printing it loses nothing. What is undefined is not there. */
export function isJson(value: unknown): boolean {
  let budget = MOST_VALUES;
  const check = (item: unknown, depth: number): boolean => {
    if (item === null || typeof item === "boolean" || typeof item === "string") return true;
    if (typeof item === "number") return Number.isFinite(item);
    if (typeof item !== "object" || depth >= DEEPEST || budget-- <= 0) return false;
    // A hole is undefined, and `every` would skip it.
    if (Array.isArray(item)) return Array.from(item).every((entry) => check(entry, depth + 1));
    return (
      isPlain(item) &&
      Object.values(item).every((entry) => entry === undefined || check(entry, depth + 1))
    );
  };
  try {
    return check(value, 0);
  } catch {
    return false;
  }
}

/** Of any realm, but of no class: what a prototype adds would be there to read and would not be printed. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
