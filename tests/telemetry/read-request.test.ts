import { expect, test } from "vitest";
import { readRequest } from "./read-request.js";

const span = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  name: "n",
  kind: 1,
  startTimeUnixNano: "1",
  endTimeUnixNano: "2",
};
const request = (fields: object): string =>
  JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, ...fields }] }] }] });

test("a proper request has no fault", () => {
  const { spans, faults } = readRequest("/v1/traces", request({}));
  expect(faults).toEqual([]);
  expect(spans).toMatchObject([{ name: "n", start: 1n, end: 2n, traceId: span.traceId }]);
});

const faulty: readonly (readonly [string, string])[] = [
  ["an id in base64", request({ traceId: "S/kvNXezTaajzpKdDg5HNg==" })],
  ["an id of zeros", request({ spanId: "0000000000000000" })],
  ["an enumeration by name", request({ kind: "SPAN_KIND_INTERNAL" })],
  ["a 64-bit number as a number", request({ startTimeUnixNano: 1 })],
  ["a field that there is not", request({ colour: "red" })],
  ["a field with underscores", request({ dropped_events_count: 1 })],
  [
    "a value of two types",
    request({ attributes: [{ key: "a", value: { stringValue: "", intValue: "1" } }] }),
  ],
  [
    "a value of the wrong type",
    request({ attributes: [{ key: "a", value: { boolValue: "yes" } }] }),
  ],
  ["a number that does not match", request({ droppedEventsCount: -1 })],
  ["an attribute that appears twice", request({ attributes: [{ key: "a" }, { key: "a" }] })],
  ["half of a character", request({ name: "\ud800" })],
  ["no JSON", "{"],
];

test.each(faulty)("the receiver of these tests finds %s", (_, body) => {
  expect(readRequest("/v1/traces", body).faults).not.toEqual([]);
});
