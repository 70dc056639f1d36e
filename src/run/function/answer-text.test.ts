import fc from "fast-check";
import { expect, test } from "vitest";
import { answerText } from "./answer-text.js";

test("what JSON can hold is written as JSON.stringify writes it", () => {
  const answers = fc.dictionary(
    fc.string(),
    fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(undefined, Number.NaN, new Date(0), () => 1),
    ),
  );
  fc.assert(
    fc.property(answers, (answer) => {
      expect(answerText(answer, 1e6)).toEqual({ text: JSON.stringify(answer), fault: null });
    }),
  );
});

test.each<[string, (fill: string) => object]>([
  ["a text", (fill) => ({ a: fill })],
  ["a text of two bytes a character", (fill) => ({ a: fill.replaceAll("x", "é") })],
  ["a list", (fill) => [...fill]],
  ["keys", (fill) => Object.fromEntries([...fill].map((_, index) => [`k${index}`, 1]))],
])("%s is whole up to the limit and marked beyond it", (_what, made) => {
  const value = made("x".repeat(100));
  const size = Buffer.byteLength(JSON.stringify(value));
  // A comma more for each container than is written.
  expect(answerText(value, size + 1)).toEqual({ text: JSON.stringify(value), fault: null });
  expect(answerText(value, size - 2).fault).toBe(`an answer of more than ${size - 2} bytes`);
});

test("of what is too large the words come first, wherever they are", () => {
  const list = Array.from({ length: 1000 }, (_, index) => ({ index, text: "x".repeat(1000) }));
  const { text, fault } = answerText({ list, inner: { list, word: "deny" }, word: "no" }, 10_000);
  expect(fault).toBe("an answer of more than 10000 bytes");
  expect(text?.startsWith('{"word":"no","inner":{"word":"deny","list":[')).toBe(true);
  expect(text).toContain('},"list":[');
});

test("a decision in what is too large is kept next to any number of longer and larger values", () => {
  const texts = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [`k${i}`, "x".repeat(1000)]),
  );
  const lists = Object.fromEntries(
    Array.from({ length: 500 }, (_, i) => [`l${i}`, Object.values(texts)]),
  );
  const inner = { ...texts, ...lists, decision: "deny" };
  const { text = "" } = answerText({ ...texts, ...lists, inner: { decision: "deny" } }, 20_000);
  expect(JSON.parse(text)).toMatchObject({ inner: { decision: "deny" } });
  const { text: other = "" } = answerText({ inner }, 20_000);
  expect(JSON.parse(other)).toMatchObject({ inner: { decision: "deny" } });
  expect([text.length < 20_000, other.length < 20_000]).toEqual([true, true]);
});

const nest = (depth: number): object => (depth === 1 ? {} : { a: nest(depth - 1) });

test("64 levels are written, and no more", () => {
  const [whole, deeper] = [nest(64), nest(65)];
  expect(answerText(whole, 1e6)).toEqual({ text: JSON.stringify(whole), fault: null });
  expect(answerText(deeper, 1e6)).toEqual({
    text: JSON.stringify(nest(64)),
    fault: "a value nested too deep",
  });
});

test("what is next to itself is written twice", () => {
  const twin = { a: 1 };
  expect(answerText([twin, twin], 100)).toEqual({ text: '[{"a":1},{"a":1}]', fault: null });
});

test.each<[string, object, string]>([
  ["three levels", { a: { b: { c: { d: 1 } } } }, '{"a":{"b":{}}}'],
  ["200 characters of a text", { a: "y".repeat(300) }, `{"a":"${"y".repeat(200)}"}`],
  [
    "numbers, and what has no size, before texts",
    { t: "text", n: 1, z: null },
    '{"n":1,"z":null,"t":"text"}',
  ],
  [
    "small objects before large ones",
    { l: { a: 1, b: 2 }, s: { a: 1 } },
    '{"s":{"a":1},"l":{"a":1,"b":2}}',
  ],
  [
    "what cannot be read last",
    {
      get bad(): never {
        throw new Error("no");
      },
      t: "text",
    },
    '{"t":"text"}',
  ],
])("of what is too large are written %s", (_what, value, text) => {
  const large = {
    ...Object.getOwnPropertyDescriptors(value),
    zz: { value: "x".repeat(10_000), enumerable: true },
  };
  const { text: written = "", fault } = answerText(Object.defineProperties({}, large), 5000);
  expect([written.startsWith(text.slice(0, -1)), fault]).toEqual([
    true,
    "an answer of more than 5000 bytes",
  ]);
});

test.each<[string, object, string | undefined]>([
  ["with its name", { a: { toJSON: (key: string) => `of ${key}` } }, '{"a":"of a"}'],
  ["with its place", [{ toJSON: (key: string) => `of ${key}` }], '["of 0"]'],
  ["with no name at the top", { toJSON: (key: string) => ({ key }) }, '{"key":""}'],
  ["that is no object", { toJSON: () => "text" }, '"text"'],
  ["that is nothing", { toJSON: () => undefined }, undefined],
  ["unless it is no function", { toJSON: 7 }, '{"toJSON":7}'],
])("a value says itself what it is as JSON, %s", (_what, value, text) => {
  expect(answerText(value, 1000)).toEqual({ text, fault: null });
});

test.each([[Object.prototype], [Array.prototype]])(
  "but not by what somebody has planted",
  (prototype) => {
    Object.defineProperty(prototype, "toJSON", { value: () => "planted", configurable: true });
    try {
      expect(answerText({ a: [1] }, 1000)).toEqual({ text: '{"a":[1]}', fault: null });
    } finally {
      Reflect.deleteProperty(prototype, "toJSON");
    }
  },
);

test.each<[string, object, string, string]>([
  [
    "an object that holds itself",
    Object.defineProperty({ a: 1 }, "self", {
      enumerable: true,
      get(this: object) {
        return this;
      },
    }),
    '{"a":1}',
    "an object that holds itself",
  ],
  [
    "a member that cannot be read",
    {
      get a(): never {
        throw new Error("no");
      },
      b: 2n ** 64n,
    },
    '{"b":18446744073709551616}',
    "a value that cannot be read",
  ],
  [
    "a member whose JSON cannot be read",
    {
      a: {
        toJSON(): never {
          throw new Error("no");
        },
      },
      b: [undefined],
    },
    '{"b":[null]}',
    "a value that cannot be read",
  ],
])("%s is left out, and that is said", (_what, value, text, fault) => {
  expect(answerText(value, 1000)).toEqual({ text, fault });
});
