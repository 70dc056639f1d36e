import { describe, expect, test } from "vitest";
import { LineBuffer } from "./line-buffer.js";
import { fieldsOf, lineBody, NO_HASH, readLine, sha256 } from "./line.js";
import type { Plain } from "./plain.js";

describe("a record cannot pose as something that the ledger writes itself", () => {
  test.each<[string, Plain, Plain]>([
    ["an open", { type: "open" }, { type: "record.open" }],
    ["a close", { type: "close" }, { type: "record.close" }],
    ["a recovery", { type: "recovered", damaged: 9 }, { type: "record.recovered", damaged: 9 }],
    ["a damage", { type: "damage" }, { type: "record.damage" }],
    ["any other type", { type: "run", name: "x" }, { type: "run", name: "x" }],
    [
      "a type that is no text",
      { type: ["open"], seq: 1 },
      { type: "record.unknown", "record.type": ["open"], "record.seq": 1 },
    ],
    ["no type", { eventId: "e" }, { type: "record.unknown", eventId: "e", "record.type": null }],
    [
      "each name of the frame",
      { v: 1, seq: 2, time: 3, pid: 4, writer: 5, prev: 6, hash: 7, line: 8, type: "run" },
      {
        "record.v": 1,
        "record.seq": 2,
        "record.time": 3,
        "record.pid": 4,
        "record.writer": 5,
        "record.prev": 6,
        "record.hash": 7,
        "record.line": 8,
        type: "run",
      },
    ],
    ["what is no object", [1, 2], { type: "record.unknown", value: [1, 2] }],
    ["nothing", null, { type: "record.unknown", value: null }],
  ])("%s", (_name, record, fields) => {
    expect(fieldsOf(record)).toEqual(fields);
  });
});

test("a record that clashes with nothing is not copied, and the order of fields is kept", () => {
  const record = { eventId: "e", type: "run", "record.seq": 1 };
  expect(fieldsOf(record)).toBe(record);
  expect(Object.keys(fieldsOf({ seq: 1, type: "pruned", a: 2 }))).toEqual([
    "record.seq",
    "type",
    "a",
  ]);
  expect(fieldsOf({ type: "pruned" })).toEqual({ type: "record.pruned" });
});

describe("a line", () => {
  const chain = { writer: "0123456789abcdef", seq: 7, prev: NO_HASH };
  const time = "2026-01-02T03:04:05.678Z";
  const written = (members: string): { readonly bytes: Buffer; readonly hash: string } => {
    const buffer = new LineBuffer();
    buffer.begin("");
    const hash = buffer.add(lineBody(chain, time, members));
    return { bytes: buffer.lines.subarray(0, -1), hash };
  };
  const whole = (members: string): Buffer => written(members).bytes;
  /** With the right hash, whatever it says. */
  const hashed = (body: string): Buffer =>
    Buffer.from(`${body.slice(0, -1)},"hash":"${sha256(body)}"}`);
  const frame = { v: 1, seq: 0, writer: "w", prev: "p", type: "t" };
  const without = (change: object): Buffer => hashed(JSON.stringify({ ...frame, ...change }));

  test("is read as it was written", () => {
    const { bytes, hash } = written('"type":"run","note":"é"');
    expect(readLine(bytes)).toEqual({
      v: 1,
      seq: 7,
      time,
      pid: process.pid,
      writer: chain.writer,
      prev: NO_HASH,
      type: "run",
      note: "é",
      hash,
    });
  });

  test("keeps integers that a number cannot hold, and leaves digits in texts alone", () => {
    const read = readLine(
      whole(
        '"type":"run","n":[9007199254740993,-9007199254740993,9007199254740991,1e300],"s":"9007199254740993"',
      ),
    );
    expect(read).toMatchObject({
      n: [9_007_199_254_740_993n, -9_007_199_254_740_993n, 9_007_199_254_740_991, 1e300],
      s: "9007199254740993",
    });
  });

  const big = "12345678901234567890";
  test.each<[string, unknown]>([
    ["999999999999999", 999_999_999_999_999],
    ["9007199254740991", 9_007_199_254_740_991],
    ["9007199254740992", 9_007_199_254_740_992n],
    ["-9007199254740991", -9_007_199_254_740_991],
    ["-9007199254740992", -9_007_199_254_740_992n],
    ["0.30000000000000004", 0.1 + 0.2],
    ["-1.2345678901234567e+25", Number("-1.2345678901234567e+25")],
    ["1e-7", 1e-7],
    ["12345678901234567.5", 12_345_678_901_234_568],
    ["12345678901234567e3", 12_345_678_901_234_567_000],
    ["12345678901234567E3", 12_345_678_901_234_567_000],
    ['"9007199254740993"', "9007199254740993"],
    [String.raw`"\\\",9007199254740993,\""`, '\\",9007199254740993,"'],
    ["[9007199254740993]", [9_007_199_254_740_993n]],
    ["true", true],
  ])("with %s and a large integer before and behind it has both", (text, value) => {
    const members = `"type":"run","a":${big},"value":${text},"b":[${big},-${big}]`;
    expect(readLine(whole(members))).toMatchObject({
      a: BigInt(big),
      value,
      b: [BigInt(big), -BigInt(big)],
    });
    expect(readLine(whole(`"type":"run","value":${text}`))).toMatchObject({ value });
  });

  test.each<[string, Buffer, string]>([
    ["that is empty", Buffer.from(""), "not a whole record"],
    ["without its end", whole('"type":"run"').subarray(0, -1), "not a whole record"],
    ["of nothing but a hash", Buffer.from(`,"hash":"${NO_HASH}"}`), "not a whole record"],
    [
      "with another text",
      Buffer.from(whole('"type":"run"').toString().replace('"run"', '"ran"')),
      "its content does not have its hash",
    ],
    ["that is no JSON", hashed("{no}"), "not JSON"],
    ["that is half a list", hashed('["a",{"b":1}'), "not JSON"],
    ["of another version", without({ v: 2 }), "not a record of this format"],
    ["whose number is a text", without({ seq: "0" }), "not a record of this format"],
    ["whose number has a part", without({ seq: 0.5 }), "not a record of this format"],
    ["whose writer is none", without({ writer: null }), "not a record of this format"],
    ["without what was before", without({ prev: undefined }), "not a record of this format"],
    ["without a type", without({ type: 5 }), "not a record of this format"],
  ])("%s is not read", (_name, bytes, what) => {
    expect(readLine(bytes)).toBe(what);
  });

  test("with all that a record needs is read, whoever wrote it", () => {
    expect(readLine(without({}))).toMatchObject(frame);
  });
});
