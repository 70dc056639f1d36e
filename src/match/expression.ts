import { RE2JS } from "re2js";
import { linearTest } from "./linear.js";

/**
 * Tests whether a regular expression matches anywhere in a text, in linear time. Throws where it is none: look-around and
 * back-references are not.
 */
export function expressionTest(source: string): (text: string) => boolean {
  const linear = linearTest(source);
  if (linear !== null) return linear;
  const expression = RE2JS.compile(source);
  return (text) => expression.matcher(text).find();
}
