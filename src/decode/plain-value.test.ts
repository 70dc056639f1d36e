import { describe, expect, test } from "vitest";
import type { JsonValue } from "./json-value.js";
import { parseJson } from "./parse-json.js";
import { fromPlain, toPlain, type PlainValue } from "./plain-value.js";

const copyPlain = (value: unknown): PlainValue => toPlain(fromPlain(value).value).value;

function parse(text: string): JsonValue {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(`not JSON: ${text}`);
  return parsed.value;
}

describe("toPlain", () => {
  test("leaves out reserved keys at every level and names them", () => {
    const copy = toPlain(
      parse('{"a":{"__proto__":{"x":1},"b":[{"constructor":1,"c":2}]},"__proto__":3}'),
    );
    expect(copy).toEqual({
      value: { a: { b: [{ c: 2 }] } },
      droppedKeys: ["a.__proto__", "a.b[0].constructor", "__proto__"],
      conflicts: [],
      overflows: [],
    });
    expect(Object.getPrototypeOf(copy.value)).toBe(Object.prototype);
  });

  test("names a key with two different values, and not one that says the same twice", () => {
    const copy = toPlain(
      parse('{"a":{"b":1,"b":2},"c":[{"x":1,"y":2}],"c":[{"y":2,"x":1}],"d":null,"d":null}'),
    );
    expect(copy.conflicts).toEqual([{ key: "a.b", value: 2, offset: 12 }]);
    expect(copy.value).toEqual({ a: { b: 2 }, c: [{ x: 1, y: 2 }], d: null });
  });

  test.each([
    '{"a":1,"a":"1"}',
    '{"a":[1],"a":[1,2]}',
    '{"a":[1,2],"a":[2,1]}',
    '{"a":{"b":1},"a":{"c":1}}',
    '{"a":{},"a":[]}',
  ])("%s is a conflict", (text) => {
    expect(toPlain(parse(text)).conflicts).toHaveLength(1);
  });

  test("names numbers that overflow and what is nested too deep", () => {
    const deep = "[".repeat(70) + "]".repeat(70);
    const copy = toPlain(parse(`{"a":1e400,"b":[-1e400],"c":${deep}}`));
    expect(copy.overflows.slice(0, 2)).toEqual(["a", "b[0]"]);
    expect(copy.overflows).toHaveLength(3);
    expect(copy.overflows[2]).toBe(`c${"[0]".repeat(63)}`);
  });

  test("two values of which a part was not read are never the same", () => {
    const deep = "[".repeat(70) + "]".repeat(70);
    expect(toPlain(parse(`{"a":${deep},"a":${deep}}`)).conflicts).toHaveLength(1);
  });
});

describe("fromPlain", () => {
  test("takes any JSON value there and back", () => {
    const value = { a: [1, 2n, "x", null, true, { b: {} }] };
    expect(copyPlain(value)).toEqual(value);
  });

  test("leaves out what is no JSON", () => {
    expect(copyPlain({ a: undefined, b: () => 1, c: Symbol("x"), d: [undefined] })).toEqual({
      d: [null],
    });
    expect(copyPlain(undefined)).toBeNull();
  });

  test("stops at 64 levels, so that a cycle ends", () => {
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    expect(fromPlain(cycle).tooDeep).toBe(true);
    const levels = (count: number): unknown => (count === 0 ? 1 : [levels(count - 1)]);
    expect(fromPlain(levels(64)).tooDeep).toBe(false);
    expect(fromPlain(levels(65)).tooDeep).toBe(true);
  });

  test("a value whose parts are shared is not unfolded for ever", () => {
    let shared: unknown[] = [];
    for (let level = 0; level < 60; level++) shared = [shared, shared];
    expect(fromPlain(shared).tooDeep).toBe(true);
  });

  test("copies own keys only, reserved ones not", () => {
    const value = JSON.parse('{"__proto__":{"polluted":1},"constructor":2,"a":3}') as unknown;
    expect(copyPlain(value)).toEqual({ a: 3 });
  });
});
