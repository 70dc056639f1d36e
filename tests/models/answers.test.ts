import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelEvent } from "../../src/models/index.js";
import {
  anthropic,
  anthropicEvent,
  collect,
  modelAt,
  openai,
  openaiEvent,
  texts,
} from "./dialogue.js";
import { ModelServer, streams } from "./model-server.js";

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(() => server.stop());

const read = { id: "call_1", name: "Read", json: ['{"file_', 'path":"a.ts', '"}'] };
const readCall: ModelEvent = {
  type: "tool-call",
  id: "call_1",
  name: "Read",
  input: { file_path: "a.ts" },
};
const stop: ModelEvent = { type: "end", reason: "stop" };
const endWithCalls: ModelEvent = { type: "end", reason: "tool-calls" };

describe.each([anthropic, openai])("a turn from $vendor", (wire) => {
  it("is reported word by word as it comes", async () => {
    server.replies = [streams(...wire.turn(["Good morning to you."], wire.stop))];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [
        { type: "text", text: "Good " },
        { type: "text", text: "morning " },
        { type: "text", text: "to " },
        { type: "text", text: "you." },
        stop,
      ],
      error: null,
    });
  });

  it("reports a call whose arguments come in pieces once, as a whole, behind the text", async () => {
    server.replies = [streams(...wire.turn(["Reading.", read], wire.toolCalls))];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [{ type: "text", text: "Reading." }, readCall, endWithCalls],
      error: null,
    });
  });

  it("reports calls also where the server says that it just stops", async () => {
    server.replies = [streams(...wire.turn([read], wire.stop))];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [readCall, endWithCalls],
      error: null,
    });
  });

  it("keeps many parallel calls in order", async () => {
    const numbers = Array.from({ length: 60 }, (_, index) => index);
    const calls = numbers.map((n) => ({ id: `call_${n}`, name: "Read", json: [`{"n":`, `${n}}`] }));
    server.replies = [streams(...wire.turn(calls, wire.toolCalls))];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [
        ...numbers.map((n) => ({
          type: "tool-call",
          id: `call_${n}`,
          name: "Read",
          input: { n },
        })),
        endWithCalls,
      ],
      error: null,
    });
  });

  it("has no calls where its length ran out, not even those that look whole", async () => {
    const half = { id: "call_2", name: "Write", json: ['{"file_path":"a.ts","content":"'] };
    server.replies = [streams(...wire.turn(["Both.", read, half], wire.length))];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [
        { type: "text", text: "Both." },
        { type: "end", reason: "length" },
      ],
      error: null,
    });
  });

  it("is the same when every byte comes alone, in characters and lines alike", async () => {
    const said = "Grüße 👩‍👩‍👧 日本語 🏳️‍🌈.";
    const call = { id: "c", name: "Write", json: ['{"content":"naïve ', '🎉\\n漢字"}'] };
    const bytes = Buffer.from(wire.turn([said, call], wire.toolCalls).join(""));
    server.replies = [streams(...Array.from(bytes, (byte) => Uint8Array.of(byte)))];
    const collected = await collect(modelAt(server.host, wire));
    expect(texts(collected)).toBe(said);
    expect({
      ...collected,
      events: collected.events.filter(({ type }) => type !== "text"),
    }).toEqual({
      events: [
        { type: "tool-call", id: "c", name: "Write", input: { content: "naïve 🎉\n漢字" } },
        endWithCalls,
      ],
      error: null,
    });
  });

  it("may have lines that end with a carriage return, and comments between events", async () => {
    const events = wire.turn(["Hello.", read], wire.toolCalls);
    const lines = events.map((event) => `: ping\r\n\r\n${event.replaceAll("\n", "\r\n")}`);
    server.replies = [streams(...lines)];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [{ type: "text", text: "Hello." }, readCall, endWithCalls],
      error: null,
    });
  });
});

it("takes calls of openai whose pieces are mixed, in the order of their places", async () => {
  const piece = (index: number, rest: object): string =>
    openaiEvent({ tool_calls: [{ index, ...rest }] });
  server.replies = [
    streams(
      piece(1, { id: "b", function: { name: "Glob", arguments: "" } }),
      piece(0, { id: "a", function: { name: "Read", arguments: '{"x"' } }),
      piece(1, { id: "b", function: { name: "Glob", arguments: '{"y"' } }),
      piece(0, { id: null, function: { arguments: ":1}" } }),
      piece(1, { id: "", function: { name: "", arguments: ":2}" } }),
      openaiEvent({}, "tool_calls"),
      `data: ${JSON.stringify({ id: "c", choices: [], usage: { total_tokens: 3 } })}\n\n`,
    ),
  ];
  expect(await collect(modelAt(server.host, openai))).toEqual({
    events: [
      { type: "tool-call", id: "a", name: "Read", input: { x: 1 } },
      { type: "tool-call", id: "b", name: "Glob", input: { y: 2 } },
      endWithCalls,
    ],
    error: null,
  });
});

it("listens to the first choice of openai alone, wherever it is", async () => {
  const event = (...choices: object[]): string => `data: ${JSON.stringify({ choices })}\n\n`;
  const other = { index: 1, delta: { content: "Or." }, finish_reason: "length" };
  server.replies = [
    streams(
      event(other, { index: 0, delta: { content: "Either." } }),
      event({ delta: {}, finish_reason: "stop" }),
      event(other),
    ),
  ];
  expect(await collect(modelAt(server.host, openai))).toEqual({
    events: [{ type: "text", text: "Either." }, stop],
    error: null,
  });
});

it("takes an input of anthropic that comes without pieces as it was given", async () => {
  const block = (index: number, id: string, input: object): string[] => [
    anthropicEvent({
      type: "content_block_start",
      index,
      content_block: { type: "tool_use", id, name: "Now", input },
    }),
    anthropicEvent({ type: "content_block_stop", index }),
  ];
  const [begin = "", ...end] = anthropic.turn([], "tool_use");
  server.replies = [
    streams(begin, ...block(0, "a", {}), ...block(1, "b", { zone: "UTC" }), ...end),
  ];
  expect(await collect(modelAt(server.host, anthropic))).toEqual({
    events: [
      { type: "tool-call", id: "a", name: "Now", input: {} },
      { type: "tool-call", id: "b", name: "Now", input: { zone: "UTC" } },
      endWithCalls,
    ],
    error: null,
  });
});

it("passes over blocks and events of anthropic that it does not know", async () => {
  const [begin = "", ...rest] = anthropic.turn(["Hi."], "end_turn");
  const thinking = [
    { type: "content_block_start", index: 7, content_block: { type: "thinking", thinking: "" } },
    { type: "content_block_delta", index: 7, delta: { type: "thinking_delta", thinking: "Hm." } },
    { type: "content_block_stop", index: 7 },
    { type: "ping" },
    { type: "some_day" },
  ];
  server.replies = [streams(begin, ...thinking.map(anthropicEvent), ...rest)];
  expect(await collect(modelAt(server.host, anthropic))).toEqual({
    events: [{ type: "text", text: "Hi." }, stop],
    error: null,
  });
});
