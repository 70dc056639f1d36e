import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fire, TelemetryWorkspace, none } from "./telemetry-workspace.js";
import { verdict } from "./records.js";
import { answer, Receiver, reset, type Behaviour } from "./receiver.js";

let workspace: TelemetryWorkspace;
beforeEach(async () => {
  workspace = await TelemetryWorkspace.start();
});
afterEach(() => workspace.close());

const hang: Behaviour = () => {};

const passing: readonly (readonly [string, Behaviour, string])[] = [
  ["429", answer(429), "busy"],
  ["429 and when to come again", answer(429, "", { "retry-after": "0" }), "busy"],
  ["502", answer(502, "<html>"), "busy"],
  ["503", answer(503), "busy"],
  ["504", answer(504), "busy"],
  ["a reset", reset, "unreachable"],
  ["an end without an answer", (request) => request.socket.end(), "unreachable"],
  [
    "an answer that breaks off",
    (request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": 10 });
      response.write("{");
      setTimeout(() => request.socket.destroy(), 20);
    },
    "unreachable",
  ],
  ["silence", hang, "unreachable"],
  [
    "a drip of bytes that never ends",
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const drip = setInterval(() => response.write(" "), 10);
      response.on("close", () => clearInterval(drip));
    },
    "unreachable",
  ],
];

test.each(passing)("after %s the same request is sent again", async (_, behaviour, kind) => {
  const telemetry = workspace.open({ limits: { requestMs: 1000 } });
  workspace.receiver.script = [behaviour, behaviour];
  fire(telemetry, "e1");
  await workspace.receiver.until(() => workspace.receiver.items === 2);
  expect(workspace.receiver.bodies.length).toBe(3);
  expect(new Set(workspace.receiver.bodies).size).toBe(1);
  expect(await telemetry.close()).toEqual({ sent: 2, lost: 0 });
  expect(workspace.kinds).toEqual([kind]);
});

const final: readonly (readonly [string, Behaviour, "refused" | "garbled", RegExp])[] = [
  ["400", answer(400, '{"code":3,"message":"bad data"}'), "refused", /answers 400\. It says: bad/],
  ["401", answer(401), "refused", /answers 401/],
  ["404", answer(404, "no"), "refused", /answers 404/],
  ["408, which OTLP does not name", answer(408), "refused", /answers 408/],
  ["413", answer(413), "refused", /answers 413/],
  ["500", answer(500), "refused", /answers 500/],
  [
    "a redirect",
    answer(307, "", { location: "http://127.0.0.1:9/v1/traces" }),
    "refused",
    /answers 307, and redirects are not followed/,
  ],
  [
    "a web page",
    answer(200, "<!doctype html>", { "content-type": "text/html" }),
    "garbled",
    /200 with text\/html/,
  ],
  ["an array", answer(200, "[]"), "garbled", /no content type/],
  [
    "an endless answer",
    (_, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const more = setInterval(() => response.write(" ".repeat(65_536)), 1);
      response.on("close", () => clearInterval(more));
    },
    "garbled",
    /not as an OTLP/,
  ],
];

test.each(final)(
  "after %s nothing is sent again, and it is lost",
  async (_, behaviour, reason, says) => {
    const telemetry = workspace.open();
    workspace.receiver.script = [behaviour];
    fire(telemetry, "e1");
    await workspace.receiver.until(() => telemetry.stats.queued === 0);
    expect(telemetry.stats).toEqual({
      taken: 2,
      queued: 0,
      sent: 0,
      lost: { ...none, [reason]: 2 },
    });
    expect(workspace.troubles).toEqual([{ kind: reason, message: expect.stringMatching(says) }]);
    // It works again, and the receiver learns of the gap.
    fire(telemetry, "e2");
    await workspace.receiver.until(() => workspace.receiver.items === 3);
    expect(await telemetry.close()).toEqual({ sent: 3, lost: 2 });
    expect(workspace.lossLogs).toEqual([{ [`snaphook.lost.${reason}`]: 2 }]);
    expect(workspace.receiver.bodies.length).toBe(3);
  },
);

const successes: readonly (readonly [string, Behaviour])[] = [
  ["nothing", answer(200)],
  ["202 and nothing", answer(202)],
  ["protobuf", answer(200, "\u0001\u0002", { "content-type": "application/x-protobuf" })],
  ["an empty partial success", answer(200, '{"partialSuccess":{}}')],
  ["fields that nobody knows", answer(200, '{"what":1,"partialSuccess":null}')],
];

test.each(successes)("%s is an answer that means success", async (_, behaviour) => {
  const telemetry = workspace.open();
  workspace.receiver.otherwise = behaviour;
  fire(telemetry, "e1");
  expect(await telemetry.close()).toEqual({ sent: 2, lost: 0 });
  expect(workspace.kinds).toEqual([]);
});

describe("what a receiver takes only in part", () => {
  const partial = (fields: object): Behaviour =>
    answer(200, JSON.stringify({ partialSuccess: fields }));

  test("is counted as lost, not sent again, and reported", async () => {
    const telemetry = workspace.open();
    workspace.receiver.script = [partial({ rejectedSpans: "1", errorMessage: "one is too old" })];
    fire(telemetry, "e1");
    await workspace.receiver.until(
      () => telemetry.stats.queued === 0 && workspace.receiver.logs.length === 1,
    );
    expect(telemetry.stats).toEqual({
      taken: 3,
      queued: 0,
      sent: 2,
      lost: { ...none, rejected: 1 },
    });
    expect(workspace.troubles).toEqual([
      {
        kind: "rejected",
        message: `The receiver rejects 1 of 2. It says: one is too old (${workspace.receiver.endpoint}, traces)`,
      },
    ]);
    expect(workspace.lossLogs).toEqual([{ "snaphook.lost.rejected": 1 }]);
  });

  test.each([7, -3, 1.5, "many", null])(
    "never counts more than was sent (%j)",
    async (rejected) => {
      const telemetry = workspace.open();
      workspace.receiver.script = [partial({ rejectedSpans: rejected })];
      fire(telemetry, "e1");
      await workspace.receiver.until(() => telemetry.stats.queued === 0);
      const { sent, lost } = telemetry.stats;
      expect(sent - workspace.receiver.logs.length + lost.rejected).toBe(2);
    },
  );
});

describe("a pause", () => {
  test("is as long as the receiver says, however long it would be otherwise", async () => {
    const telemetry = workspace.open({ limits: { longestPauseMs: 5000 } });
    workspace.receiver.script = [answer(503, "", { "retry-after": "1" })];
    fire(telemetry, "e1");
    await workspace.receiver.until(() => workspace.kinds.length === 1);
    // Asking for all to be sent does not shorten it.
    await telemetry.flush();
    const [first = 0, second = 0] = workspace.receiver.times;
    expect(second - first).toBeGreaterThan(950);
    expect(workspace.receiver.items).toBe(2);
  });

  test.each(["86400", new Date(Date.now() + 86_400_000).toUTCString()])(
    "is never longer than the limit (Retry-After: %s)",
    async (seconds) => {
      const telemetry = workspace.open();
      workspace.receiver.script = [answer(429, "", { "retry-after": seconds })];
      fire(telemetry, "e1");
      await workspace.receiver.until(() => telemetry.stats.sent === 2);
    },
  );

  test("may be given as a date", async () => {
    const telemetry = workspace.open({ limits: { longestPauseMs: 600_000, retryMs: 1e7 } });
    const soon = new Date(Date.now() + 1000).toUTCString();
    workspace.receiver.script = [answer(503, "", { "retry-after": soon })];
    fire(telemetry, "e1");
    await workspace.receiver.until(() => telemetry.stats.sent === 2);
    expect(workspace.kinds).toEqual(["busy"]);
  });

  test("that is still to come when the host closes is not waited for", async () => {
    const telemetry = workspace.open({ limits: { longestPauseMs: 600_000, retryMs: 600_000 } });
    workspace.receiver.script = [answer(429, "", { "retry-after": "300" })];
    fire(telemetry, "e1");
    await workspace.receiver.until(() => workspace.kinds.length === 1);
    expect(await telemetry.close()).toEqual({ sent: 0, lost: 2 });
    expect(workspace.receiver.requests.length).toBe(1);
  });

  test("of our own is cut short when the host closes, for a last try", async () => {
    const telemetry = workspace.open({
      limits: { pauseMs: 600_000, longestPauseMs: 600_000, retryMs: 1e7 },
    });
    workspace.receiver.script = [answer(503)];
    fire(telemetry, "e1");
    await workspace.receiver.until(() => workspace.kinds.length === 1);
    expect(await telemetry.close()).toEqual({ sent: 2, lost: 0 });
  });
});

test("when the host closes, what does not go through is not tried again", async () => {
  const telemetry = workspace.open();
  workspace.receiver.otherwise = answer(503);
  fire(telemetry, "e1");
  telemetry.take({ time: "", type: "note", eventId: "" });
  expect(await telemetry.close()).toEqual({ sent: 0, lost: 3 });
  expect(telemetry.stats.lost).toEqual({ ...none, unreachable: 3 });
  expect(workspace.receiver.requests.length).toBe(2);
});

test("what cannot be sent for too long is lost, and the gap is reported when it works again", async () => {
  const telemetry = workspace.open({ limits: { retryMs: 50 } });
  workspace.receiver.otherwise = answer(503);
  fire(telemetry, "e1");
  await workspace.receiver.until(() => telemetry.stats.lost.unreachable === 2);
  const { port } = workspace.receiver;
  await workspace.receiver.stop();
  fire(telemetry, "e2");
  await workspace.receiver.until(() => telemetry.stats.lost.unreachable === 4);
  workspace.receiver = await Receiver.start(undefined, port);
  fire(telemetry, "e3");
  await workspace.receiver.until(() => workspace.receiver.items === 3);
  expect(await telemetry.close()).toEqual({ sent: 3, lost: 4 });
  expect(workspace.kinds).toEqual(["busy", "unreachable"]);
  expect(workspace.lossLogs).toEqual([{ "snaphook.lost.unreachable": 4 }]);
});

test("a kind of trouble is reported once until it is over, and then again", async () => {
  const telemetry = workspace.open();
  for (const id of ["e1", "e2", "e3", "e4"]) {
    if (id !== "e3") workspace.receiver.script = [answer(400)];
    fire(telemetry, id);
    await workspace.receiver.until(
      () => telemetry.stats.queued === 0 && workspace.receiver.script.length === 0,
    );
  }
  expect(workspace.kinds).toEqual(["refused", "refused"]);
});

test("log records that are refused do not keep spans from being sent", async () => {
  const telemetry = workspace.open();
  workspace.receiver.otherwise = (request, response, received) => {
    if (request.url === "/v1/logs") answer(404)(request, response, received);
    else answer(200)(request, response, received);
  };
  for (let index = 0; index < 5; index++) {
    telemetry.take({ time: "", type: "note", eventId: "" });
    fire(telemetry, `e${index}`);
    await workspace.receiver.until(() => telemetry.stats.queued === 0);
  }
  expect(telemetry.stats).toEqual({
    taken: 15,
    queued: 0,
    sent: 10,
    lost: { ...none, refused: 5 },
  });
  expect(workspace.kinds).toEqual(["refused"]);
});

test("a log record of losses that is lost itself is reported with the next", async () => {
  const telemetry = workspace.open();
  workspace.receiver.script = [answer(400)];
  fire(telemetry, "e1");
  await workspace.receiver.until(() => telemetry.stats.queued === 0);
  const refuseLogs: Behaviour = (request, response, received) =>
    answer(request.url === "/v1/logs" ? 400 : 200)(request, response, received);
  workspace.receiver.otherwise = refuseLogs;
  fire(telemetry, "e2");
  await workspace.receiver.until(() => telemetry.stats.lost.refused === 3);
  workspace.receiver.otherwise = answer(200);
  telemetry.take({ time: "", type: "note", eventId: "" });
  await workspace.receiver.until(() => telemetry.stats.sent === 4);
  const last = JSON.parse(workspace.receiver.bodies.at(-1) ?? "") as unknown;
  expect(JSON.stringify(last)).toContain(
    '{"key":"snaphook.lost.refused","value":{"intValue":"3"}}',
  );
});

test("after close everything is lost, counted and reported once", async () => {
  const telemetry = workspace.open();
  fire(telemetry, "e1");
  const [closed, again] = [telemetry.close(), telemetry.close()];
  expect(await closed).toEqual({ sent: 2, lost: 0 });
  expect(await again).toEqual({ sent: 2, lost: 0 });
  fire(telemetry, "e2");
  telemetry.take(verdict("e9"));
  await telemetry.flush();
  const { taken, queued, sent, lost } = telemetry.stats;
  expect(queued).toBe(0);
  expect(taken).toBe(sent + lost.unsent);
  expect(workspace.kinds).toEqual(["unsent"]);
});

test("a listener or a record that is broken breaks nothing", async () => {
  const telemetry = workspace.open({
    endpoint: "nowhere",
    onTrouble: () => {
      throw new Error("no");
    },
  });
  for (const odd of [null, 7, "x", [], {}, { type: 7, eventId: {}, time: 0 }])
    telemetry.take(odd as never);
  fire(telemetry, "e1");
  await telemetry.close();
  const { taken, queued, lost } = telemetry.stats;
  expect(queued).toBe(0);
  expect(taken).toBe(lost.refused);
});
