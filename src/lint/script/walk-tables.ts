import type { ScriptExit, ScriptFacts, Write } from "./facts.js";
import type { Span, Statement } from "./syntax.js";

export type Define = Extract<Statement, { s: "define" }>;

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
