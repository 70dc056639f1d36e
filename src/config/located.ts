import type { HookFunction } from "./hook-function.js";

/** One key of an object. An object may hold the same key twice. */
export interface Member {
  readonly key: string;
  readonly line: number | null;
  readonly value: Located;
}

/** A value of a settings file that knows its line; of settings given by code the line is null. */
export type Located = { readonly line: number | null } & (
  | { readonly type: "object"; readonly members: readonly Member[] }
  | { readonly type: "list"; readonly items: readonly Located[] }
  | { readonly type: "text"; readonly value: string }
  | { readonly type: "number"; readonly value: number | bigint }
  | { readonly type: "flag"; readonly value: boolean }
  | { readonly type: "null" }
  /** In settings given by code. It keeps the object that it is in as its `this`. */
  | { readonly type: "function"; readonly value: HookFunction; readonly name: string }
  | { readonly type: "unfit"; readonly why: string }
);

export type LocatedObject = Extract<Located, { type: "object" }>;

/** Deeper values are unfit for anything; what is around them is not. */
export const DEEPEST = 64;

export const tooDeep = `a value nested deeper than ${DEEPEST} levels`;

/** Settings given by code, in the form in which files are read. Own fields only; an undefined field is none. */
export function fromProgram(value: unknown, depth = 0, owner?: object): Located {
  const line = null;
  if (typeof value === "function")
    return { type: "function", value: value.bind(owner) as HookFunction, name: value.name, line };
  if (typeof value === "string") return { type: "text", value, line };
  if (typeof value === "number" || typeof value === "bigint")
    return { type: "number", value, line };
  if (typeof value === "boolean") return { type: "flag", value, line };
  if (value === null) return { type: "null", line };
  if (typeof value !== "object")
    return { type: "unfit", why: value === undefined ? "undefined" : `a ${typeof value}`, line };
  if (depth >= DEEPEST) return { type: "unfit", why: tooDeep, line };
  if (Array.isArray(value))
    return { type: "list", items: value.map((item) => fromProgram(item, depth + 1)), line };
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([key, item]): Member => ({ key, line, value: fromProgram(item, depth + 1, value) }));
  return { type: "object", members, line };
}

/** How a Problem names what it found. */
export function describe(value: Located): string {
  switch (value.type) {
    case "object":
      return "an object";
    case "list":
      return "a list";
    case "text":
      return JSON.stringify(value.value);
    case "number":
    case "flag":
      return `${value.value}`;
    case "null":
      return "null";
    case "function":
      return "a function";
    case "unfit":
      return value.why;
  }
}

/** The value as ordinary JavaScript, or why it cannot be one: an answer with a doubtful key is no answer. */
export function toPlain(value: Located): { readonly value: unknown } | { readonly fault: string } {
  switch (value.type) {
    case "text":
    case "flag":
      return { value: value.value };
    case "number":
      return Number.isFinite(value.value) || typeof value.value === "bigint"
        ? { value: value.value }
        : { fault: "a number out of range" };
    case "null":
      return { value: null };
    case "function":
      return { fault: describe(value) };
    case "unfit":
      return { fault: value.why };
    case "list": {
      const list: unknown[] = [];
      for (const item of value.items) {
        const plain = toPlain(item);
        if ("fault" in plain) return plain;
        list.push(plain.value);
      }
      return { value: list };
    }
    case "object": {
      const object = Object.create(null) as Record<string, unknown>;
      for (const member of value.members) {
        if (Object.hasOwn(object, member.key))
          return { fault: `the key ${JSON.stringify(member.key)} twice` };
        const plain = toPlain(member.value);
        if ("fault" in plain) return plain;
        object[member.key] = plain.value;
      }
      return { value: object };
    }
  }
}
