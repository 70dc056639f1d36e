import { expect, test } from "vitest";
import { patternExamples } from "./pattern-example.js";

test.each([
  ["a word", "secret", ["secret"]],
  ["a glob", "*secret*", ["secret"]],
  ["blanks and what comes between", "git\\s+push.*--force", ["git push --force"]],
  ["alternatives", "rm -rf|mkfs", ["rm -rf", "mkfs"]],
  ["the first of a group", "(?:sudo )?(rm|mv) -[rf]+", ["sudo rm -r"]],
  ["ends and escapes", "^\\.env$", [".env"]],
  ["classes", "\\bid_[a-z]{2}\\d\\b", ["id_aa1"]],
  ["classes of POSIX", "rm[[:space:]]+-r", ["rm -r"]],
  ["what must not follow", "push(?! --dry-run)", ["push"]],
  ["a pattern that is none", "a)b(", ["a", "b"]],
  ["nothing", ".*", []],
])("of %s: %s", (_title, pattern, expected) => {
  expect(patternExamples(pattern)).toEqual(expected);
});

test.each(["((((((((((".repeat(2000), "[".repeat(5000), "a{99999999}", "|".repeat(20_000)])(
  "a hostile pattern ends: %#",
  (pattern) => {
    expect(patternExamples(pattern.slice(0, 120)).join("").length).toBeLessThan(10_000);
  },
);
