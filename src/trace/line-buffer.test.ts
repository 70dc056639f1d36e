import { expect, test } from "vitest";
import { LineBuffer } from "./line-buffer.js";
import { sha256 } from "./line.js";

/** As the line is written, hash and line end included. */
const lineOf = (body: string): string => `${body},"hash":"${sha256(`${body}}`)}"}\n`;
const memory = (buffer: LineBuffer): number => buffer.lines.buffer.byteLength;

test("lines are one behind the other, each with the hash of what it is", () => {
  const buffer = new LineBuffer();
  buffer.begin("");
  const bodies = ['{"a":1', '{"b":"é😀日"', "{"];
  expect(bodies.map((body) => buffer.add(body))).toEqual(bodies.map((body) => sha256(`${body}}`)));
  expect(buffer.lines.toString()).toBe(bodies.map(lineOf).join(""));
});

test("what ends a torn line is before them, and in no hash", () => {
  const buffer = new LineBuffer();
  buffer.begin("\n");
  expect(buffer.lines.toString()).toBe("\n");
  expect(buffer.add('{"a":1')).toBe(sha256('{"a":1}'));
  expect(buffer.lines.toString()).toBe(`\n${lineOf('{"a":1')}`);
  buffer.begin("");
  expect(buffer.lines.toString()).toBe("");
});

test.each([5434, 5435, 5436, 20_000, 300_000])(
  "a body of %i characters that take three bytes each has room, and so has what follows",
  (length) => {
    const buffer = new LineBuffer();
    buffer.begin("");
    const bodies = ["{", `{"a":"${"日".repeat(length)}"`, "{"];
    for (const body of bodies) buffer.add(body);
    expect(buffer.lines.toString() === bodies.map(lineOf).join("")).toBe(true);
  },
);

test("the memory grows twofold at least, and that of a long line is not kept", () => {
  const buffer = new LineBuffer();
  buffer.begin("");
  expect(memory(buffer)).toBe(16_384);
  for (let count = 0; count < 200; count++) buffer.add("{".padEnd(20));
  expect(buffer.lines.toString()).toBe(lineOf("{".padEnd(20)).repeat(200));
  expect(memory(buffer)).toBe(32_768);
  buffer.add("x".repeat(100_000));
  expect(memory(buffer)).toBe(200 * 96 + 300_080);
  buffer.begin("");
  expect(memory(buffer)).toBe(16_384);
});

test("a line that just fits takes no more memory, and the next one that of the one before it", () => {
  const buffer = new LineBuffer();
  buffer.begin("");
  // 77 bytes, three for each character of the next one, and 80 for its end.
  buffer.add("{");
  buffer.add("x".repeat(5409));
  expect(memory(buffer)).toBe(16_384);
  const before = buffer.lines.buffer;
  buffer.begin("");
  expect(buffer.lines.buffer).toBe(before);
  buffer.add("{");
  buffer.add("x".repeat(5410));
  expect(memory(buffer)).toBe(32_768);
});
