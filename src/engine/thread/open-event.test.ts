import { expect, test } from "vitest";
import { OpenEvent, type EventEnd } from "./open-event.js";

test.each<
  [how: string, end: (event: OpenEvent) => void, given: EventEnd, calls: readonly string[]]
>([
  ["is done", (event) => event.settle({ ok: true, value: 1 }), { ok: true, value: 1 }, ["over"]],
  ["is lost", (event) => event.lose("it ended"), { why: "it ended" }, ["over"]],
  // The thread still works on it.
  ["fails at the host", (event) => event.fail("no"), { ok: false, error: "no" }, ["abort"]],
])("an event that %s ends with that", async (_how, end, given, calls) => {
  const seen: string[] = [];
  const event = new OpenEvent(() => seen.push("over"));
  event.abort();
  event.abort = () => void seen.push("abort");
  end(event);
  expect([await event.end, seen]).toEqual([given, calls]);
  event.lose("later");
  expect(await event.end).toEqual(given);
});
