import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from "openai/resources/chat/completions";
import type { ModelRequest } from "./model.js";
import { wireTurns, type WireTurn } from "./wire-turns.js";

/** A request for chat completions, with nothing in it that a server which only resembles OpenAI's would not know. */
export function openaiRequest(
  model: string,
  { system, messages, tools }: Omit<ModelRequest, "signal">,
): ChatCompletionCreateParamsStreaming {
  return {
    model,
    stream: true,
    messages: [
      ...(system.trim() === "" ? [] : [{ role: "system" as const, content: system }]),
      ...wireTurns(messages).flatMap(messagesOf),
    ],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, inputSchema }) => ({
            type: "function" as const,
            function: { name, description, parameters: inputSchema },
          })),
        }),
  };
}

function messagesOf(turn: WireTurn): ChatCompletionMessageParam[] {
  const content = turn.texts.join("\n\n");
  if (turn.role === "user") {
    const results = turn.results.map(
      // This API has no mark for a call that failed.
      ({ id, text, failed }): ChatCompletionMessageParam => ({
        role: "tool",
        tool_call_id: id,
        content: failed ? `The call failed.\n${text}` : text,
      }),
    );
    return content === "" ? results : [...results, { role: "user", content }];
  }
  if (turn.calls.length === 0) return [{ role: "assistant", content }];
  const calls = turn.calls.map(({ id, name, input }) => ({
    id,
    type: "function" as const,
    function: { name, arguments: JSON.stringify(input) },
  }));
  return [{ role: "assistant", content: content === "" ? null : content, tool_calls: calls }];
}
