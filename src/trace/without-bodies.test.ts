import { expect, test } from "vitest";
import { withoutBodies } from "./without-bodies.js";

const short = "x".repeat(1000);
const long = "x ".repeat(501);
const head = `${"x ".repeat(500)}…[cut: 1002 characters]`;
class Other {
  text = long;
}
const nested = (levels: number, inner: unknown): unknown =>
  levels === 0
    ? inner
    : levels % 2 === 0
      ? [nested(levels - 1, inner)]
      : { a: nested(levels - 1, inner) };

test.each<[string, unknown, unknown]>([
  ["a long text", long, head],
  [
    "a text of one character more",
    `${short.slice(1)} x`,
    `${short.slice(1)} …[cut: 1001 characters]`,
  ],
  ["one of some texts in a list", [1, short, long, long], [1, short, head, head]],
  ["a text in an object", { a: short, b: long, c: null }, { a: short, b: head, c: null }],
  ["a text in a list in an object", { a: [{ b: long }] }, { a: [{ b: head }] }],
  ["a text in a list fifteen levels down", nested(15, [long]), nested(15, [head])],
  ["a text sixteen levels down", nested(16, long), nested(16, head)],
  [
    "an own field with a strange name",
    JSON.parse(`{"__proto__":"${long}"}`),
    JSON.parse(`{"__proto__":"${head}"}`),
  ],
])("only the beginning is left of %s", (_name, value, left) => {
  expect(withoutBodies(value)).toEqual(left);
});

test.each<[string, unknown]>([
  ["a text of the longest that is none", short],
  ["a number", 5],
  ["null", null],
  ["undefined", undefined],
  ["a list of short texts", [short, [short]]],
  ["an object of short texts", { a: short, b: { c: [short] } }],
  ["an empty list", []],
  ["an empty object", {}],
  ["what is deeper than sixteen levels", nested(16, [long])],
  ["what is no plain object", new Other()],
  ["a map", new Map([["a", long]])],
])("%s stays, and is the same value", (_name, value) => {
  expect(withoutBodies(value)).toBe(value);
});
