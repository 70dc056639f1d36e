import { afterEach, beforeEach, expect, test } from "vitest";
import fc from "fast-check";
import type { Telemetry } from "../../src/telemetry/index.js";
import { fire, TelemetryWorkspace, none } from "./telemetry-workspace.js";
import { event, run, skip, verdict } from "./records.js";
import { accept, answer, reset, type Behaviour } from "./receiver.js";

let workspace: TelemetryWorkspace;
beforeEach(async () => {
  workspace = await TelemetryWorkspace.start();
});
afterEach(() => workspace.close());

const hang: Behaviour = () => {};
/** No request is given up while the flood lasts, however slow the machine. */
const requestMs = 600_000;

/** What does not add up; nothing where every span and log record is accounted for. */
function missing(telemetry: Telemetry): number {
  const { taken, queued, sent, lost } = telemetry.stats;
  return taken - queued - sent - Object.values(lost).reduce((sum, count) => sum + count, 0);
}

test("a flood that nobody takes is bounded in number, and all that does not match is counted", async () => {
  workspace.receiver.otherwise = hang;
  const telemetry = workspace.open({
    limits: { items: 1000, batchItems: 100, closeMs: 50, requestMs },
  });
  for (let index = 0; index < 20_000; index++) {
    fire(telemetry, `e${index}`);
    if (index % 1000 === 0) await new Promise((turn) => setImmediate(turn));
  }
  expect(telemetry.stats).toEqual({
    taken: 40_000,
    queued: 1000,
    sent: 0,
    lost: { ...none, full: 39_000 },
  });
  expect(workspace.kinds).toEqual(["full"]);
  // The log record that would have reported it is lost too.
  expect(await telemetry.close()).toEqual({ sent: 0, lost: 40_001 });
  expect(telemetry.stats.lost).toEqual({ ...none, full: 39_000, unsent: 1001 });
});

test("a flood of large records is bounded in bytes", async () => {
  workspace.receiver.otherwise = hang;
  const bytes = 200_000;
  const telemetry = workspace.open({ content: true, limits: { bytes, closeMs: 50, requestMs } });
  for (let index = 0; index < 200; index++) {
    telemetry.take(event(`e${index}`, { payload: { prompt: "long ".repeat(100_000) } }));
    telemetry.take(verdict(`e${index}`));
  }
  const { queued, lost } = telemetry.stats;
  expect(queued + lost.full).toBe(200);
  // Each is a little more than its longest text.
  expect(queued).toBeGreaterThan(20);
  expect(queued).toBeLessThan(bytes / 4096);
});

test("events that stay open are bounded too, whatever they hold", async () => {
  workspace.receiver.otherwise = hang;
  const limits = { items: 100, openEvents: 50, closeMs: 50, requestMs };
  const telemetry = workspace.open({ limits });
  for (let index = 0; index < 5000; index++) {
    telemetry.take(event(`e${index}`));
    telemetry.take(run(`e${index}`));
    telemetry.take(skip(`e${index}`));
  }
  expect(telemetry.stats).toMatchObject({ taken: 10_000, queued: 100 + 2 * 50 });
  expect(missing(telemetry)).toBe(0);
});

test("when a flood is over, the receiver learns what it missed, and got all the rest", async () => {
  workspace.receiver.otherwise = hang;
  // What is taken within the time of a request is not sent again.
  const limits = { items: 100, batchItems: 10, requestMs: 2000 };
  const telemetry = workspace.open({ limits });
  for (let index = 0; index < 500; index++) fire(telemetry, `e${index}`);
  workspace.receiver.otherwise = accept;
  await workspace.receiver.until(() => telemetry.stats.queued === 0);
  const { lost, sent } = telemetry.stats;
  expect(missing(telemetry)).toBe(0);
  expect(workspace.lossLogs).toEqual([{ "snaphook.lost.full": lost.full }]);
  expect(workspace.receiver.items).toBe(sent);
});

const behaviours: Readonly<Record<string, Behaviour>> = {
  accept,
  "400": answer(400),
  "503": answer(503),
  reset,
  part: (request, response, received) => {
    const rejected = request.url === "/v1/logs" ? "rejectedLogRecords" : "rejectedSpans";
    const count = Math.floor((received.spans.length + received.logs.length) / 2);
    const body = JSON.stringify({ partialSuccess: { [rejected]: String(count) } });
    answer(200, body)(request, response, received);
  },
  page: answer(200, "<html>", { "content-type": "text/html" }),
};

const steps = fc.array(
  fc.oneof(
    fc.record({ step: fc.constant("answer"), name: fc.constantFrom(...Object.keys(behaviours)) }),
    fc.record({
      step: fc.constantFrom("event", "run", "skip", "verdict", "note"),
      name: fc.constantFrom("a", "b", "c"),
    }),
    fc.record({ step: fc.constantFrom("turn", "flush"), name: fc.constant("") }),
  ),
  { maxLength: 60 },
);

test("whatever comes and whatever the receiver does, everything is queued, sent or lost, and nothing twice", async () => {
  const problems = [{ code: "c", severity: "info", hook: "", path: "", found: "" }];
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const telemetry = workspace.open({
        limits: {
          items: 8,
          batchItems: 3,
          openEvents: 2,
          pauseMs: 1,
          longestPauseMs: 2,
          retryMs: 20,
        },
      });
      workspace.receiver.otherwise = accept;
      for (const { step, name } of script) {
        if (step === "answer") workspace.receiver.script.push(behaviours[name] ?? accept);
        else if (step === "event") telemetry.take(event(name));
        else if (step === "run") telemetry.take(run(name));
        else if (step === "skip") telemetry.take(skip(name));
        else if (step === "verdict") telemetry.take(verdict(name, { problems }));
        else if (step === "note") telemetry.take({ time: "", type: "note", eventId: name });
        else if (step === "flush") await telemetry.flush();
        else await new Promise((turn) => setTimeout(turn, 1));
        expect(missing(telemetry)).toBe(0);
      }
      const { sent, lost } = await telemetry.close();
      expect(telemetry.stats).toMatchObject({ queued: 0, taken: sent + lost });
      workspace.receiver.script = [];
    }),
    { numRuns: 100 },
  );
  const ids = workspace.receiver.spans.map(({ spanId }) => spanId);
  expect(new Set(ids).size).toBe(ids.length);
});
