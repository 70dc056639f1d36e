import type {
  ContentBlockParam,
  MessageCreateParamsStreaming,
  MessageParam,
} from "@anthropic-ai/sdk/resources/messages";
import type { ModelRequest } from "./model.js";
import { wireTurns, type WireTurn } from "./wire-turns.js";

/** The API wants a bound; this one every current model takes. */
const MOST_TOKENS = 16_000;

/** A request as the Messages API takes it. */
export function anthropicRequest(
  model: string,
  { system, messages, tools }: Omit<ModelRequest, "signal">,
): MessageCreateParamsStreaming {
  return {
    model,
    max_tokens: MOST_TOKENS,
    stream: true,
    ...(system.trim() === "" ? {} : { system }),
    messages: wireTurns(messages).map(messageOf),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            name,
            description,
            input_schema: { ...inputSchema, type: "object" as const },
          })),
        }),
  };
}

function messageOf(turn: WireTurn): MessageParam {
  const texts = turn.texts.map((text): ContentBlockParam => ({ type: "text", text }));
  if (turn.role === "user") {
    const results = turn.results.map(({ id, text, failed }): ContentBlockParam => ({
      type: "tool_result",
      tool_use_id: id,
      content: text,
      ...(failed ? { is_error: true } : {}),
    }));
    return { role: "user", content: [...results, ...texts] };
  }
  const calls = turn.calls.map(({ id, name, input }): ContentBlockParam => ({
    type: "tool_use",
    id,
    name,
    input,
  }));
  return { role: "assistant", content: [...texts, ...calls] };
}
