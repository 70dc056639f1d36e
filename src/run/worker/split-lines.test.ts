import fc from "fast-check";
import { expect, test } from "vitest";
import { LineSplitter } from "./split-lines.js";

function split(
  chunks: readonly Buffer[],
  limit: number,
): { lines: string[]; floods: string[]; rest: string } {
  const lines: string[] = [];
  const floods: string[] = [];
  const splitter = new LineSplitter(
    () => limit,
    (line) => lines.push(line.toString("latin1")),
    (head) => floods.push(head.toString("latin1")),
  );
  for (const chunk of chunks) splitter.add(chunk);
  return { lines, floods, rest: splitter.rest().toString("latin1") };
}

test("lines are the same however the bytes are cut into chunks", () => {
  const byte = fc.constantFrom(0x0a, 0x0d, 0x61, 0xff);
  fc.assert(
    fc.property(fc.array(fc.array(byte)), (chunks) => {
      const whole = Buffer.from(chunks.flat()).toString("latin1").split("\n");
      expect(
        split(
          chunks.map((chunk) => Buffer.from(chunk)),
          1000,
        ),
      ).toEqual({
        lines: whole.slice(0, -1),
        floods: [],
        rest: whole.at(-1),
      });
    }),
  );
});

test("a line past the limit is handed over once as far as it came, and nothing behind it", () => {
  const chunks = ["ok\n12345", "6\nnot here\n", "nor this\n"].map((text) => Buffer.from(text));
  expect(split(chunks, 5)).toEqual({ lines: ["ok"], floods: ["123456"], rest: "" });
});
