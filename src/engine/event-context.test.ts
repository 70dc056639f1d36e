import { expect, test } from "vitest";
import { findDialect } from "../dialects/index.js";
import { eventContext } from "./event-context.js";
import { newEventId } from "./event-id.js";
import { programSettings } from "./settings.test-support.js";

test("an event is on its way with what the settings say of it", () => {
  const given = programSettings({ limits: { modelChars: 77 } });
  const settings = { ...given, allowUpdatedPrompt: true };
  const dialect = findDialect("gosu");
  const { signal } = new AbortController();
  const payload = { hook_event_name: "Stop" };
  expect(eventContext(payload, settings, dialect, { eventId: "e", signal })).toEqual({
    eventId: "e",
    event: "Stop",
    payload,
    dialect,
    settings,
    signal,
    modelChars: 77,
    allowUpdatedPrompt: true,
  });
  expect(eventContext({}, settings, dialect, { eventId: "e", signal }).event).toBe("");
});

test("an id names the time, the process and a number that no other event has", () => {
  const before = Date.now();
  const [one, two] = [newEventId(), newEventId()];
  const [time, pid, count] = one.split("-").map((part) => Number.parseInt(part, 36));
  expect(time).toBeGreaterThanOrEqual(before);
  expect(time).toBeLessThanOrEqual(Date.now());
  expect([pid, Number.parseInt(two.split("-")[2] ?? "", 36)]).toEqual([
    process.pid,
    Number(count) + 1,
  ]);
});
