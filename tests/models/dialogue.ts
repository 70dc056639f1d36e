import {
  ModelError,
  openModel,
  type Model,
  type ModelEvent,
  type ModelRequest,
} from "../../src/models/index.js";

/** A call as a server sends it: its arguments in pieces. What is absent is not sent. */
interface SentCall {
  readonly id?: string;
  readonly name?: string;
  readonly json?: readonly string[];
}
export type Said = string | SentCall;

/** One of the two wire formats, so that the same faults can be played in both. */
export interface Wire {
  readonly vendor: "anthropic" | "openai";
  readonly keyVariable: string;
  readonly stop: string;
  readonly toolCalls: string;
  readonly length: string;
  /** A whole turn, event by event. Without a stop word it does not end. */
  readonly turn: (said: readonly Said[], stopWord?: string) => string[];
  /** An error as the body of a status. */
  readonly error: (type: string, message: string) => object;
  /** The same in the middle of a stream. */
  readonly errorEvent: (type: string, message: string) => string;
}

export const key = "sk-test-0123456789abcdef";

export const anthropic: Wire = {
  vendor: "anthropic",
  keyVariable: "ANTHROPIC_API_KEY",
  stop: "end_turn",
  toolCalls: "tool_use",
  length: "max_tokens",
  turn(said, stopWord) {
    const message = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [] };
    const events: object[] = [{ type: "message_start", message: { ...message, usage: {} } }];
    for (const [index, one] of said.entries()) {
      const { content_block, deltas } = typeof one === "string" ? textBlock(one) : callBlock(one);
      events.push({ type: "content_block_start", index, content_block });
      for (const delta of deltas) events.push({ type: "content_block_delta", index, delta });
      events.push({ type: "content_block_stop", index });
    }
    if (stopWord !== undefined)
      events.push(
        { type: "message_delta", delta: { stop_reason: stopWord, stop_sequence: null }, usage: {} },
        { type: "message_stop" },
      );
    return events.map((event) => anthropicEvent(event));
  },
  error: (type, message) => ({ type: "error", error: { type, message } }),
  errorEvent: (type, message) => anthropicEvent({ type: "error", error: { type, message } }),
};

export function anthropicEvent(event: object): string {
  return `event: ${String("type" in event ? event.type : "")}\ndata: ${JSON.stringify(event)}\n\n`;
}

function textBlock(text: string): { content_block: object; deltas: object[] } {
  const deltas = [...text.matchAll(/\S+\s*/g)].map(([word]) => ({
    type: "text_delta",
    text: word,
  }));
  return { content_block: { type: "text", text: "" }, deltas };
}

function callBlock({ id, name, json = [] }: SentCall): { content_block: object; deltas: object[] } {
  const deltas = json.map((partial_json) => ({ type: "input_json_delta", partial_json }));
  return { content_block: { type: "tool_use", id, name, input: {} }, deltas };
}

export const openai: Wire = {
  vendor: "openai",
  keyVariable: "OPENAI_API_KEY",
  stop: "stop",
  toolCalls: "tool_calls",
  length: "length",
  turn(said, stopWord) {
    const deltas: object[] = [{ role: "assistant", content: "" }];
    let index = 0;
    for (const one of said) {
      if (typeof one === "string") {
        for (const [content] of one.matchAll(/\S+\s*/g)) deltas.push({ content });
        continue;
      }
      const { id, name, json = [] } = one;
      const called = { name, arguments: "" };
      deltas.push({ tool_calls: [{ index, id, type: "function", function: called }] });
      for (const piece of json)
        deltas.push({ tool_calls: [{ index, function: { arguments: piece } }] });
      index += 1;
    }
    const events = deltas.map((delta) => openaiEvent(delta));
    return stopWord === undefined
      ? events
      : [...events, openaiEvent({}, stopWord), "data: [DONE]\n\n"];
  },
  error: (type, message) => ({ error: { type, message, param: null, code: null } }),
  errorEvent: (type, message) => `data: ${JSON.stringify({ error: { type, message } })}\n\n`,
};

export function openaiEvent(delta: object, finish_reason: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason }];
  return `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", choices })}\n\n`;
}

/** A model of this wire at a server of the test. */
export function modelAt(host: string, { vendor, keyVariable }: Wire): Model {
  const baseUrl = vendor === "openai" ? `http://${host}/v1` : `http://${host}`;
  return openModel({ name: `${vendor}:some-model`, baseUrl, env: { [keyVariable]: key } });
}

export interface Collected {
  readonly events: readonly ModelEvent[];
  /** How it failed, with the host of the test as HOST; null where it did not. */
  readonly error: { readonly kind: string; readonly message: string } | null;
}

export const hello: ModelRequest = {
  system: "",
  messages: [{ role: "user", parts: [{ type: "text", text: "Hello" }] }],
  tools: [],
  signal: new AbortController().signal,
};

/** Everything a model says to a request, and how it ends. `onEvent` gets it meanwhile. */
export async function collect(
  model: Model,
  request: Partial<ModelRequest> = {},
  onEvent: (event: ModelEvent) => void = () => {},
): Promise<Collected> {
  const events: ModelEvent[] = [];
  try {
    for await (const event of model.answer({ ...hello, ...request })) {
      events.push(event);
      onEvent(event);
    }
    return { events, error: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    const message = error.message.replaceAll(/127\.0\.0\.1:\d+/g, "HOST");
    return { events, error: { kind: error.kind, message } };
  }
}

export function texts({ events }: Collected): string {
  return events.map((event) => (event.type === "text" ? event.text : "")).join("");
}
