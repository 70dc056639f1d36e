import { describe, expect, test } from "vitest";
import { toPlain, type Plain, type Rules } from "./plain.js";

const LONGEST = 1_048_576;

describe("a text that is too long keeps", () => {
  const spaced = (length: number): string => "x ".repeat(length / 2);
  test.each<[string, string, string]>([
    ["all of it at the limit", "x".repeat(LONGEST), "x".repeat(LONGEST)],
    [
      "as much as the limit where a word ends there",
      `${spaced(LONGEST)}x`,
      `${spaced(LONGEST)}…[cut: ${LONGEST + 1} characters]`,
    ],
    [
      "nothing of a word that goes beyond the limit",
      `${spaced(LONGEST - 10)}${"w".repeat(20)} end`,
      `${spaced(LONGEST - 10)}…[cut: ${LONGEST + 14} characters]`,
    ],
    [
      "all but 4096 characters of one endless word",
      "w".repeat(LONGEST + 5),
      `${"w".repeat(LONGEST - 4096)}…[cut: ${LONGEST + 5} characters]`,
    ],
    [
      "no half of a character",
      `${" ".repeat(LONGEST - 1)}😀`,
      `${" ".repeat(LONGEST - 1)}…[cut: ${LONGEST + 1} characters]`,
    ],
    [
      "a character that just fits",
      `${" ".repeat(LONGEST - 2)}😀 `,
      `${" ".repeat(LONGEST - 2)}😀…[cut: ${LONGEST + 1} characters]`,
    ],
  ])("%s", (_name, given, expected) => {
    // Not `toEqual`: what it would print where it fails is a megabyte.
    expect(toPlain(given) === expected).toBe(true);
  });

  test("256 characters where the texts before it have used up the room", () => {
    const texts = Array.from({ length: 4 }, () => "x".repeat(LONGEST));
    const [, , , , last] = toPlain([...texts, "y ".repeat(200)]) as Plain[];
    expect(last).toBe(`${"y ".repeat(128)}…[cut: 400 characters]`);
  });

  test("its secrets from being seen: they are taken out of the head before it is marked", () => {
    const rules: Rules = {
      text: (value) => value.replaceAll("sesame", "[secret]"),
      key: (name) => ({ name, mode: "open" }),
    };
    const given = `sesame ${"x ".repeat(LONGEST / 2)}`;
    const expected = `[secret] ${"x ".repeat((LONGEST - 8) / 2)}…[cut: ${LONGEST + 7} characters]`;
    expect(toPlain(given, rules) === expected).toBe(true);
  });
});

describe("by the name of a field", () => {
  const rules: Rules = {
    text: (value) => value,
    key: (name) => ({
      name,
      mode: /pass/.test(name) ? "secret" : name === "tokens" ? "counts" : "open",
    }),
  };
  test.each<[string, unknown, Plain]>([
    ["a count stays, as a number and as a text", { tokens: [5, "4096"] }, { tokens: [5, "4096"] }],
    [
      "what is no count goes",
      { tokens: ["abc", "1234567890123", ""] },
      { tokens: ["[redacted:key]", "[redacted:key]", ""] },
    ],
    [
      "what follows a flag goes",
      ["run", "--pass", "x", "y"],
      ["run", "--pass", "[redacted:key]", "y"],
    ],
    ["what follows a word stays", ["pass", "x"], ["pass", "x"]],
  ])("%s", (_name, given, expected) => {
    expect(toPlain(given, rules)).toEqual(expected);
  });
});

test.each<[string, string, string]>([
  ["of 256 characters", "k".repeat(256), "k".repeat(256)],
  ["that is longer", "k ".repeat(150), `${"k ".repeat(128)}…[cut: 300 characters]`],
  ["of one long word", "k".repeat(257), `${"k".repeat(128)}…[cut: 257 characters]`],
  [
    "with a character at the limit",
    `${" ".repeat(255)}😀`,
    `${" ".repeat(255)}…[cut: 257 characters]`,
  ],
])("a key %s", (_name, key, expected) => {
  expect(toPlain({ [key]: 1 })).toEqual({ [expected]: 1 });
});

describe("of too much", () => {
  const numbers = (length: number): number[] => Array.from({ length }, (_, index) => index);

  test("10000 items of a list are kept, and the others are counted", () => {
    expect(toPlain(numbers(10_000))).toEqual(numbers(10_000));
    expect(toPlain(numbers(10_002))).toEqual([...numbers(10_000), "[cut: 10002 items]"]);
  });

  test("10000 fields are kept, and the others are counted", () => {
    const fields = (length: number): object =>
      Object.fromEntries(numbers(length).map((index) => [`f${index}`, index]));
    expect(toPlain(fields(10_000))).toEqual(fields(10_000));
    expect(toPlain(fields(10_002))).toEqual({ ...fields(10_000), "…": "[cut: 10002 fields]" });
  });

  test("20000 values are read below a record, and every field of the record itself", () => {
    const record = toPlain({
      one: numbers(9000),
      two: numbers(9000),
      three: numbers(9000),
      last: 1,
    });
    const { one, two, three, last } = record as Record<string, Plain[]>;
    expect([one, two, last]).toEqual([numbers(9000), numbers(9000), 1]);
    expect(three?.at(-1)).toBe("[cut: 9000 items]");
  });

  test("32 levels are read", () => {
    const nested = (levels: number, inner: unknown): unknown =>
      levels === 0 ? inner : [nested(levels - 1, inner)];
    expect(toPlain(nested(32, "inner"))).toEqual(nested(32, "inner"));
    expect(toPlain(nested(33, "inner"))).toEqual(nested(32, "[too deep]"));
  });
});
