import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonObject, tooDeep, type JsonValue } from "./json-value.js";
import { DEEPEST, parseJson } from "./parse-json.js";

/** The value as `JSON.parse` would give it: of doubled keys the last, large integers rounded. */
function asParsed(value: JsonValue): unknown {
  if (value instanceof JsonObject) {
    return Object.fromEntries(value.members.map(({ key, value: item }) => [key, asParsed(item)]));
  }
  if (Array.isArray(value)) return value.map((item) => asParsed(item as JsonValue));
  return typeof value === "bigint" ? Number(value) : value;
}

/** What the parser makes of a whole text; null where it is not one JSON value. */
function whole(text: string): { readonly value: unknown } | null {
  const parsed = parseJson(text);
  if (!parsed.ok || /[^ \n\r\t]/.test(text.slice(parsed.end))) return null;
  return { value: asParsed(parsed.value) };
}

function reference(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

const token = fc.constantFrom(
  ...Array.from("{}[],:\"\\-+.eE0123456789 \n\r\t\u0000\u001f\u007f\ufeff\u2028\ud800abtfnu/'"),
  "true",
  "false",
  "null",
  "\\u00",
  "\\ud83d",
  '"a"',
  '"a":',
  "__proto__",
  "1e400",
  "-0",
  "NaN",
  "9007199254740993",
);
const soup = fc.array(token, { maxLength: 24 }).map((tokens) => tokens.join(""));
const valid = fc.oneof(
  fc.json({ depthSize: "medium" }),
  fc
    .tuple(fc.jsonValue(), fc.constantFrom(1, "\t", " \n"))
    .map(([value, indent]) => JSON.stringify(value, null, indent)),
  fc.double().map((number) => JSON.stringify({ number })),
  fc.bigInt().map((number) => `[${number}]`),
);
const mutated = fc
  .tuple(valid, fc.nat(200), fc.nat(3), fc.oneof(token, fc.constant("")))
  .map(([text, at, drop, insert]) => {
    const place = at % (text.length + 1);
    return text.slice(0, place) + insert + text.slice(place + drop);
  });

test.each([
  ["valid texts", valid],
  ["texts with one fault", mutated],
  ["soups of tokens", soup],
  ["any text", fc.string({ unit: "binary" })],
])("the parser takes and rejects what JSON.parse takes and rejects: %s", (_, texts) => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(whole(text)).toStrictEqual(reference(text));
    }),
  );
});

test("integers beyond the safe ones keep every digit", () => {
  fc.assert(
    fc.property(fc.bigInt(), (integer) => {
      const parsed = parseJson(String(integer));
      const safe = Number.isSafeInteger(Number(integer));
      expect(parsed).toMatchObject({ ok: true, value: safe ? Number(integer) : integer });
    }),
  );
});

test("where a text stops being JSON, what comes before could still have become JSON", () => {
  fc.assert(
    fc.property(mutated, (text) => {
      const parsed = parseJson(text);
      if (parsed.ok) return;
      expect(parsed.offset).toBeGreaterThanOrEqual(0);
      expect(parsed.offset).toBeLessThanOrEqual(text.length);
      for (const open of parsed.openObjects) expect(text[open]).toBe("{");
    }),
  );
});

test("nesting beyond the deepest level is taken, marked, and left out", () => {
  const nested = fc.tuple(
    fc.array(fc.boolean(), { maxLength: 200, size: "max" }),
    fc.constantFrom("1", '"x"', "null", "{}", "[]"),
  );
  fc.assert(
    fc.property(nested, ([arrays, core]) => {
      const open = arrays.map((isArray) => (isArray ? "[" : '{"a":'));
      const close = arrays.toReversed().map((isArray) => (isArray ? "]" : "}"));
      const text = open.join("") + core + close.join("");
      const depth = arrays.length + (core === "{}" || core === "[]" ? 1 : 0);
      const parsed = parseJson(text);
      expect(parsed).toMatchObject({ ok: true, end: text.length, tooDeep: depth > DEEPEST });
      expect(reference(text)).not.toBeNull();
      if (!parsed.ok || depth <= DEEPEST) return;
      let inner: JsonValue | undefined = parsed.value;
      for (let level = 0; level < DEEPEST; level++) {
        inner =
          inner instanceof JsonObject
            ? inner.members[0]?.value
            : (inner as readonly JsonValue[] | undefined)?.[0];
      }
      expect(inner).toBe(tooDeep);
    }),
  );
});
