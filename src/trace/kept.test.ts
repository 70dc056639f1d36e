import { describe, expect, test } from "vitest";
import { fittingMembers } from "./fit.js";
import { keptOf, type Kept } from "./kept.js";
import { sha256 } from "./line.js";
import { toPlain, type PlainFields } from "./plain.js";
import { createRedactor } from "./redact.js";
import { withoutBodies } from "./without-bodies.js";

const hash = sha256("");
const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);
const fitted = (fields: PlainFields): unknown => JSON.parse(`{${fittingMembers(fields)}}`);

describe("whatever a writer leaves out, it is said that the value was cut", () => {
  const cycle: unknown[] = [];
  cycle.push(cycle);
  const deep = numbers(40).reduce<unknown>((inner) => [inner], "x");
  const values = { one: numbers(9999), two: numbers(9999), three: [[1], [2]] };
  test.each<[string, () => unknown]>([
    ["a body", () => withoutBodies("x".repeat(2000))],
    ["a body in a list in an object", () => withoutBodies({ a: ["x ".repeat(1000)] })],
    ["the rest of a text", () => toPlain("x".repeat(1_048_577))],
    ["the rest of a list", () => toPlain(numbers(10_001))],
    ["the rest of an object", () => toPlain(Object.fromEntries(numbers(10_001).entries()))],
    ["the rest of a name", () => toPlain({ ["k".repeat(257)]: 1 })],
    [
      "the rest of each of two names",
      () => toPlain({ [`${"k".repeat(128)}${"-".repeat(200)}`]: 1 }),
    ],
    ["the rest of a name that is redacted", () => createRedactor({})({ ["k ".repeat(200)]: 1 })],
    ["what is too deep", () => toPlain(deep)],
    ["what is too much", () => toPlain({ values })],
    ["what is in itself", () => toPlain(cycle)],
    ["bytes", () => toPlain(new Uint8Array(3))],
    ["a number that JSON lacks", () => toPlain([-Infinity])],
    ["a date that is none", () => toPlain(new Date(Number.NaN))],
    [
      "what throws",
      () =>
        toPlain({
          get a(): never {
            throw new Error("no");
          },
        }),
    ],
    ["a long text of a record", () => fitted({ text: "x".repeat(300_000) })],
    ["a large list of a record", () => fitted({ list: numbers(60_000) })],
    ["a large list in a payload", () => fitted({ payload: { input: { list: numbers(60_000) } } })],
    [
      "all of a record",
      () => fitted(Object.fromEntries(numbers(9000).map((at) => [`${"n".repeat(100)}${at}`, "v"]))),
    ],
  ])("%s", (_name, left) => {
    expect(keptOf(left())).toBe("cut");
  });
});

test.each<[string, unknown, Kept]>([
  ["nothing", undefined, "whole"],
  ["null", null, "whole"],
  ["a BigInt", 5n, "whole"],
  ["a text", "a", "whole"],
  ["an object", { a: [1, { b: "c" }] }, "whole"],
  ["a text about a cut", "see […[cut: 5 characters] of it", "whole"],
  ["a text behind a note", "[cut: 5 items] and more", "whole"],
  ["a text before a note", "more [cut: 5 items]", "whole"],
  ["a note without a number", "…[cut: characters]", "whole"],
  ["a note of something else", "[cut: 5 trees]", "whole"],
  ["a note of a record without its hash", "[cut: 5 characters of JSON]", "whole"],
  ["a note without an ellipsis", "[cut: 5 characters]", "whole"],
  ["a text with a note", "x…[cut: 15 characters]", "cut"],
  ["a text with a hash", `x…[cut: 15 characters, sha256 ${hash}]`, "cut"],
  ["a text of two lines with a note", "x\ny…[cut: 15 characters]", "cut"],
  ["a list with a note", [1, "[cut: 15 items]"], "cut"],
  ["an object with a note", { a: 1, "…": "[cut: 15 fields]" }, "cut"],
  ["a note of a field", { payload: `[cut: 15 characters of JSON, sha256 ${hash}]` }, "cut"],
  ["two names that were cut to one", { a: 1, "k…[cut: 300 characters] (2)": 2 }, "cut"],
  ["many names that were cut to one", { "k…[cut: 300 characters] (12)": 2 }, "cut"],
  ["a secret", "it is [redacted:key], yes", "redacted"],
  ["a secret in an object in a list", [{ a: "[redacted:private-key]" }, "b"], "redacted"],
  ["a secret in a name", { "[redacted:aws]": 1, b: 2 }, "redacted"],
  ["a secret that has no kind", "[redacted:]", "whole"],
  ["a secret, and then a cut", { a: "[redacted:key]", b: "x…[cut: 15 characters]" }, "cut"],
  ["a cut, and then a secret", { a: "x…[cut: 15 characters]", b: "[redacted:key]" }, "cut"],
])("of %s is kept: %#", (_name, value, kept) => {
  expect(keptOf(value)).toBe(kept);
});
