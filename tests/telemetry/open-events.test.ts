import { afterEach, beforeEach, expect, test } from "vitest";
import { TelemetryWorkspace } from "./telemetry-workspace.js";
import { event, run, skip, verdict } from "./records.js";
import type { Receiver } from "./receiver.js";

let workspace: TelemetryWorkspace;
let receiver: Receiver;
beforeEach(async () => {
  workspace = await TelemetryWorkspace.start();
  ({ receiver } = workspace);
});
afterEach(() => workspace.close());

test("an event whose verdict does not come is closed as unfinished, with the runs that are known", async () => {
  const telemetry = workspace.open();
  telemetry.take(event("e1"));
  telemetry.take(run("e1"));
  expect(telemetry.stats).toMatchObject({ taken: 2, queued: 2 });
  await telemetry.flush();
  expect(receiver.items).toBe(0);
  expect(await telemetry.close()).toEqual({ sent: 2, lost: 0 });
  expect(receiver.spans.map(({ name, status }) => ({ name, status }))).toEqual([
    { name: "hook PreToolUse", status: { code: 2, message: "no verdict came" } },
    { name: "run guard", status: null },
  ]);
  expect(receiver.spans[0]?.attributes).toMatchObject({ "snaphook.event.unfinished": true });
  expect(receiver.spans[0]?.attributes).not.toHaveProperty("snaphook.outcome");
});

test("an event is given up after its time, and when there are too many open ones the oldest", async () => {
  const telemetry = workspace.open({ limits: { unfinishedMs: 150, openEvents: 2, delayMs: 1 } });
  for (const name of ["e1", "e2", "e3"]) telemetry.take(event(name));
  await receiver.until(() => receiver.spans.length > 0);
  expect(receiver.spans[0]?.attributes["snaphook.event.id"]).toBe("e1");
  await receiver.until(() => receiver.spans.length === 3);
  // Its verdict comes after all: it is not lost.
  telemetry.take(verdict("e1", { outcome: "halt" }));
  await telemetry.close();
  expect(receiver.logs).toMatchObject([
    {
      name: "snaphook.record",
      body: "verdict",
      traceId: "",
      attributes: {
        "snaphook.record.type": "verdict",
        "snaphook.event.id": "e1",
        "snaphook.outcome": "halt",
      },
    },
  ]);
});

test("records without their event are log records, and two events of one id are two spans", async () => {
  const telemetry = workspace.open();
  telemetry.take(run("gone", {}, { timedOut: true }));
  telemetry.take(skip("gone"));
  telemetry.take(event("e1"));
  telemetry.take(event("e1"));
  telemetry.take({ time: "", type: "permission", eventId: "e1", answer: "private words" });
  telemetry.take(verdict("e1"));
  expect(telemetry.stats).toMatchObject({ taken: 5 });
  await telemetry.close();
  const [first, second] = receiver.spans;
  expect(first?.attributes).toMatchObject({ "snaphook.event.unfinished": true });
  expect(second?.attributes).toMatchObject({ "snaphook.outcome": "proceed" });
  expect(receiver.logs.map(({ body, spanId }) => [body, spanId])).toEqual([
    ["run", ""],
    ["skip", ""],
    ["permission", second?.spanId],
  ]);
  expect(receiver.logs[0]?.attributes).toMatchObject({
    "snaphook.hook.ending": "timed-out",
    "error.type": "timed-out",
  });
  expect(receiver.bodies.join("\n")).not.toContain("private words");
});

test("nothing of a record is looked at in the caller's time", async () => {
  const telemetry = workspace.open();
  const read: string[] = [];
  const watched = new Proxy(event("e1"), {
    get: (record, field: string) => {
      read.push(field);
      return record[field];
    },
  });
  telemetry.take(watched);
  expect(read).toEqual([]);
  await receiver.until(() => read.includes("payload"));
  expect(telemetry.stats.taken).toBe(1);
});

test("of very many skips and runs the spans stay bounded, and what is left out is counted", async () => {
  const telemetry = workspace.open();
  telemetry.take(event("e1"));
  for (let index = 0; index < 100; index++) telemetry.take(skip("e1"));
  for (let index = 0; index < 1100; index++) telemetry.take(run("e1"));
  telemetry.take(verdict("e1"));
  expect(await telemetry.close()).toEqual({ sent: 1101, lost: 0 });
  const whole = receiver.spans.find(({ name }) => name === "hook PreToolUse");
  expect(whole).toMatchObject({ events: { length: 64 }, droppedEvents: 36 });
  expect(receiver.spans.filter(({ parentSpanId }) => parentSpanId === whole?.spanId).length).toBe(
    1100,
  );
});
