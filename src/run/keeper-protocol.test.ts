import { expect, test } from "vitest";
import { endFromWire, endToWire, fromWire, lineReader, outbox, toWire } from "./keeper-protocol.js";

test.each<[string, string[], object[]]>([
  ["two in one chunk", ['{"a":1}\n{"b":2}\n'], [{ a: 1 }, { b: 2 }]],
  ["one in three chunks", ['{"a"', ":", "1}\n"], [{ a: 1 }]],
  [
    "the end of one with the whole of the next",
    ['{"a":', '1}\n{"b":2}\n{"c"', ":3}\n"],
    [{ a: 1 }, { b: 2 }, { c: 3 }],
  ],
  ["one in three chunks, after another", ['{"a":1}\n{"b', '"', ":2}\n"], [{ a: 1 }, { b: 2 }]],
  ["one without an end", ['{"a":1}'], []],
  ["what is no message", ['{"a"\n7\nnull\n\n{"b":2}\n'], [{ b: 2 }]],
])("messages are read line by line: %s", (_what, chunks, expected) => {
  const messages: object[] = [];
  const read = lineReader((message) => messages.push(message));
  for (const chunk of chunks) read(chunk);
  expect(messages).toEqual(expected);
});

test("messages of one turn go out in one write, those of the next in another", async () => {
  const written: string[] = [];
  const send = outbox((text) => written.push(text));
  send({ type: "ready" });
  send({ type: "cancel", runId: "1" });
  await Promise.resolve();
  send({ type: "cancel", runId: "2" });
  await Promise.resolve();
  expect(written).toEqual([
    '{"type":"ready"}\n{"type":"cancel","runId":"1"}\n',
    '{"type":"cancel","runId":"2"}\n',
  ]);
});

const bytes = Buffer.from([0x00, 0xff, 0xc3, 0x0a]);

test("a result survives the way, also bytes that are no text and part of a larger buffer", () => {
  const stdout = Buffer.concat([Buffer.from("before"), bytes]).subarray(6);
  const ending = { type: "exited", code: 2 } as const;
  const given = { ending, stdout, stderr: bytes, cut: false, stderrCut: true, ms: 1.5 };
  expect(fromWire(JSON.parse(JSON.stringify(toWire(given))))).toEqual({ ...given, stdout: bytes });
});

test("so does the end of a worker", () => {
  const ending = { type: "signalled", signal: "SIGTERM" } as const;
  const given = { ending, stderr: bytes, stderrCut: false };
  expect(endFromWire(JSON.parse(JSON.stringify(endToWire(given))))).toEqual(given);
});
