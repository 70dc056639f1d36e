import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { fittingMembers } from "./fit.js";
import { LineBuffer } from "./line-buffer.js";
import { lineBody, LONGEST_LINE, NO_HASH, readLine, sha256 } from "./line.js";
import type { Plain, PlainFields } from "./plain.js";

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

  test("has no text cut, however long that is, where all of it fits", () => {
    const fields = { type: "run", eventId: "e1", text: "x".repeat(200_000) };
    expect(read(fields)).toEqual(fields);
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

const note = (value: unknown): string => {
  const json = JSON.stringify(value);
  return `[cut: ${json.length} characters of JSON, sha256 ${sha256(json)}]`;
};
const numbers = (length: number): number[] => Array.from({ length }, (_, index) => 10_000 + index);
/** So many bytes with `"type":"run"`, and one text that is not cut any shorter. */
const MOST = LONGEST_LINE - 512;

describe("what is left is measured as it is written", () => {
  const bytesOf = (fields: PlainFields): number => Buffer.byteLength(fittingMembers(fields));
  /** Fields that cannot be cut, so many bytes of them. */
  const filled = (bytes: number): PlainFields => {
    const fields: Record<string, Plain> = { type: "run", eventId: "e1" };
    let rest = bytes - '"type":"run","eventId":"e1"'.length;
    for (let at = 1000; rest > 110; at++) {
      fields[`k${at}`] = "v".repeat(82);
      rest -= `,"k${at}":""`.length + 82;
    }
    fields["last"] = "x".repeat(rest - ',"last":""'.length);
    return fields;
  };

  test("to the last byte: a record that just fits is whole, a byte more is too much", () => {
    const [fits, more] = [filled(MOST), filled(MOST + 1)];
    expect(bytesOf(fits)).toBe(MOST);
    expect(fittingMembers(fits)).toBe(JSON.stringify(fits).slice(1, -1));
    expect(JSON.parse(`{${fittingMembers(more)}}`)).toEqual({
      type: "run",
      eventId: "e1",
      cut: note(more),
    });
  });

  test("to the last byte with a text, whole and cut", () => {
    const text = "x".repeat(70_000);
    const cut = `${"x".repeat(65_536)}…[cut: 70000 characters, sha256 ${sha256(text)}]`;
    const whole = { ...filled(MOST - `,"text":"${text}"`.length), text };
    expect(JSON.parse(`{${fittingMembers(whole)}}`)).toEqual(whole);
    const room = MOST - Buffer.byteLength(`,"text":"${cut}"`);
    const [fits, more] = [
      { ...filled(room), text },
      { ...filled(room + 1), text },
    ];
    expect(bytesOf(fits)).toBe(MOST);
    expect(JSON.parse(`{${fittingMembers(fits)}}`)).toEqual({ ...fits, text: cut });
    const shorter = cut.slice(65_536 - 16_384);
    expect(JSON.parse(`{${fittingMembers(more)}}`)).toEqual({ ...more, text: shorter });
  });

  test("to the last byte with a field that was cut", () => {
    const list = numbers(50_000);
    const room = MOST - `,"list":"${note(list)}"`.length;
    const [fits, more] = [
      { ...filled(room), list },
      { ...filled(room + 1), list },
    ];
    expect(bytesOf(fits)).toBe(MOST);
    expect(JSON.parse(`{${fittingMembers(fits)}}`)).toEqual({ ...fits, list: note(list) });
    expect(JSON.parse(`{${fittingMembers(more)}}`)).toEqual({
      type: "run",
      eventId: "e1",
      cut: note(more),
    });
  });

  test("to the last byte with a field in a payload that was cut", () => {
    const list = numbers(50_000);
    const whole = (bytes: number): PlainFields => ({ ...filled(bytes), payload: { a: 1, list } });
    const room = MOST - `,"payload":{"a":1,"list":"${note(list)}"}`.length;
    expect(bytesOf(whole(room))).toBe(MOST);
    expect(JSON.parse(`{${fittingMembers(whole(room))}}`)).toEqual({
      ...whole(room),
      payload: { a: 1, list: note(list) },
    });
    expect(JSON.parse(`{${fittingMembers(whole(room + 1))}}`)).toEqual({
      ...whole(room + 1),
      payload: note({ a: 1, list }),
    });
  });

  test.each<[string, string, number]>([
    ["names that have to be escaped", "\u0001", 256],
    ["names of quotes", '"', 256],
    ["names of several bytes", "日", 256],
    ["halves of characters", "\ud800", 256],
  ])("%s", (_name, character, length) => {
    const names = Array.from({ length: 2000 }, (_, at) => [`${character.repeat(length)}${at}`, at]);
    const fields = { type: "run", eventId: "e1", ...(Object.fromEntries(names) as PlainFields) };
    expect(JSON.parse(`{${fittingMembers(fields)}}`)).toEqual({
      type: "run",
      eventId: "e1",
      cut: note(fields),
    });
  });
});

describe("of a record that is too long even with short texts", () => {
  const read = (fields: PlainFields): unknown => JSON.parse(`{${fittingMembers(fields)}}`);
  const [list, few] = [numbers(50_000), numbers(5)];

  test("the large field of its payload goes, and of that of its input; the rest is there", () => {
    const payload = (input: Plain): PlainFields => ({
      type: "run",
      payload: { event: "Stop", few, input: { few, list: input } },
    });
    expect(read(payload(list))).toEqual(payload(note(list)));
  });

  test("what is deeper than that goes with what holds it", () => {
    const fields = (b: Plain): PlainFields => ({ type: "run", a: { few, b } });
    expect(read(fields({ few, c: { few, list } }))).toEqual(
      fields({ few, c: note({ few, list }) }),
    );
  });

  test("an object of many small fields goes as a whole, and so does a list of them", () => {
    const small = Object.fromEntries(numbers(9000).map((at) => [`a name that is long ${at}`, at]));
    const many = Array.from({ length: 9000 }, (_, a) => ({ a, name: "a name that is long" }));
    expect(read({ type: "run", small, few })).toEqual({ type: "run", small: note(small), few });
    expect(read({ type: "run", many, few })).toEqual({ type: "run", many: note(many), few });
  });

  test("no more fields go than have to, the largest first", () => {
    const [large, larger] = [numbers(20_000), numbers(30_000)];
    expect(read({ large, larger, few })).toEqual({ large, larger: note(larger), few });
    const others = { large: numbers(22_000), other: numbers(20_001) };
    expect(read({ ...others, larger })).toEqual({
      ...others,
      larger: note(larger),
    });
  });

  test("a note says what was there, and not what was left when its texts were cut", () => {
    const texts = Array.from({ length: 2000 }, (_, at) => `${"é".repeat(600)}${at}`);
    expect(read({ texts, few })).toEqual({ texts: note(texts), few });
  });

  test("no text is replaced by a longer one", () => {
    const short = "s".repeat(345);
    const [long, longer] = ["l".repeat(351), "m".repeat(352)];
    expect(read({ list, short, long, longer, a: "x".repeat(20_000) })).toEqual({
      list: note(list),
      short,
      long,
      longer: `${"m".repeat(256)}…[cut: 352 characters, sha256 ${sha256(longer)}]`,
      a: `${"x".repeat(256)}…[cut: 20000 characters, sha256 ${sha256("x".repeat(20_000))}]`,
    });
  });

  test("a field that is smaller than a note of it stays", () => {
    const names = Array.from({ length: 2400 }, (_, at) => [`k${at}`, "v".repeat(102)]);
    const fields = Object.fromEntries(names) as PlainFields;
    expect(read({ type: "run", ...fields, few })).toEqual({
      type: "run",
      cut: note({ type: "run", ...fields, few }),
    });
  });

  test("what it is stays, short; what has no such form goes", () => {
    const [type, eventId] = ["t".repeat(90_000), "e".repeat(300_000)];
    const cut = (text: string): string =>
      `${text.slice(0, 256)}…[cut: ${text.length} characters, sha256 ${sha256(text)}]`;
    const kept = { type: cut(type), eventId: cut(eventId) };
    expect(read({ type, eventId, list })).toEqual({ ...kept, list: note(list) });
    const many = Object.fromEntries(numbers(9000).map((at) => [`a name that is long ${at}`, at]));
    expect(read({ type, eventId, ...many })).toEqual({
      ...kept,
      cut: note({ type, eventId, ...many }),
    });
    expect(read({ type: "run", eventId: list, ...many })).toEqual({
      type: "run",
      cut: note({ type: "run", eventId: list, ...many }),
    });
    expect(read({ type: "run", eventId: list })).toEqual({ type: "run", eventId: note(list) });
  });
});

test("whatever a record says, its line is read again and no longer than a line is", () => {
  const text = fc
    .tuple(fc.constantFrom("x", "\u0001", '"', "é", "日", "😀", "\ud800"), fc.nat(70_000))
    .map(([character, length]) => character.repeat(length));
  const name = fc
    .tuple(fc.constantFrom("k", "\u0001", "日", "\ud800"), fc.nat(256))
    .map(([character, length]) => character.repeat(length));
  const one = fc.oneof(text, fc.bigInt(), fc.integer());
  const many = fc
    .tuple(name, fc.oneof(fc.bigInt(), fc.string()), fc.nat(1500))
    .map(([key, value, count]): PlainFields =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`${key}${at}`, value])),
    );
  const lists = fc.tuple(one, fc.nat(200)).map(([item, count]) => Array<Plain>(count).fill(item));
  const value: fc.Arbitrary<Plain> = fc.oneof(one, many, lists, fc.array(lists, { maxLength: 3 }));
  const fields = fc.tuple(many, fc.dictionary(name, value, { maxKeys: 6 }), text);
  const chain = { writer: "0123456789abcdef", seq: Number.MAX_SAFE_INTEGER, prev: NO_HASH };
  fc.assert(
    fc.property(fields, ([some, others, eventId]) => {
      const buffer = new LineBuffer();
      buffer.begin("");
      const record = { type: "event", eventId, ...some, ...others };
      buffer.add(lineBody(chain, "2026-01-02T03:04:05.678Z", fittingMembers(record)));
      expect(buffer.lines.length).toBeLessThanOrEqual(LONGEST_LINE);
      const line = readLine(Buffer.from(buffer.lines.subarray(0, -1)));
      expect(typeof line === "string" ? line : line.type).toBe("event");
    }),
    { numRuns: 8 },
  );
});
