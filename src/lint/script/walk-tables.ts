import type { CheckRun, ScriptExit, ScriptFacts, Write } from "./facts.js";
import type { Expression, Span, Statement } from "./syntax.js";
import { contentOf, either, isFromPayload, madeOf, unknownValue, type Value } from "./values.js";

export type Exit = Extract<Statement, { s: "exit" }>;

/** Lists to be filled. */
type FoundFacts = {
  readonly [
    Key in Exclude<keyof ScriptFacts, "isPartial" | "isEventAsked">
  ]: ScriptFacts[Key][number][];
};

export function noFacts(): FoundFacts {
  return {
    writes: [] as Write[],
    exits: [] as ScriptExit[],
    stdin: [] as Span[],
    lostStdin: [] as Span[],
    drainedStdin: [],
    checks: [] as CheckRun[],
    argv: [] as Span[],
    variables: [],
    fields: [],
    searched: [],
    compared: [],
    cutInput: [],
    injected: [],
    programs: [],
    swallowed: [],
    handlers: [],
  };
}

type Literal = Extract<Expression, { e: "text" | "number" | "flag" | "null" }>;

export function isLiteral(expression: Expression): expression is Literal {
  const { e } = expression;
  return e === "text" || e === "number" || e === "flag" || e === "null";
}

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

/** Gets each field of the payload that is read. */
export type ReadField = (path: string, isGuess: boolean) => void;

/** Of a longer table too little is known: most of it is for other calls. */
const MOST_CHOICES = 5;

/** A field of a value. */
export function memberOf(of: Value, key: string | null, read: ReadField): Value {
  if (of.v === "list") return of.items[Number(key ?? "x")] ?? unknownValue;
  if (of.v === "object") {
    if (key !== null) return of.fields.get(key) ?? unknownValue;
    // `handlers[tool]`: one of them.
    const all = [...of.fields.values()];
    return all.length > 0 && all.length <= MOST_CHOICES && all.every(({ v }) => v === "function")
      ? all.reduce(either)
      : unknownValue;
  }
  if (of.v === "either") return of.options.map((one) => memberOf(one, key, read)).reduce(either);
  if (of.v !== "payload")
    return /^(?:returncode|status|exitCode)$/.test(key ?? "")
      ? { v: "unknown", fromPayload: isFromPayload(of), isStatus: true }
      : madeOf([of]);
  if (key === null) return { v: "unknown", fromPayload: true };
  const path = of.path === "" ? key : `${of.path}.${key}`;
  read(path, of.isGuess === true);
  return { ...of, path };
}

const MOST_WRITES = 300;

/** Numbers for what is printed: the same text at the same place has one. */
export class WriteIds {
  private readonly known = new Map<string, number>();

  constructor(private readonly writes: Write[]) {}

  /** Null where there are too many. */
  of(
    { stream, value, at }: Pick<Write, "stream" | "value" | "at">,
    { isRepeated, handler }: Pick<Write, "isRepeated" | "handler">,
    isAgain = false,
  ): number | null {
    const place = `${at.file} ${at.start} ${at.end} ${handler?.start} ${isAgain}`;
    const key = `${stream} ${place} ${contentOf(value)}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const id = this.writes.length;
    if (id >= MOST_WRITES) return null;
    this.known.set(key, id);
    const again = isAgain ? { isAgain } : {};
    this.writes.push({ id, stream, value, at, isRepeated, handler, ...again });
    return id;
  }
}

/** An exit code; in a shell it is a text. */
export function numberIn(value: Value): number | null {
  if (value.v === "text" && /^\d{1,3}$/.test(value.text)) return Number(value.text);
  return value.v === "number" ? value.value : null;
}
