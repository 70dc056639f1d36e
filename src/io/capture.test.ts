import { expect, test } from "vitest";
import { Capture } from "./capture.js";

test.each<[string, string[], object]>([
  ["nothing", [], { text: "", printed: 0, isCut: false }],
  ["less than the limit", ["ab", "c"], { text: "abc", printed: 3, isCut: false }],
  ["exactly the limit", ["ab", "cde"], { text: "abcde", printed: 5, isCut: false }],
  ["a byte more, in one chunk", ["abcdef"], { text: "abcde", printed: 6, isCut: true }],
  ["a byte more, in its own chunk", ["abcde", "f"], { text: "abcde", printed: 6, isCut: true }],
  ["a chunk across the limit", ["abc", "defg", "hi"], { text: "abcde", printed: 9, isCut: true }],
])("of %s five bytes are kept and all are counted", (_what, chunks, expected) => {
  const capture = new Capture(5);
  for (const chunk of chunks) capture.add(Buffer.from(chunk));
  const { printed, isCut } = capture;
  expect({ text: Buffer.from(capture.bytes()).toString(), printed, isCut }).toEqual(expected);
});

test("of a chunk that is cut only the part that is kept stays in memory", () => {
  const capture = new Capture(2);
  const chunk = Buffer.from("abc");
  capture.add(chunk);
  chunk.fill("x");
  expect(Buffer.from(capture.bytes()).toString()).toBe("ab");
});
