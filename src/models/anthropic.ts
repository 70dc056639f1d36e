import { anthropicRequest } from "./anthropic-request.js";
import { ModelError, type Model, type ModelEvent } from "./model.js";
import { field, textField } from "./record.js";
import { remoteModel, type ModelAccess } from "./remote.js";
import { malformed, TurnCalls, type EndReason } from "./turn-calls.js";

const endReasons: ReadonlyMap<unknown, EndReason> = new Map<unknown, EndReason>([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["tool_use", "tool-calls"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
]);

/** A model behind the Anthropic Messages API. The SDK is loaded when it is first asked. */
export function anthropicModel(model: string, { baseUrl, key }: ModelAccess): Model {
  return remoteModel({
    name: `anthropic:${model}`,
    host: new URL(baseUrl).host,
    key,
    keyVariable: "ANTHROPIC_API_KEY",
    async ask(request) {
      const { default: Anthropic } = await import("@anthropic-ai/sdk");
      const client = new Anthropic({
        apiKey: key,
        // Else the SDK would take one from the environment and send it along.
        authToken: null,
        baseURL: baseUrl,
        maxRetries: 0,
        // It would write over the screen.
        logLevel: "off",
      });
      return client.messages.create(anthropicRequest(model, request), { signal: request.signal });
    },
    read: readAnthropic,
  });
}

async function* readAnthropic(
  events: AsyncIterable<unknown>,
  usedIds: ReadonlySet<string>,
): AsyncGenerator<ModelEvent> {
  const calls = new TurnCalls(usedIds);
  const openBlocks = new Set<unknown>();
  let reason: string | undefined;
  let isWhole = false;
  for await (const event of events) {
    const index = field(event, "index");
    const block = field(event, "content_block");
    const delta = field(event, "delta");
    switch (field(event, "type")) {
      case "content_block_start":
        openBlocks.add(index);
        if (field(block, "type") === "tool_use")
          calls.add(index, {
            id: field(block, "id"),
            name: field(block, "name"),
            input: field(block, "input"),
          });
        break;
      case "content_block_delta": {
        const text = textField(delta, "text");
        if (field(delta, "type") === "text_delta" && text !== undefined)
          yield { type: "text", text };
        if (field(delta, "type") === "input_json_delta")
          calls.add(index, { json: field(delta, "partial_json") });
        break;
      }
      case "content_block_stop":
        openBlocks.delete(index);
        break;
      case "message_delta":
        reason = textField(delta, "stop_reason") ?? reason;
        break;
      case "message_stop":
        isWhole = true;
        break;
      default:
    }
  }
  if (!isWhole || reason === undefined || openBlocks.size > 0)
    throw new ModelError("The model's answer ended in the middle.", "cut");
  if (reason === "refusal") throw new ModelError("The model refused to answer.", "refused");
  const end = endReasons.get(reason);
  if (end === undefined) throw malformed(`the turn ends for an unknown reason, ${reason}`);
  yield* calls.end(end);
}
