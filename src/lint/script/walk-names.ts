import type { State } from "./walk-state.js";
import type { Include, NestedCode, ParsedScript, Statement } from "./syntax.js";
import { unknownValue, type Value } from "./values.js";
import { isLiteral, literalOf } from "./walk-tables.js";

type Define = Extract<Statement, { s: "define" }>;

/** A function, and the file whose names it sees. */
export interface KnownFunction {
  readonly define: Define;
  /** Null for the script itself, and for what is taken in as if it were written there. */
  readonly module: string | null;
}

const DEEPEST = 3;

/** The functions of a script and of the files that it takes in, by the names that each of them has for them. */
export class Names {
  readonly nested = new Map<NestedCode, ParsedScript>();
  readonly included = new Map<Include, ParsedScript>();
  readonly assigned = new Set<string>();
  private readonly functions = new Map<string, KnownFunction>();

  constructor(script: ParsedScript) {
    this.add(script, new Set());
    this.define(script.body, null);
  }

  private add(script: ParsedScript, seen: Set<ParsedScript>): void {
    if (seen.has(script)) return;
    seen.add(script);
    for (const name of script.assigned) this.assigned.add(name);
    for (const [code, inner] of script.nested) {
      this.nested.set(code, inner);
      this.add(inner, seen);
    }
    for (const [include, file] of script.included) {
      this.included.set(include, file);
      this.add(file, seen);
    }
  }

  /** Functions may be used before they are defined. */
  define(statements: readonly Statement[], module: string | null, depth = 0): void {
    if (depth > DEEPEST) return;
    for (const statement of statements) {
      if (statement.s === "define") {
        this.functions.set(keyOf(statement.name, module), { define: statement, module });
        this.define(statement.body, module, depth + 1);
      } else if (statement.s === "branch")
        for (const arm of statement.arms) this.define(arm, module, depth + 1);
      else if (statement.s === "try" || statement.s === "scope" || statement.s === "main")
        this.define(statement.body, module, depth + 1);
    }
  }

  function(name: string, module: string | null): KnownFunction | undefined {
    return this.functions.get(keyOf(name, module));
  }

  /** What a file takes from a module, under the names that it has there. */
  bind({ names }: Include, from: string, into: string | null, state: State): void {
    for (const { local, exported } of names) {
      if (exported !== null && exported !== "*") {
        const found = this.functions.get(keyOf(exported, from));
        if (found !== undefined) this.functions.set(keyOf(local, into), found);
        const value = state.values.get(keyOf(exported, from));
        if (value !== undefined) state.set(keyOf(local, into), value);
        continue;
      }
      const dot = exported === null ? `${local}.` : "";
      const fields = new Map<string, Value>();
      for (const [key, found] of new Map(this.functions))
        if (isOf(key, from))
          this.functions.set(keyOf(`${dot}${key.slice(from.length + 1)}`, into), found);
      for (const [key, value] of new Map(state.values)) {
        if (!isOf(key, from)) continue;
        if (exported === null) fields.set(key.slice(from.length + 1), value);
        else state.set(keyOf(key.slice(from.length + 1), into), value);
      }
      if (exported === null) state.set(keyOf(local, into), { v: "object", fields, isOpen: true });
    }
  }
}

/** Names of different files are kept apart. */
export function keyOf(name: string, module: string | null): string {
  return module === null ? name : `${module}\n${name}`;
}

function isOf(key: string, module: string): boolean {
  return key.startsWith(`${module}\n`);
}

/** What a function's parameters are worth; those of a shell have numbers. */
export function argumentsOf(
  { define: { params, defaults = [] }, module }: KnownFunction,
  values: readonly Value[],
  {
    names = [],
    isShell,
  }: { readonly names?: readonly (string | null)[]; readonly isShell: boolean },
): ReadonlyMap<string, Value> {
  const given = new Map<string, Value>();
  const placed = values.filter((_, index) => (names[index] ?? null) === null);
  for (const [index, param] of params.entries()) {
    const usual = defaults[index] ?? null;
    const isKnown = usual !== null && isLiteral(usual);
    const otherwise = isKnown ? literalOf(usual) : unknownValue;
    const byName = values[names.indexOf(param)];
    given.set(keyOf(param, module), byName ?? placed[index] ?? otherwise);
  }
  if (!isShell) return given;
  for (const [index, value] of values.entries()) given.set(String(index + 1), value);
  const all: Value = { v: "list", items: values, isWords: true };
  return given.set("@", all).set("*", all);
}

/** `shift`: each argument moves one place to the front. */
export function shiftArguments(state: State): void {
  const all = state.values.get("@");
  const isKnown = all?.v === "list" && all.isWords === true;
  const left: Value = isKnown ? { ...all, items: all.items.slice(1) } : unknownValue;
  for (const name of ["@", "*"]) state.set(name, left);
  for (let place = 1; place < 10; place++) {
    const next = state.values.get(String(place + 1));
    if (next !== undefined) state.set(String(place), next);
    else if (state.values.has(String(place))) state.set(String(place), unknownValue);
  }
}
