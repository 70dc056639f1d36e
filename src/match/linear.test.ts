import fc from "fast-check";
import { RE2JS } from "re2js";
import { describe, expect, test } from "vitest";
import { linearTest } from "./linear.js";

describe("an expression that needs no other engine", () => {
  test.each([
    ["names", "Edit|Write"],
    ["names between the ends of the text", "^(Edit|Write|MultiEdit)$"],
    ["everything that begins with a text", "^mcp__.*"],
    ["everything that holds one, to the end", "mcp__.+"],
    ["something repeated in the middle, from the beginning", "^mcp__.*__write$"],
    ["a choice with something repeated", "^(Bash|mcp__\\w+)$"],
    ["classes and what may be missing", "^(?:Multi)?Edit[a-zA-Z0-9_-]*$"],
    ["signs that mean themselves", "a\\.b\\-c\\/d"],
    ["nothing", ""],
  ])("%s", (_, expression) => {
    expect(linearTest(expression)).toBeTypeOf("function");
  });
});

describe("what is left to the linear engine", () => {
  test.each([
    ["something repeated that more follows, from any place", ".*secret"],
    ["something repeated before the end of the text, from any place", "a.*$"],
    ["two things that are repeated", "^a.*b.*c"],
    ["a group that is repeated", "^(ab)*$"],
    ["a repetition in a repetition", "^(a+)+$"],
    ["a number of times", "a{2,3}"],
    ["as little as can be", "^a*?b"],
    ["white space, of which the two know different kinds", "a\\sb"],
    ["borders of words", "\\bEdit\\b"],
    ["a look ahead", "a(?=b)"],
    ["a back reference", "(a)\\1"],
    ["flags", "(?i)edit"],
    ["names of classes", "[[:alpha:]]"],
    ["letters beyond ASCII", "Änderung"],
    ["a begin that is not at the begin", "a^b"],
    ["an end that is not at the end", "a$b"],
    ["more choices than are followed", "(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)"],
    ["ever more choices", "a?".repeat(30) + "a".repeat(30)],
    ["a group without an end", "(a"],
    ["an end without a group", "a)"],
    ["a class without an end", "[a"],
    ["a range the wrong way round", "[z-a]"],
  ])("%s", (_, expression) => {
    expect(linearTest(expression)).toBeNull();
  });
});

/** Expressions of the signs that matter, and texts of the same few letters, so that they match each other. */
const piece = fc.constantFrom(
  ..."abAB_-.1 |()[]^$*+?\\/{}:,&~",
  ".*",
  "\\d",
  "\\W",
  "\\.",
  "[a-b]",
  "[^a]",
  "(?:",
  "(a|b)",
  "a+",
);
const expressions = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(""));
const texts = fc
  .array(fc.constantFrom(..."abAB_-.1 /\\|", "\n", "\r", "\u2028", "é", "😀", "\ud83d", "\u0000"), {
    maxLength: 12,
  })
  .map((signs) => signs.join(""));

const runs = Number(process.env["SNAPHOOK_PROPERTY_RUNS"] ?? 3000);

test("both engines say the same", () => {
  fc.assert(
    fc.property(expressions, fc.array(texts, { minLength: 5, maxLength: 5 }), (expression, all) => {
      const linear = linearTest(expression);
      if (linear === null) return;
      // What one takes the other takes: it does not throw.
      const engine = RE2JS.compile(expression);
      for (const text of all)
        expect([expression, text, linear(text)]).toEqual([
          expression,
          text,
          engine.matcher(text).find(),
        ]);
    }),
    { numRuns: runs },
  );
});

test("a text of a million characters takes no longer than a text of that length should", () => {
  const text = `${"a".repeat(1_000_000)}\n`;
  for (const expression of ["^a*b$", "^a.*b", "(a|b)(a|b)(a|b)(a|b)(a|b)c", "a?a?a?a?aaaac", "b.*"])
    expect([expression, linearTest(expression)?.(text)]).toEqual([expression, false]);
});
