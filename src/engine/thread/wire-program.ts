import type { HookFunction } from "../../config/index.js";
import type { FunctionNumbers } from "./wire-hook.js";

/** Settings given by code, without the code: where each function was, and its number. */
export interface WireProgram {
  readonly settings: unknown;
  readonly functions: readonly {
    readonly path: readonly string[];
    readonly number: number;
    /** What it is called, and a hook that has no name of its own. */
    readonly name: string;
  }[];
}

/** What is nested deeper is refused before. */
const DEEPEST = 100;

/** Own fields only, as settings are read. */
export function programTo(program: unknown, numbers: FunctionNumbers): WireProgram {
  const functions: WireProgram["functions"][number][] = [];
  const copy = (value: unknown, path: readonly string[], owner?: object): unknown => {
    if (typeof value === "function") {
      // It keeps the object that it is in as its `this`.
      const number = numbers.numberOf(value.bind(owner) as HookFunction);
      functions.push({ path, number, name: value.name });
      return undefined;
    }
    if (typeof value !== "object" || value === null || path.length > DEEPEST) return value;
    if (Array.isArray(value))
      return value.map((item, index) => copy(item, [...path, String(index)]));
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, copy(item, [...path, key], value)]),
    );
  };
  return { settings: copy(program, []), functions };
}

export function programFrom(
  { settings, functions }: WireProgram,
  numbers: FunctionNumbers,
): unknown {
  for (const { path, number, name } of functions) {
    const way = path.slice(0, -1);
    const owner = way.reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], settings);
    (owner as Record<string, unknown>)[path.at(-1) ?? ""] = Object.defineProperty(
      numbers.functionAt(number),
      "name",
      { value: name },
    );
  }
  return settings;
}
