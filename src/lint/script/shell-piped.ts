import type * as Bash from "unbash";
import type { CommandWord } from "./shell-tables.js";
import type { Expression, Span, Statement } from "./syntax.js";

/** `echo "$INPUT" | grep -o '"tool_name": *"[^"]*"'`: names that are at the top of every payload. */
export function searched(
  program: string,
  args: readonly CommandWord[],
  input: Expression,
  at: Span,
): Expression {
  if (!/^(?:[ef]?grep|sed|awk|perl)$/.test(program)) return input;
  const texts = args.map((arg) => arg.text ?? "").join(" ");
  const paths = Array.from(
    texts.matchAll(/"((?:tool|agent|hook)\w+)\\?"/gi),
    ([, name = ""]) => name,
  );
  return paths.length === 0 ? input : { e: "fields", of: input, paths: [...new Set(paths)], at };
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
