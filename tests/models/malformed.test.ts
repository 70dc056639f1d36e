import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ModelRequest } from "../../src/models/index.js";
import {
  anthropic,
  anthropicEvent,
  collect,
  hello,
  modelAt,
  openai,
  openaiEvent,
  type Said,
} from "./dialogue.js";
import { ModelServer, streams } from "./model-server.js";

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(() => server.stop());

const sound = { id: "call_0", name: "Read", json: ["{}"] };

describe.each([anthropic, openai])("a malformed turn from $vendor", (wire) => {
  const calls: readonly (readonly [string, Said, string])[] = [
    [
      "has arguments that end too early",
      { id: "c", name: "Bash", json: ['{"command":"rm -rf '] },
      "the arguments of Bash are not JSON",
    ],
    [
      "has arguments that are a word",
      { id: "c", name: "Bash", json: ["ls"] },
      "the arguments of Bash are not JSON",
    ],
    [
      "has two objects of arguments",
      { id: "c", name: "Bash", json: ["{}", "{}"] },
      "the arguments of Bash are not JSON",
    ],
    [
      "has a list of arguments",
      { id: "c", name: "Bash", json: ["[1]"] },
      "the arguments of Bash are not an object",
    ],
    [
      "has null for arguments",
      { id: "c", name: "Bash", json: ["null"] },
      "the arguments of Bash are not an object",
    ],
    ["has a call without a name", { id: "c", json: ["{}"] }, "a tool call has no name"],
    [
      "has a call with an empty name",
      { id: "c", name: "", json: ["{}"] },
      "a tool call has no name",
    ],
    ["has a call without an id", { name: "Bash", json: ["{}"] }, "the call of Bash has no id"],
    [
      "has a call with an empty id",
      { id: "", name: "Bash", json: ["{}"] },
      "the call of Bash has no id",
    ],
    [
      "has an id twice",
      { id: "call_0", name: "Bash", json: ["{}"] },
      "the call of Bash has the id of another, call_0",
    ],
    [
      "has the id of an earlier turn",
      { id: "earlier", name: "Bash", json: ["{}"] },
      "the call of Bash has the id of another, earlier",
    ],
  ];
  const messages: ModelRequest["messages"] = [
    { role: "user", parts: [{ type: "text", text: "Go." }] },
    { role: "assistant", parts: [{ type: "tool-call", id: "earlier", name: "Read", input: {} }] },
    { role: "user", parts: [{ type: "tool-result", id: "earlier", text: "x", failed: false }] },
  ];

  it.each(calls)(
    "that %s reports none of its calls, not even the sound one",
    async (_, call, what) => {
      server.replies = [streams(...wire.turn(["Well.", sound, call], wire.toolCalls))];
      expect(await collect(modelAt(server.host, wire), { ...hello, messages })).toEqual({
        events: [{ type: "text", text: "Well." }],
        error: { kind: "malformed", message: `The model's answer is malformed: ${what}.` },
      });
    },
  );

  it.each([
    [
      "an unknown reason",
      "solar_flare",
      "malformed",
      "The model's answer is malformed: the turn ends for an unknown reason, solar_flare.",
    ],
    [
      "a word that every object has",
      "constructor",
      "malformed",
      "The model's answer is malformed: the turn ends for an unknown reason, constructor.",
    ],
    [
      "a tool call that is not there",
      wire.toolCalls,
      "malformed",
      "The model's answer is malformed: the turn ends for a tool call, but there is none.",
    ],
  ])("that ends for %s is an error behind its text", async (_, word, kind, message) => {
    server.replies = [streams(...wire.turn(["Well."], word))];
    expect(await collect(modelAt(server.host, wire))).toEqual({
      events: [{ type: "text", text: "Well." }],
      error: { kind, message },
    });
  });

  it.each([["{"], ["null"], ['"text"'], ["[]"], ["{}"]])(
    "with the data %s in it yields no call and ends as an error",
    async (data) => {
      const events = wire.turn(["Well."]);
      server.replies = [streams(...events, `event: content_block_delta\ndata: ${data}\n\n`)];
      const { events: reported, error } = await collect(modelAt(server.host, wire));
      expect({ reported, kind: error?.kind }).toEqual({
        reported: [{ type: "text", text: "Well." }],
        kind: data === "{" ? "malformed" : "cut",
      });
    },
  );
});

const piece = (call: object): string => openaiEvent({ tool_calls: [call] });
const start = { index: 0, id: "c", function: { name: "Bash", arguments: "{}" } };

it.each([
  [
    "no arguments at all",
    [piece({ ...start, function: { name: "Bash" } })],
    "the arguments of Bash are not JSON",
  ],
  [
    "arguments that are an object already",
    [piece({ ...start, function: { name: "Bash", arguments: { command: "ls" } } })],
    "the arguments of a tool call are not a text",
  ],
  ["no place", [piece({ ...start, index: undefined })], "a tool call has no place in the turn"],
  ["a number as its id", [piece({ ...start, id: 7 })], "the id of a tool call is not a text"],
  [
    "another id in a later piece",
    [piece(start), piece({ index: 0, id: "d" })],
    "a tool call has more than one id",
  ],
  [
    "another name in a later piece",
    [piece(start), piece({ index: 0, function: { name: "Read" } })],
    "a tool call has more than one name",
  ],
])("does not run a call of openai with %s", async (_, pieces, what) => {
  server.replies = [streams(...pieces, openaiEvent({}, "tool_calls"))];
  expect(await collect(modelAt(server.host, openai))).toEqual({
    events: [],
    error: { kind: "malformed", message: `The model's answer is malformed: ${what}.` },
  });
});

it("does not run a call of anthropic whose beginning never came", async () => {
  const [begin = "", ...end] = anthropic.turn([], "tool_use");
  const delta = { type: "input_json_delta", partial_json: "{}" };
  server.replies = [
    streams(begin, anthropicEvent({ type: "content_block_delta", index: 0, delta }), ...end),
  ];
  expect(await collect(modelAt(server.host, anthropic))).toEqual({
    events: [],
    error: {
      kind: "malformed",
      message: "The model's answer is malformed: a tool call has no name.",
    },
  });
});

it.each([
  [anthropic, anthropic.turn(["I"], "refusal"), "The model refused to answer."],
  [
    openai,
    openai.turn(["I"], "content_filter"),
    "The answer was withheld by the server's content filter.",
  ],
  [
    openai,
    [
      openaiEvent({ content: "I" }),
      openaiEvent({ refusal: "I can't " }),
      openaiEvent({ refusal: "do that." }),
      openaiEvent({}, "stop"),
    ],
    "The model refused to answer: I can't do that.",
  ],
])("reports a refusal of $vendor as an error", async (wire, events, message) => {
  server.replies = [streams(...events)];
  expect(await collect(modelAt(server.host, wire))).toEqual({
    events: [{ type: "text", text: "I" }],
    error: { kind: "refused", message },
  });
});
