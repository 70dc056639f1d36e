import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ApiMessage } from "../../src/conversation/index.js";
import { convertMessagesForAPI, Conversation } from "../../src/conversation/index.js";
import { anthropic, collect, key, modelAt, openai } from "./dialogue.js";
import { ModelServer, streams } from "./model-server.js";

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await server.stop();
});

const tools = [
  {
    name: "Read",
    description: "Reads a file.",
    inputSchema: { type: "object", properties: { file_path: { type: "string" } } },
  },
];

/** The messages that the server of each API gets for these of ours. */
async function sent(
  messages: readonly ApiMessage[],
): Promise<{ anthropic: unknown; openai: unknown }> {
  const bodies: unknown[] = [];
  for (const wire of [anthropic, openai]) {
    server.replies = [streams(...wire.turn(["Ok."], wire.stop))];
    expect((await collect(modelAt(server.host, wire), { messages })).error).toBeNull();
    const body = server.received.at(-1)?.body as { messages: unknown } | undefined;
    bodies.push(body?.messages);
  }
  return { anthropic: bodies[0], openai: bodies[1] };
}

const said = (text: string): ApiMessage["parts"][number] => ({ type: "text", text });
const call = (id: string, input: unknown = {}): ApiMessage["parts"][number] => ({
  type: "tool-call",
  id,
  name: "Read",
  input,
});
const result = (id: string, text: string, failed = false): ApiMessage["parts"][number] => ({
  type: "tool-result",
  id,
  text,
  failed,
});

describe("a whole request", () => {
  const messages: readonly ApiMessage[] = [{ role: "user", parts: [said("Hello")] }];

  it("to anthropic has the system text, the tools and a bound", async () => {
    server.replies = [streams(...anthropic.turn([], "end_turn"))];
    await collect(modelAt(server.host, anthropic), { system: "Be brief.", messages, tools });
    const [{ path, body, headers } = { path: "", body: null, headers: {} }] = server.received;
    expect({ path, body, key: headers["x-api-key"], bearer: headers.authorization }).toEqual({
      path: "/v1/messages",
      key,
      bearer: undefined,
      body: {
        model: "some-model",
        max_tokens: 16_000,
        stream: true,
        system: "Be brief.",
        messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
        tools: [
          {
            name: "Read",
            description: "Reads a file.",
            input_schema: { type: "object", properties: { file_path: { type: "string" } } },
          },
        ],
      },
    });
  });

  it("to openai has the system text as a message, and the tools as functions", async () => {
    server.replies = [streams(...openai.turn([], "stop"))];
    await collect(modelAt(server.host, openai), { system: "Be brief.", messages, tools });
    const [{ path, body, headers } = { path: "", body: null, headers: {} }] = server.received;
    expect({ path, body, bearer: headers.authorization }).toEqual({
      path: "/v1/chat/completions",
      bearer: `Bearer ${key}`,
      body: {
        model: "some-model",
        stream: true,
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "Hello" },
        ],
        tools: [
          {
            type: "function",
            function: {
              name: "Read",
              description: "Reads a file.",
              parameters: { type: "object", properties: { file_path: { type: "string" } } },
            },
          },
        ],
      },
    });
  });

  it("leaves out a system text and tools that are not there", async () => {
    server.replies = [streams(...anthropic.turn([], "end_turn"))];
    await collect(modelAt(server.host, anthropic), { system: " ", messages });
    await collect(modelAt(server.host, openai), { system: " ", messages });
    expect(server.received.map(({ body }) => body)).toEqual([
      {
        model: "some-model",
        max_tokens: 16_000,
        stream: true,
        messages: [{ role: "user", content: [{ type: "text", text: "Hello" }] }],
      },
      { model: "some-model", stream: true, messages: [{ role: "user", content: "Hello" }] },
    ]);
  });

  it.each([anthropic, openai])(
    "to $vendor holds no other credential of the environment",
    async (wire) => {
      for (const name of [
        "ANTHROPIC_AUTH_TOKEN",
        "ANTHROPIC_API_KEY",
        "OPENAI_ADMIN_KEY",
        "OPENAI_API_KEY",
      ])
        vi.stubEnv(name, "other-credential");
      server.replies = [streams(...wire.turn([], wire.stop))];
      await collect(modelAt(server.host, wire), { messages });
      expect(server.received).toHaveLength(1);
      expect(JSON.stringify(server.received)).not.toContain("other-credential");
    },
  );
});

describe("messages", () => {
  it("of the same role become one turn", async () => {
    expect(
      await sent([
        { role: "user", parts: [said("One")] },
        { role: "user", parts: [said("Two")] },
        { role: "assistant", parts: [said("Three")] },
        { role: "assistant", parts: [said("Four"), call("a")] },
        { role: "user", parts: [result("a", "text")] },
        { role: "user", parts: [said("Five")] },
      ]),
    ).toEqual({
      anthropic: [
        {
          role: "user",
          content: [
            { type: "text", text: "One" },
            { type: "text", text: "Two" },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Three" },
            { type: "text", text: "Four" },
            { type: "tool_use", id: "a", name: "Read", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "a", content: "text" },
            { type: "text", text: "Five" },
          ],
        },
      ],
      openai: [
        { role: "user", content: "One\n\nTwo" },
        {
          role: "assistant",
          content: "Three\n\nFour",
          tool_calls: [{ id: "a", type: "function", function: { name: "Read", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "a", content: "text" },
        { role: "user", content: "Five" },
      ],
    });
  });

  it("lose texts that are empty or blank, and are not sent where nothing is left", async () => {
    expect(
      await sent([
        { role: "user", parts: [said("One"), said("")] },
        { role: "assistant", parts: [said(" \n")] },
        { role: "assistant", parts: [] },
        { role: "user", parts: [said("Two")] },
        { role: "assistant", parts: [said("")] },
      ]),
    ).toEqual({
      anthropic: [
        {
          role: "user",
          content: [
            { type: "text", text: "One" },
            { type: "text", text: "Two" },
          ],
        },
      ],
      openai: [{ role: "user", content: "One\n\nTwo" }],
    });
  });

  it("have one result right behind each call, in the order of the calls", async () => {
    expect(
      await sent([
        { role: "user", parts: [said("Go")] },
        { role: "assistant", parts: [call("a"), call("b", { n: 1 }), call("lost")] },
        {
          role: "user",
          parts: [
            said("Meanwhile"),
            result("b", "no such file", true),
            result("a", ""),
            result("a", "once more"),
            result("stray", "?"),
          ],
        },
        { role: "assistant", parts: [call("last")] },
      ]),
    ).toEqual({
      anthropic: [
        { role: "user", content: [{ type: "text", text: "Go" }] },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "a", name: "Read", input: {} },
            { type: "tool_use", id: "b", name: "Read", input: { n: 1 } },
            { type: "tool_use", id: "lost", name: "Read", input: {} },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "a", content: "(no output)" },
            { type: "tool_result", tool_use_id: "b", content: "no such file", is_error: true },
            {
              type: "tool_result",
              tool_use_id: "lost",
              content: "The call was interrupted before it had a result.",
              is_error: true,
            },
            { type: "text", text: "Meanwhile" },
          ],
        },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "last", name: "Read", input: {} }],
        },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "last",
              content: "The call was interrupted before it had a result.",
              is_error: true,
            },
          ],
        },
      ],
      openai: [
        { role: "user", content: "Go" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "a", type: "function", function: { name: "Read", arguments: "{}" } },
            { id: "b", type: "function", function: { name: "Read", arguments: '{"n":1}' } },
            { id: "lost", type: "function", function: { name: "Read", arguments: "{}" } },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "(no output)" },
        { role: "tool", tool_call_id: "b", content: "The call failed.\nno such file" },
        {
          role: "tool",
          tool_call_id: "lost",
          content: "The call failed.\nThe call was interrupted before it had a result.",
        },
        { role: "user", content: "Meanwhile" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "last", type: "function", function: { name: "Read", arguments: "{}" } },
          ],
        },
        {
          role: "tool",
          tool_call_id: "last",
          content: "The call failed.\nThe call was interrupted before it had a result.",
        },
      ],
    });
  });

  it("keep rounds of calls apart", async () => {
    const { openai: messages } = await sent([
      { role: "assistant", parts: [call("a")] },
      { role: "assistant", parts: [call("b")] },
      { role: "user", parts: [result("a", "A"), result("b", "B")] },
    ]);
    const calls = (id: string): object[] => [
      { id, type: "function", function: { name: "Read", arguments: "{}" } },
    ];
    expect(messages).toEqual([
      { role: "assistant", content: null, tool_calls: calls("a") },
      { role: "tool", tool_call_id: "a", content: "A" },
      { role: "assistant", content: null, tool_calls: calls("b") },
      { role: "tool", tool_call_id: "b", content: "B" },
    ]);
  });

  it.each([
    [undefined, {}],
    [null, { value: null }],
    ["ls", { value: "ls" }],
    [[1], { value: [1] }],
  ])(
    "describe a call with the input %j as one with %j, for only objects are taken",
    async (input, reported) => {
      const { anthropic: first, openai: second } = await sent([
        { role: "assistant", parts: [call("a", input)] },
      ]);
      expect([first, second]).toMatchObject([
        [{ content: [{ input: reported }] }, {}],
        [{ tool_calls: [{ function: { arguments: JSON.stringify(reported) } }] }, {}],
      ]);
    },
  );

  it("that hooks have added are plain texts of the user, behind the results", async () => {
    const manager = new Conversation();
    manager.addUserMessage("Go");
    const { id } = manager.addAssistantMessage();
    manager.addToolBlock(id, { id: "a", name: "Read", input: { file_path: "x" } });
    manager.updateToolBlock({ toolId: "a", state: "done", result: "text" });
    manager.addHookBlock("PostToolUse", '<hook-output hook="h">\nMind the gap.\n</hook-output>');
    manager.addWarnBlock("Only for the user.");
    const context = '<hook-output hook="h">\nMind the gap.\n</hook-output>';
    expect(await sent(convertMessagesForAPI(manager.messages))).toEqual({
      anthropic: [
        { role: "user", content: [{ type: "text", text: "Go" }] },
        {
          role: "assistant",
          content: [{ type: "tool_use", id: "a", name: "Read", input: { file_path: "x" } }],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "a", content: "text" },
            { type: "text", text: context },
          ],
        },
      ],
      openai: [
        { role: "user", content: "Go" },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            {
              id: "a",
              type: "function",
              function: { name: "Read", arguments: '{"file_path":"x"}' },
            },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "text" },
        { role: "user", content: context },
      ],
    });
  });
});
