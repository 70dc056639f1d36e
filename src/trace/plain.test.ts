import { describe, expect, test } from "vitest";
import { fittingMembers } from "./fit.js";
import { sha256 } from "./line.js";
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
  ["that is longer", "k ".repeat(150), `${"k ".repeat(128)}…`],
  ["of one long word", "k".repeat(257), `${"k".repeat(128)}…`],
  ["with a character at the limit", `${" ".repeat(255)}😀`, `${" ".repeat(255)}…`],
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

describe("a record that is too long for a line", () => {
  const cut = (head: string, whole: string, length = whole.length): string =>
    `${head}…[cut: ${length} characters, sha256 ${sha256(whole)}]`;
  const read = (fields: { [key: string]: Plain }): unknown =>
    JSON.parse(`{${fittingMembers(fields)}}`);

  test.each<[string, string, string]>([
    ["at a line end", "x ".repeat(200_000), "x ".repeat(32_768)],
    ["not in a character", `${"x".repeat(65_535)}${"😀".repeat(100_000)}`, "x".repeat(65_535)],
    [
      "behind a character",
      `${"x".repeat(65_534)}${"😀".repeat(100_000)}`,
      `${"x".repeat(65_534)}😀`,
    ],
  ])("has its long texts cut, %s", (_name, text, head) => {
    expect(read({ type: "run", text })).toEqual({ type: "run", text: cut(head, text) });
  });

  test("says how long a text was before it was cut the first time", () => {
    const text = `${"x ".repeat(200_000)}…[cut: 5000000 characters]`;
    expect(read({ text })).toEqual({ text: cut("x ".repeat(32_768), text, 5_000_000) });
  });

  test("has its texts cut no shorter than it needs, the longer ones first", () => {
    const [long, short] = ["l".repeat(300_000), "s".repeat(16_384)];
    expect(read({ long, short })).toEqual({ long: cut("l".repeat(65_536), long), short });
    const texts = Array.from({ length: 10 }, () => "t".repeat(60_000));
    expect(read({ texts, short })).toEqual({
      texts: texts.map((text) => cut("t".repeat(16_384), text)),
      short,
    });
  });

  test("loses its largest fields where cut texts are not enough, but not its type and event", () => {
    const numbers = Array.from({ length: 60_000 }, () => 12_345);
    const json = JSON.stringify(numbers);
    expect(read({ type: "run", eventId: "e1", numbers, few: [1, 2] })).toEqual({
      type: "run",
      eventId: "e1",
      numbers: `[cut: ${json.length} characters of JSON, sha256 ${sha256(json)}]`,
      few: [1, 2],
    });
  });

  test("is measured in bytes, not in characters", () => {
    const text = "é".repeat(200_000);
    expect(read({ text })).toEqual({ text: cut("é".repeat(65_536), text) });
  });

  test("keeps its type and event also where they are its largest fields", () => {
    const fields = Object.fromEntries(
      Array.from({ length: 1300 }, (_, index) => [`f${index}`, "v".repeat(200)]),
    );
    const [type, eventId] = ["t".repeat(256), "e".repeat(256)];
    const kept = read({ ...fields, type, eventId }) as Record<string, unknown>;
    expect([kept["type"], kept["eventId"], Object.keys(kept).length]).toEqual([
      type,
      eventId,
      1302,
    ]);
  });

  test("keeps integers past 2^53 digit by digit, inside of lists and objects too", () => {
    const big = 12_345_678_901_234_567_890n;
    expect(fittingMembers({ big, list: [big, "a"], inner: { big, text: 'q"' } })).toBe(
      `"big":${big},"list":[${big},"a"],"inner":{"big":${big},"text":"q\\""}`,
    );
  });
});
