import { expressionTest } from "../match/index.js";

/** A pattern that a host hands to JavaScript's `RegExp`, as far as it can be tested in linear time. */
export type Expression =
  | { readonly type: "expression"; readonly test: (text: string) => boolean }
  /** JavaScript refuses it too. */
  | { readonly type: "invalid" }
  /** JavaScript takes it, and only a backtracking engine could test it: look-around, back-references, great length. */
  | { readonly type: "beyond" };

/** Escapes and classes that mean something else in JavaScript, which the hosts use, than in the linear engine. */
const readOtherwise = /\\[AzCQEpPa]|\[\[:/;

/** Longer patterns are a mistake or an attack. */
const LONGEST_PATTERN = 1000;

/** `RegExp` is only asked whether it takes the pattern; it never runs. */
export function readExpression(source: string): Expression {
  if (source.length > LONGEST_PATTERN) return { type: "beyond" };
  if (!isJavaScript(source)) return { type: "invalid" };
  if (readOtherwise.test(source)) return { type: "beyond" };
  try {
    return { type: "expression", test: expressionTest(source) };
  } catch {
    return { type: "beyond" };
  }
}

function isJavaScript(source: string): boolean {
  try {
    return new RegExp(source) instanceof RegExp;
  } catch {
    return false;
  }
}
