import { describe, expect, test } from "vitest";
import { toPlain, wholeCharacters, type Plain, type Rules } from "./plain.js";

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
    ["what follows a flag that is none of these stays", ["-v", "x"], ["-v", "x"]],
    ["what is first stays", ["x", "--pass"], ["x", "--pass"]],
    [
      "what follows the flag of a count is one or goes",
      ["-tokens", "x", "5"],
      ["-tokens", "x", "5"],
    ],
    [
      "a count of twelve digits stays",
      { tokens: ["123456789012", "1a", 5n, true, null] },
      { tokens: ["123456789012", "[redacted:key]", 5n, true, null] },
    ],
    [
      "all below goes, but what says nothing",
      { pass: [1, 5n, "a", "", true, null, { tokens: "1", a: 2 }] },
      {
        pass: [
          "[redacted:key]",
          "[redacted:key]",
          "[redacted:key]",
          "",
          true,
          null,
          { tokens: "[redacted:key]", a: "[redacted:key]" },
        ],
      },
    ],
    [
      "below a count the other names are those of counts",
      { tokens: { a: "1", b: "x", pass: 1 } },
      { tokens: { a: "1", b: "[redacted:key]", pass: "[redacted:key]" } },
    ],
    [
      "a flag below a secret is none",
      { pass: ["-tokens", "5"] },
      { pass: ["[redacted:key]", "[redacted:key]"] },
    ],
    [
      "the name of a pair says what its value is",
      { name: "pass", value: "x" },
      { name: "pass", value: "[redacted:key]" },
    ],
    [
      "so does the key of one",
      { key: "tokens", value: ["x", "5"] },
      { key: "tokens", value: ["[redacted:key]", "5"] },
    ],
    [
      "the name of one before its key",
      { name: "a", key: "pass", value: "x" },
      { name: "a", key: "pass", value: "x" },
    ],
    ["a name that is no text says nothing", { name: 5, value: "x" }, { name: 5, value: "x" }],
    [
      "it says nothing of another field",
      { name: "pass", other: "x" },
      { name: "pass", other: "x" },
    ],
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

describe("the head of a name is cut where a word ends", () => {
  const cutAt = (key: string): number => {
    const [name = ""] = Object.keys(toPlain({ [key]: 1 }) as object);
    return name.indexOf("…");
  };
  test.each([..."aZ09_+/=.%~-"])("%s is of a word", (character) => {
    expect(cutAt(`${"x".repeat(199)} ${character.repeat(100)}`)).toBe(200);
  });
  test.each([..." :,;é日\n\"'([{"])("%j is of none", (character) => {
    expect(cutAt(`${"x".repeat(199)} ${character.repeat(100)}`)).toBe(256);
  });
  test.each([
    [126, 128],
    [127, 128],
    [128, 129],
    [254, 255],
    [255, 256],
  ])("a word that begins behind %i characters: at %i", (before, at) => {
    expect(cutAt(`${"x".repeat(before)} ${"y".repeat(300)}`)).toBe(at);
  });
});

test.each([
  ["\ud7ff", "\ud7ff"],
  ["\ud800", ""],
  ["\udbff", ""],
  ["\udc00", "\udc00"],
  ["😀", "😀"],
  ["\ud800x", "\ud800x"],
  ["\ud800\n", "\ud800\n"],
  ["", ""],
])("of %j whole characters are %j", (text, whole) => {
  expect(wholeCharacters(`a${text}`)).toBe(`a${whole}`);
});

describe("values of every kind", () => {
  class Own {
    readonly a = 1;
    readonly call = (): number => 1;
  }
  const error = Object.assign(new TypeError("wrong"), { code: "E", name: "Mine" });
  const proto = Object.defineProperty({}, "__proto__", { value: 1, enumerable: true });
  test.each<[string, unknown, Plain]>([
    ["nothing", undefined, null],
    ["a function", () => 1, null],
    ["a symbol", Symbol("a"), null],
    ["a number", -1.5, -1.5],
    ["infinity", Infinity, "[number: Infinity]"],
    ["a BigInt", 5n, 5n],
    ["a boolean", false, false],
    ["what is left out of a list is null there", [undefined, () => 1, 1], [null, null, 1]],
    ["what is left out of an object is not there", { a: undefined, b: 1 }, { b: 1 }],
    ["a date", new Date(0), "1970-01-01T00:00:00.000Z"],
    ["a date that is none", new Date(Number.NaN), "[date: invalid]"],
    ["bytes", new Uint16Array(3), "[bytes: 6]"],
    ["a set", new Set([1, "a"]), [1, "a"]],
    [
      "a map",
      new Map<unknown, unknown>([
        [1, "a"],
        ["b", [2]],
      ]),
      { 1: "a", b: [2] },
    ],
    ["an instance", new Own(), { a: 1 }],
    ["an error", error, { name: "Mine", message: "wrong", code: "E" }],
    ["the same twice, which is no cycle", [proto, proto], [proto, proto]],
    [
      "what cannot be read",
      {
        get a(): never {
          throw new Error("no");
        },
        b: 1,
      },
      { a: "[unreadable]", b: 1 },
    ],
  ])("%s", (_name, value, plain) => {
    expect(toPlain(value)).toEqual(plain);
  });

  test("what is in itself is marked there", () => {
    const value: Record<string, unknown> = { a: [1] };
    value["self"] = { value };
    expect(toPlain(value)).toEqual({ a: [1], self: { value: "[cycle]" } });
  });
});

describe("of too many values below a record", () => {
  test("the last one that is begun is marked, and the others are counted", () => {
    const lists = Array.from({ length: 10_000 }, () => []);
    expect(toPlain({ lists, text: "a", more: [1], last: 2 })).toEqual({
      lists: [...lists.slice(0, 9998), "[too many values]", "[cut: 10000 items]"],
      text: "a",
      more: "[too many values]",
      last: 2,
    });
  });

  test("the texts have four megabytes, and each at least 256 characters of its own", () => {
    const texts = [
      ...Array.from({ length: 3 }, () => "x".repeat(LONGEST)),
      "x".repeat(LONGEST - 300),
    ];
    const [, , , , fifth, sixth, seventh] = toPlain([
      ...texts,
      "y ".repeat(200),
      "z ".repeat(128),
      "z ".repeat(129),
    ]) as Plain[];
    expect([fifth, sixth, seventh]).toEqual([
      `${"y ".repeat(150)}…[cut: 400 characters]`,
      "z ".repeat(128),
      `${"z ".repeat(128)}…[cut: 258 characters]`,
    ]);
  });
});
