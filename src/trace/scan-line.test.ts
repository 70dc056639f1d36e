import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { LineBuffer } from "./line-buffer.js";
import { lineBody, readLine, sha256 } from "./line.js";
import { scanLine } from "./scan-line.js";

const chain = { writer: "0123456789abcdef", seq: 7, prev: sha256("before") };
const time = "2026-01-02T03:04:05.678Z";

/** As a ledger writes it. */
function written(members: string): Buffer {
  const buffer = new LineBuffer();
  buffer.begin("");
  buffer.add(lineBody(chain, time, members));
  return Buffer.from(buffer.lines.subarray(0, -1));
}

/** With the right hash, whatever it says. */
function hashed(body: string): Buffer {
  return Buffer.from(`${body},"hash":"${sha256(`${body}}`)}"}`);
}

const body = lineBody(chain, time, '"type":"run","note":"é"');

test("of a line that a ledger wrote it says what the chain needs, and leaves the line as it was", () => {
  const bytes = hashed(body);
  const before = Buffer.from(bytes);
  expect(scanLine(bytes)).toEqual({ ...chain, type: "run", hash: sha256(`${body}}`) });
  expect(bytes).toEqual(before);
});

describe("any other line is left to the parser", () => {
  test.each<[string, Buffer]>([
    ["its type is not the first field", written('"note":1,"type":"run"')],
    ["its type has to be unescaped", written('"type":"r\\u0075n"')],
    ["it says how much was damaged", written('"type":"recovered","damaged":9')],
    ["it says what was pruned", written('"type":"pruned","total":{}')],
    ["it is nothing but a hash", Buffer.from(`,"hash":"${sha256("}")}"}`)],
    ["it ends in the middle of its hash", Buffer.from(',"hash":"ab"}')],
    ["its time is too long", hashed(body.replace(time, "2".repeat(41)))],
    ["its time has to be unescaped", hashed(body.replace(time, String.raw`\u0032`))],
    ["its process is too large", hashed(body.replace(/"pid":\d+/, '"pid":12345678901'))],
    ["it has no process", hashed(body.replace(/"pid":\d+/, '"pid":'))],
    ["its type is too long", written(`"type":"${"t".repeat(41)}"`)],
    ["its type is empty", written('"type":""')],
    ["it is of no type", written('"note":1')],
    ["its writer is too short", hashed(body.replace(chain.writer, "0".repeat(15)))],
    ["what was before is too short", hashed(body.replace(chain.prev, "0".repeat(63)))],
    ["it begins with a blank", hashed(` ${body}`)],
    ["it ends otherwise", Buffer.from(`${hashed(body).toString().slice(0, -2)}'}`)],
    ["it ends with another brace", Buffer.from(`${hashed(body).toString().slice(0, -1)}]`)],
    [
      "it has another name for its hash",
      Buffer.from(hashed(body).toString().replace("hash", "Hash")),
    ],
    ["it is of another version", hashed(body.replace('"v":1', '"v":2'))],
    ["its number begins with a zero", hashed(body.replace('"seq":7', '"seq":07'))],
    ["its number is larger than numbers are", hashed(body.replace('"seq":7', `"seq":${10 ** 15}`))],
    ["there are blanks in it", hashed(body.replace('"seq":7', '"seq": 7'))],
    ["its writer is no writer", hashed(body.replace(chain.writer, "0123456789ABCDEF"))],
    ["it has another hash", Buffer.from(`${body},"hash":"${sha256("x")}"}`)],
    ["it has no hash", Buffer.from(`${body}}`)],
    ["it was torn", hashed(body).subarray(0, -1)],
    ["it is short", Buffer.from("{}")],
    ["it is empty", Buffer.from("")],
  ])("%s", (_, bytes) => {
    expect(scanLine(bytes)).toBeNull();
  });
});

test.each<[string, number, string, string]>([
  ["zero", 0, "t", time],
  ["large", 10 ** 15 - 1, "t".repeat(40), "2".repeat(40)],
  ["of dots and dashes", 1, "a.b-c_D9", ""],
])("a line whose numbers and texts are %s is read", (_name, seq, type, when) => {
  const bytes = hashed(
    lineBody({ ...chain, seq }, when, `"type":"${type}"`).replace(/"pid":\d+/, '"pid":1234567890'),
  );
  expect(scanLine(bytes)).toEqual({
    ...chain,
    seq,
    type,
    hash: sha256(`${bytes.toString().slice(0, -75)}}`),
  });
});

test("where both read a line, they read the same", () => {
  const fields = fc.record({
    type: fc.string(),
    a: fc.jsonValue(),
    b: fc.string({ unit: "binary" }),
  });
  const changes = fc.array(fc.tuple(fc.nat(400), fc.nat(255)), { maxLength: 1 });
  fc.assert(
    fc.property(fields, changes, (record, changed) => {
      const bytes = written(JSON.stringify(record).slice(1, -1));
      for (const [at, byte] of changed) if (at < bytes.length) bytes[at] = byte;
      const scanned = scanLine(bytes);
      if (scanned !== null) expect(readLine(bytes)).toMatchObject(scanned);
    }),
  );
});
