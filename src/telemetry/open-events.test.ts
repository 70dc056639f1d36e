import { expect, test } from "vitest";
import type { PlainRecord } from "../trace/index.js";
import { OpenEvents } from "./open-events.js";
import type { Item } from "./otlp.js";

const record = (type: string, eventId: string): PlainRecord => ({
  time: "2026-03-04T12:00:00.000Z",
  type,
  eventId,
  event: "Stop",
});
const idsOf = (items: readonly Item[]): string[] =>
  items.map(
    ({ json }) => /"snaphook.event.id","value":\{"stringValue":"(\w+)"/.exec(json)?.[1] ?? "",
  );

test("of the open events those are given up that were opened before a moment", () => {
  const events = new OpenEvents({
    contentOptions: { content: false, text: 100 },
    parent: null,
    most: 10,
  });
  for (const [id, now] of [
    ["a", 10],
    ["b", 20],
    ["c", 30],
  ] as const)
    expect(events.take(record("event", id), now)).toEqual([]);
  events.take(record("verdict", "b"), 31);
  expect(idsOf(events.giveUp(9))).toEqual([]);
  expect(idsOf(events.giveUp(20))).toEqual(["a"]);
  expect(events).toMatchObject({ size: 1, isEmpty: false });
  expect(idsOf(events.giveUp(Number.POSITIVE_INFINITY))).toEqual(["c"]);
  expect(events).toMatchObject({ size: 0, isEmpty: true });
});
