import type { ScriptExit, ScriptFacts, Write } from "./facts.js";
import type { Expression, Language, Span, Statement } from "./syntax.js";
import { joined, unknownValue, type Value } from "./values.js";

export type Define = Extract<Statement, { s: "define" }>;

export type Exit = Extract<Statement, { s: "exit" }>;

const DEEPEST = 3;

/** Functions may be used before they are defined. */
export function define(
  statements: readonly Statement[],
  functions: Map<string, Define>,
  depth = 0,
): void {
  if (depth > DEEPEST) return;
  for (const statement of statements) {
    if (statement.s === "define") {
      functions.set(statement.name, statement);
      define(statement.body, functions, depth + 1);
    } else if (statement.s === "branch")
      for (const arm of statement.arms) define(arm, functions, depth + 1);
    else if (statement.s === "try" || statement.s === "scope")
      define(statement.body, functions, depth + 1);
  }
}

/** Lists to be filled. */
type FoundFacts = {
  readonly [Key in Exclude<keyof ScriptFacts, "isPartial">]: ScriptFacts[Key][number][];
};

export function noFacts(): FoundFacts {
  return {
    writes: [] as Write[],
    exits: [] as ScriptExit[],
    stdin: [] as Span[],
    lostStdin: [] as Span[],
    argv: [] as Span[],
    variables: [],
    fields: [],
    programs: [],
    swallowed: [],
  };
}

/** What a function's parameters are worth; those of a shell have numbers. */
export function argumentsOf(
  { params }: Define,
  values: readonly Value[],
  language: Language,
): ReadonlyMap<string, Value> {
  const given = new Map<string, Value>();
  for (const [index, param] of params.entries()) given.set(param, values[index] ?? unknownValue);
  if (language !== "shell") return given;
  for (const [index, value] of values.entries()) given.set(String(index + 1), value);
  return given.set("@", joined(values)).set("*", joined(values));
}

type Literal = Extract<Expression, { e: "text" | "number" | "flag" | "null" }>;

export function literalOf(expression: Literal): Value {
  switch (expression.e) {
    case "text":
      return { v: "text", text: expression.text };
    case "number":
      return { v: "number", value: expression.value };
    case "flag":
      return { v: "flag", value: expression.value };
    case "null":
      return { v: "null" };
  }
}
