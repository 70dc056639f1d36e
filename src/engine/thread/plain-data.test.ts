import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { plainData, sending } from "./plain-data.js";

const cycle: { self?: object; text: string } = { text: "t" };
cycle.self = cycle;
const twice = { text: "t" };
const nested = (levels: number): object => {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { value };
  return value;
};

describe("is sent as it is:", () => {
  test.each<[what: string, value: unknown]>([
    ["nothing", undefined],
    ["null", null],
    ["a text", "t"],
    ["a big number", 12n],
    ["a date", new Date(0)],
    ["an object without a prototype", Object.assign(Object.create(null) as object, { a: 1 })],
    ["a date in an object", { at: new Date(0) }],
    ["lists of lists", [[1], [undefined, null]]],
    ["a cycle", cycle],
    ["an object that is there twice", [twice, twice]],
    ["500 levels", nested(500)],
  ])("%s", (_what, value) => {
    expect(plainData(value)).toBe(value);
  });
});

describe("is sent as a copy:", () => {
  class Path {
    constructor(readonly path: string) {}
  }
  class List extends Array<number> {}
  const said = {
    toJSON: (key: string) => `said for ${key || "the whole"}`,
  };
  const owner = (): object => {
    const value: { path: Path; self?: object } = { path: new Path("p") };
    return Object.assign(value, { self: value });
  };
  test.each<[what: string, value: unknown, copy: unknown]>([
    ["an object with a class", { at: new Path("/p") }, { at: { path: "/p" } }],
    ["a list with a class", { list: List.from([1, 2]) }, { list: [1, 2] }],
    ["a list of another realm", runInNewContext("[1, { a: 2 }]"), [1, { a: 2 }]],
    ["a function among others", { run: () => 1, text: "t" }, { run: undefined, text: "t" }],
    [
      "what is empty beside it",
      { run: () => 1, nothing: null, list: [], date: new Date(7) },
      { run: undefined, nothing: null, list: [], date: new Date(7) },
    ],
    ["a function in a list", [() => 1, "t"], [undefined, "t"]],
    ["a symbol", { symbol: Symbol("s"), text: "t" }, { symbol: undefined, text: "t" }],
    ["what says something else for JSON", { one: said }, { one: "said for one" }],
    ["what does so itself", Object.assign(() => 1, said), undefined],
    ["a date beside a function", [() => 1, new Date(7)], [undefined, new Date(7)]],
    ["a function alone", () => 1, undefined],
  ])("%s", (_what, value, copy) => {
    const sent = plainData(value);
    expect(sent).not.toBe(value);
    expect(sent).toStrictEqual(copy);
  });

  test("with its cycle", () => {
    const sent = plainData(owner()) as { path: object; self: object };
    expect(sent.self).toBe(sent);
    expect(Object.getPrototypeOf(sent.path)).toBe(Object.prototype);
  });

  test("and `__proto__` is a key like any other", () => {
    const sent = plainData(JSON.parse('{"__proto__":{"admin":true},"x":[]}') as object);
    expect(Object.keys(sent)).toEqual(["__proto__", "x"]);
    const copy = plainData(
      Object.assign(JSON.parse('{"__proto__":{"admin":true}}'), { f: () => 1 }),
    );
    expect(Object.keys(copy as object)).toEqual(["__proto__", "f"]);
    expect("admin" in (copy as object)).toBe(false);
    Object.assign(copy as object, { f: 2 });
    expect(Object.getOwnPropertyDescriptor(copy, "__proto__")).toMatchObject({
      enumerable: true,
      writable: true,
      configurable: true,
    });
  });
});

const most = 32 * 1024 * 1024;
test.each<[what: string, value: unknown, why: string]>([
  ["a text that is too long", "x".repeat(most + 1), `more than ${most} characters`],
  ["texts that are together", ["x".repeat(most), "x"], `more than ${most} characters`],
  ["keys as well", { ["x".repeat(most)]: "x" }, `more than ${most} characters`],
  ["501 levels", nested(501), "nested deeper than 500 levels"],
  ["501 levels of lists", [nested(500)], "nested deeper than 500 levels"],
])("is refused: %s", (_what, value, why) => {
  expect(() => plainData(value)).toThrow(new RangeError(why));
});

test("a text of the largest size is sent", () => {
  const text = "x".repeat(most);
  expect(plainData(text)).toBe(text);
});

describe("what looks plain and cannot be sent", () => {
  const proxy = new Proxy({ text: "t" }, {});
  const sent = (value: unknown): unknown => sending(value, structuredClone);
  test("is sent as a copy", () => {
    expect(sent({ proxy })).toEqual({ proxy: { text: "t" } });
  });

  test("and an error of the sending itself is the caller's", () => {
    let tries = 0;
    const send = (): never => {
      tries++;
      throw new Error("closed");
    };
    expect(() => sending({}, send)).toThrow("closed");
    expect(tries).toBe(1);
  });
});
