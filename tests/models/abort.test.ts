import { getEventListeners, once } from "node:events";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anthropic, collect, hello, modelAt, openai } from "./dialogue.js";
import { ModelServer, stallsAfter, status, streams, type Reply } from "./model-server.js";

let server: ModelServer;
let stop: AbortController;
beforeEach(async () => {
  server = await ModelServer.start();
  stop = new AbortController();
});
afterEach(() => server.stop());

const aborted = { kind: "cut", message: "The turn was aborted." };
const calls = ["a", "b"].map((id) => ({ id, name: "Read", json: ["{}"] }));

/** Aborts when the reply has been given. */
const abortsAfter =
  (reply: Reply): Reply =>
  async (response) => {
    await reply(response);
    if (response.writableEnded && !response.writableFinished) await once(response, "finish");
    stop.abort();
  };

/** Wants to be asked again a minute later, for which the test is too short. The client gets the time to begin to wait. */
const wantsAMinute: Reply = async (response) => {
  await status(429, {}, { "retry-after": "60" })(response);
  await new Promise((wake) => setTimeout(wake, 500));
};

/** Has the server give the reply; resolves when it sees the connection closed. */
function serverCloses(reply: Reply): Promise<void> {
  return new Promise((resolve) => {
    server.replies = [
      (response) => {
        response.on("close", () => resolve());
        return reply(response);
      },
    ];
  });
}

// None of these would come to an end if the abort were not noticed.
describe.each([anthropic, openai])("an abort of a request to $vendor", (wire) => {
  const { turn, toolCalls } = wire;

  it("sends nothing where it came first", async () => {
    stop.abort();
    const collected = await collect(modelAt(server.host, wire), { signal: stop.signal });
    expect({ collected, received: server.received }).toEqual({
      collected: { events: [], error: aborted },
      received: [],
    });
  });

  it.each<readonly [string, Reply]>([
    ["while the server is silent", () => {}],
    ["while it waits to ask again", wantsAMinute],
    ["when the stream has begun", stallsAfter()],
    ["in the middle of a call", stallsAfter(...turn(calls))],
  ])("is noticed %s", { timeout: 50_000 }, async (_, reply) => {
    server.replies = [abortsAfter(reply)];
    const { events, error } = await collect(modelAt(server.host, wire), { signal: stop.signal });
    expect({ events, error }).toEqual({ events: [], error: aborted });
    expect(server.received).toHaveLength(1);
  });

  it("in the middle of the text closes the connection and reports no more", async () => {
    const closed = serverCloses(stallsAfter(...turn(["One two three."])));
    const collected = await collect(modelAt(server.host, wire), { signal: stop.signal }, () =>
      stop.abort(),
    );
    await closed;
    expect(collected).toEqual({ events: [{ type: "text", text: "One " }], error: aborted });
  });

  it("between two calls keeps back the second", async () => {
    server.replies = [streams(...turn(calls, toolCalls))];
    const collected = await collect(modelAt(server.host, wire), { signal: stop.signal }, () =>
      stop.abort(),
    );
    expect(collected).toEqual({
      events: [{ type: "tool-call", id: "a", name: "Read", input: {} }],
      error: aborted,
    });
  });

  it("is not needed by who stops listening: the connection is closed", async () => {
    const closed = serverCloses(stallsAfter(...turn(["One two three."])));
    const answer = modelAt(server.host, wire).answer({ ...hello, signal: stop.signal });
    const events = answer[Symbol.asyncIterator]();
    await events.next();
    await events.return?.();
    await expect(closed).resolves.toBeUndefined();
  });

  it("leaves nothing on a signal that serves many requests", async () => {
    server.replies = [streams(...turn(["Hi."], wire.stop))];
    const model = modelAt(server.host, wire);
    for (let count = 0; count < 3; count++) await collect(model, { signal: stop.signal });
    expect(getEventListeners(stop.signal, "abort")).toEqual([]);
  });
});
