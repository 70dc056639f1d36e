import type * as Bash from "unbash";
import type { CommandWord } from "./shell-tables.js";
import type { Expression, Span, Statement } from "./syntax.js";

/** A key in a pattern for JSON: `"command"[[:space:]]*:`. */
const KEY = /"([A-Za-z]\w+)\\?"(?:\[\[:(?:space|blank):\]\]|\\s|\[ [^\]]*\]| )?[*+?]?:/g;
/** All up to the first quote. */
const TO_QUOTE = /"([A-Za-z]\w+)\\?"[^"|]*:[^"|]*"?\\?\(?\[\^\\?"\]/g;

/**
 * `echo "$INPUT" | grep -o '"tool_name": *"[^"]*"'`: names that are at the top of every payload. Others may be
 * anywhere in it.
 */
export function searched(
  program: string,
  args: readonly CommandWord[],
  input: Expression,
  at: Span,
): Expression {
  if (!/^(?:[ef]?grep|sed|awk|perl)$/.test(program)) return input;
  const texts = args.map((arg) => arg.text ?? "").join(" ");
  const namesBy = (pattern: RegExp): readonly string[] => [
    ...new Set(Array.from(texts.matchAll(pattern), ([, name = ""]) => name)),
  ];
  const paths = namesBy(/"((?:tool|agent|hook)\w+)\\?"/gi);
  const keys = namesBy(KEY);
  if (paths.length + keys.length === 0) return input;
  const toQuote = namesBy(TO_QUOTE);
  return { e: "fields", of: input, paths, at, ...(keys.length > 0 && { keys, toQuote }) };
}

/** Whether standard input comes from somewhere else. */
export function isInput({ type, operator }: Bash.Redirection): boolean {
  return type !== "Redirect" || operator.startsWith("<");
}

/** What reads a pipe: what comes there may be the payload again. */
export function asPiped(statement: Statement): Statement {
  const body = [statement];
  return {
    s: "scope",
    body,
    stdout: "stdout",
    stderr: "stderr",
    isSubshell: false,
    isPiped: true,
  };
}

/** `[ "$NAME" = Bash ]` */
export function compared(program: string, args: readonly CommandWord[], at: Span): Expression[] {
  const [left, operator, right] = args;
  if (program !== "[" || left === undefined || right === undefined)
    return args.map(({ value }) => value);
  return /^(?:==?|!=)$/.test(operator?.text ?? "")
    ? [{ e: "compare", isEqual: operator?.text !== "!=", left: left.value, right: right.value, at }]
    : args.map(({ value }) => value);
}

/** Code of its own, and not an `exit` of the shell that reads a pipe. */
export function isNestedOnly(statements: readonly Statement[]): boolean {
  return statements.every((one) => one.s === "nested" || one.s === "program");
}
