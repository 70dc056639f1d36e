import { describe, expect, test } from "vitest";
import { tooDeep, type JsonObject, type JsonValue } from "./json-value.js";
import { parseJson } from "./parse-json.js";
import { toPlain } from "./plain-value.js";

const plain = (text: string): unknown => {
  const parsed = parseJson(text);
  return parsed.ok ? toPlain(parsed.value).value : `fault at ${parsed.offset}`;
};

describe("parseJson reads what JSON.parse reads", () => {
  test.each([
    "{}",
    "[]",
    " {\n\t} ",
    '{"a":1,"b":[true,false,null],"c":{"d":"e"}}',
    "[1,-0,0,-1.5e3,1E+2,0.5]",
    '"\\u00e9\\n\\"\\\\"',
    '""',
    "[[],[[]],{}]",
  ])("%s", (text) => {
    expect(plain(text)).toEqual(JSON.parse(text));
  });

  test.each([
    ["{", 1],
    ['{"a"', 4],
    ['{"a":', 5],
    ['{"a":1', 6],
    ['{"a":1,', 7],
    ['{"a":1,}', 7],
    ["{a:1}", 1],
    ["{'a':1}", 1],
    ['{"a" 1}', 5],
    ['{"a":1 "b":2}', 7],
    ["[1,]", 3],
    ["[1 2]", 3],
    ["[1}", 2],
    ['{"a":1]', 6],
    ['"abc', 4],
    ['"a\nb"', 2],
    ['"a\\', 3],
    ['"\\x"', 1],
    ['"\\n\\u00g0"', 3],
    ['{"\\x":1}', 2],
    ["tru", 0],
    ["nul", 0],
    ["01", "a number, and then something else"],
    ["-", 0],
    [".5", 0],
    ["+1", 0],
    ["NaN", 0],
    ["True", 0],
    ["", 0],
  ])("%s is refused where it stops being JSON", (text, where) => {
    const parsed = parseJson(text);
    if (typeof where === "number") expect(parsed).toMatchObject({ ok: false, offset: where });
    else expect(parsed).toMatchObject({ ok: true, end: 1 });
  });
});

test("integers past 2^53 are kept exactly, other numbers are doubles", () => {
  const parsed = parseJson("[9007199254740991,9007199254740992,-9007199254740993,1e20,1.0]");
  expect(parsed.ok && parsed.value).toEqual([
    9007199254740991,
    9007199254740992n,
    -9007199254740993n,
    1e20,
    1,
  ]);
});

test("an integer of a thousand digits is exact, a longer one overflows", () => {
  const parsed = parseJson(`[${"9".repeat(1000)},${"9".repeat(1001)}]`);
  expect(parsed.ok && parsed.value).toEqual([BigInt("9".repeat(1000)), Infinity]);
});

test("a value begins at the given place and ends before what follows", () => {
  expect(parseJson('noise {"a":1} more', 6)).toMatchObject({ ok: true, end: 13 });
});

test("every occurrence of a key is kept, with its place", () => {
  const parsed = parseJson('{"a":1, "a":2}');
  expect(parsed.ok && (parsed.value as JsonObject).members).toEqual([
    { key: "a", value: 1, offset: 1 },
    { key: "a", value: 2, offset: 8 },
  ]);
});

describe("depth", () => {
  const nested = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);
  const depthOf = (value: JsonValue): number =>
    Array.isArray(value) ? 1 + depthOf((value[0] ?? null) as JsonValue) : 0;

  test("64 levels are read", () => {
    const parsed = parseJson(nested(64));
    expect(parsed).toMatchObject({ ok: true, tooDeep: false, end: 128 });
    expect(parsed.ok && depthOf(parsed.value)).toBe(64);
  });

  test("below 64 levels there is a mark instead of a value", () => {
    const parsed = parseJson(`{"x":${nested(64)},"y":1}`);
    expect(parsed).toMatchObject({ ok: true, tooDeep: true });
    let value: JsonValue | undefined = parsed.ok
      ? (parsed.value as JsonObject).members[0]?.value
      : undefined;
    for (let level = 0; level < 63; level++) value = (value as readonly JsonValue[])[0];
    expect(value).toBe(tooDeep);
    expect(parsed.ok && (parsed.value as JsonObject).members[1]).toEqual({
      key: "y",
      value: 1,
      offset: 134,
    });
  });

  test("deep objects are checked to their end, without reading them", () => {
    const deep = '{"a":'.repeat(70) + "1" + "}".repeat(70);
    expect(parseJson(deep)).toMatchObject({ ok: true, tooDeep: true, end: deep.length });
    expect(parseJson(deep.slice(0, -1))).toMatchObject({ ok: false, offset: deep.length - 1 });
    expect(parseJson('{"a":'.repeat(70) + "x" + "}".repeat(70))).toMatchObject({
      ok: false,
      offset: 350,
    });
  });
});

test("a failure names the objects that were open, and not the arrays", () => {
  const parsed = parseJson('{"a":[{"b":{}},{"c":');
  expect(parsed).toEqual({ ok: false, offset: 20, openObjects: new Set([0, 15]) });
});
