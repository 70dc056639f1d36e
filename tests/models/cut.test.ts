import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { anthropic, collect, modelAt, openai, type Collected } from "./dialogue.js";
import { breaksAfter, ModelServer, stallsAfter, status, streams } from "./model-server.js";

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(() => server.stop());

const calls = [
  { id: "a", name: "Read", json: ['{"file_path"', ':"ä.ts"}'] },
  { id: "b", name: "Bash", json: ['{"command":', '"ls"}'] },
];
const reported = ({ events, error }: Collected): object => ({
  others: events.filter(({ type }) => type !== "text"),
  kind: error?.kind,
});
const onlyCut = { others: [], kind: "cut" };

describe.each([anthropic, openai])("a stream from $vendor", (wire) => {
  const events = wire.turn(["Good day.", ...calls], wire.toolCalls);

  it("whose connection breaks after any event is cut, and no call of it is reported", async () => {
    const model = modelAt(server.host, wire);
    for (const count of events.keys()) {
      server.replies = [breaksAfter(...events.slice(0, count))];
      expect({ count, ...reported(await collect(model)) }).toEqual({ count, ...onlyCut });
    }
  });

  it("whose connection breaks within a line is cut, and no call of it is reported", async () => {
    const model = modelAt(server.host, wire);
    const bytes = Buffer.from(events.join(""));
    for (let length = 1; length < bytes.length; length += 23) {
      server.replies = [breaksAfter(bytes.subarray(0, length))];
      expect({ length, ...reported(await collect(model)) }).toEqual({ length, ...onlyCut });
    }
  });

  it("that ends in good order before the turn does is cut, and no call of it is reported", async () => {
    const model = modelAt(server.host, wire);
    // With openai the turn has ended when it says why; some servers leave out the [DONE] behind it.
    const needed = wire.vendor === "openai" ? events.slice(0, -1) : events;
    for (const count of needed.keys()) {
      server.replies = [streams(...events.slice(0, count))];
      expect({ count, ...reported(await collect(model)) }).toEqual({ count, ...onlyCut });
    }
  });

  it("keeps the text that came before the cut", async () => {
    server.replies = [stallsAfter(...wire.turn(["Good day."]))];
    const collected = await collect(modelAt(server.host, wire), {}, (event) => {
      if (event.type === "text" && event.text === "day.") server.breakConnections();
    });
    expect(collected).toEqual({
      events: [
        { type: "text", text: "Good " },
        { type: "text", text: "day." },
      ],
      error: { kind: "cut", message: "The answer of HOST broke off in the middle." },
    });
  });

  it.each([
    ["a page", "<html>Please log in</html>"],
    ["an object", '{"ok":true}'],
    ["nothing", ""],
  ])("that is %s instead is no answer", async (_, body) => {
    server.replies = [status(200, body)];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [],
      error: { kind: "cut", message: "The model's answer ended in the middle." },
    });
  });
});

it("counts a call of anthropic that never ended as cut, also where the turn says that it ended", async () => {
  const events = anthropic.turn(calls, "tool_use");
  const open = events.filter((event) => !event.includes("content_block_stop"));
  server.replies = [streams(...open)];
  expect(await collect(modelAt(server.host, anthropic))).toEqual({
    events: [],
    error: { kind: "cut", message: "The model's answer ended in the middle." },
  });
});
