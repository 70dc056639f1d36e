import type { HookFunction } from "./hook-function.js";

/** What a setting may be. The checks and the JSON Schema are both made from it. */
export type ValueSpec =
  | { readonly kind: "text"; readonly mayBeEmpty?: boolean }
  | { readonly kind: "url" }
  /** Words; some are only in settings given by code. */
  | {
      readonly kind: "word";
      readonly words: readonly string[];
      readonly inCode?: readonly string[];
    }
  | { readonly kind: "flag" }
  /** Fractions allowed; above the first, at most the second. */
  | { readonly kind: "number"; readonly above: number; readonly most: number }
  | { readonly kind: "integer"; readonly least: number; readonly most: number }
  | { readonly kind: "texts" }
  /** Names and texts: variables of the environment. */
  | { readonly kind: "variables" }
  | { readonly kind: "pattern" }
  /** Fields of the tool's input, and a pattern for each. */
  | { readonly kind: "patterns" }
  | { readonly kind: "any" }
  | { readonly kind: "function" }
  | { readonly kind: "object"; readonly keys: KeyTable }
  /** A list of objects that each have at least one of some keys. */
  | { readonly kind: "entries"; readonly keys: KeyTable; readonly needsOneOf: readonly string[] }
  /** Event names, and a list of groups for each. */
  | { readonly kind: "events" };

/** What is known of one key. */
export interface KeySpec {
  readonly value: ValueSpec;
  readonly description: string;
  readonly default?: unknown;
  readonly required?: boolean;
  /** Layers in which it counts; by default all. */
  readonly layers?: readonly string[];
  /** Types of hook that have it; by default all. */
  readonly hookTypes?: readonly string[];
  /** Where the key appears twice: keep both, drop both, or prefer the first of these values that is there. Otherwise the last counts. */
  readonly twice?: "both" | "neither" | { readonly prefer: readonly unknown[] };
}

export type KeyTable = Readonly<Record<string, KeySpec>>;

/** What a value of this kind becomes when it is read. */
export type ValueOf<Spec extends ValueSpec> = Spec extends { kind: "text" | "url" | "pattern" }
  ? string
  : Spec extends { kind: "word"; words: readonly (infer Word)[] }
    ? Word | (Spec extends { inCode: readonly (infer Other)[] } ? Other : never)
    : Spec extends { kind: "flag" }
      ? boolean
      : Spec extends { kind: "number" | "integer" }
        ? number
        : Spec extends { kind: "texts" }
          ? readonly string[]
          : Spec extends { kind: "variables" | "patterns" }
            ? Readonly<Record<string, string>>
            : Spec extends { kind: "function" }
              ? HookFunction
              : unknown;

/** What a value of this kind may be, in words. */
export function allowedFor(spec: ValueSpec): readonly string[] {
  switch (spec.kind) {
    case "text":
      return [spec.mayBeEmpty === true ? "a text" : "a text that is not empty"];
    case "url":
      return ["a URL of http or https, without a name or password in it"];
    case "word":
      return spec.words;
    case "flag":
      return ["true", "false"];
    case "number":
      return [`a number above ${spec.above}, at most ${spec.most}`];
    case "integer":
      return [`a whole number from ${spec.least} to ${spec.most}`];
    case "texts":
      return ["a list of texts"];
    case "variables":
      return ["an object of texts"];
    case "pattern":
      return ["names: Bash|Write", "a glob: mcp__*", "an expression: /^Edit$/"];
    case "patterns":
      return ["an object of patterns"];
    case "any":
      return ["a JSON value"];
    case "function":
      return ["a function"];
    case "object":
      return ["an object"];
    case "entries":
      return ["a list of objects"];
    case "events":
      return ["an object: event names, and a list for each"];
  }
}
