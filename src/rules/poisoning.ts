import type { SimpleCommand, Word } from "../shell/index.js";

/** Builtins that set variables, or read commands that may. */
const SETTING = new Set(
  "export declare typeset local readonly source . eval read mapfile readarray getopts let unset".split(
    " ",
  ),
);

/** Builtins that change in another way what later commands do or mean. */
const CHANGING = new Set("alias unalias set shopt setopt trap enable hash bind".split(" "));

/** Whether a command may set variables other than by an assignment. */
export function setsVariables({ words }: SimpleCommand): boolean {
  return SETTING.has(words[0]?.text ?? "") || isPrintToVariable(words);
}

/** Whether a command changes what later ones do or mean. */
export function isPoisoning(command: SimpleCommand): boolean {
  return setsVariables(command) || CHANGING.has(command.words[0]?.text ?? "");
}

/** `printf -v name` assigns. */
function isPrintToVariable([program, option]: readonly Word[]): boolean {
  return program?.text === "printf" && option?.text.startsWith("-v") === true;
}

/** Builtins that evaluate the subscript of a name that they are given, and what is written like a number. */
const EVALUATING = new Set("test [ [[ printf wait".split(" "));
const SUBSCRIPT = /\[[^\]]*[$`]/;
/** Operators whose operands are evaluated. */
const EVALUATED = /^-(?:v|R|t|eq|ne|lt|le|gt|ge)$/;
const TESTS = new Set(["test", "[", "[["]);

/** Whether a builtin would run a command in one of its words, or may, because the word is not known. */
export function evaluatesWords({ words }: SimpleCommand): boolean {
  const [program, ...rest] = words;
  const name = program?.text ?? "";
  if (!EVALUATING.has(name) && !SETTING.has(name)) return false;
  if (rest.some(({ text }) => SUBSCRIPT.test(text))) return true;
  return TESTS.has(name) && rest.some(({ known }) => !known) && mayEvaluate(rest);
}

/** An operator that is not known may be one that evaluates. */
function mayEvaluate(words: readonly Word[]): boolean {
  return (
    words.some(({ text }) => EVALUATED.test(text)) || !words.some(({ text }) => OPERATOR.test(text))
  );
}

const OPERATOR = /^(?:-[a-zA-Z]+|[=!]=?|=~|[<>])$/;
