import { ModelError, type Model, type ModelEvent } from "./model.js";
import { openaiRequest } from "./openai-request.js";
import { field, textField } from "./record.js";
import { remoteModel, type ModelAccess } from "./remote.js";
import { malformed, TurnCalls, type EndReason } from "./turn-calls.js";

const endReasons: ReadonlyMap<unknown, EndReason> = new Map<unknown, EndReason>([
  ["stop", "stop"],
  ["tool_calls", "tool-calls"],
  ["length", "length"],
]);

/** A model behind OpenAI's chat completions, or behind a server that speaks like it. The SDK is loaded when it is first asked. */
export function openaiModel(model: string, { baseUrl, key }: ModelAccess): Model {
  return remoteModel({
    name: `openai:${model}`,
    host: new URL(baseUrl).host,
    key,
    keyVariable: "OPENAI_API_KEY",
    async ask(request) {
      const { default: OpenAI } = await import("openai");
      const client = new OpenAI({
        apiKey: key,
        baseURL: baseUrl,
        maxRetries: 0,
        // It would write over the screen.
        logLevel: "off",
      });
      return client.chat.completions.create(openaiRequest(model, request), {
        signal: request.signal,
      });
    },
    read: readOpenai,
  });
}

async function* readOpenai(
  events: AsyncIterable<unknown>,
  usedIds: ReadonlySet<string>,
): AsyncGenerator<ModelEvent> {
  const calls = new TurnCalls(usedIds);
  let reason: string | undefined;
  let refusal = "";
  for await (const event of events) {
    const choice = listField(event, "choices").find((one) => (field(one, "index") ?? 0) === 0);
    const delta = field(choice, "delta");
    const text = textField(delta, "content");
    if (text !== undefined) yield { type: "text", text };
    refusal += textField(delta, "refusal") ?? "";
    for (const call of listField(delta, "tool_calls")) {
      const called = field(call, "function");
      calls.add(field(call, "index"), {
        id: field(call, "id"),
        name: field(called, "name"),
        json: field(called, "arguments"),
      });
    }
    reason = textField(choice, "finish_reason") ?? reason;
  }
  if (reason === undefined) throw new ModelError("The model's answer ended in the middle.", "cut");
  if (refusal !== "") throw new ModelError(`The model refused to answer: ${refusal}`, "refused");
  if (reason === "content_filter")
    throw new ModelError("The answer was withheld by the server's content filter.", "refused");
  const end = endReasons.get(reason);
  if (end === undefined) throw malformed(`the turn ends for an unknown reason, ${reason}`);
  yield* calls.end(end);
}

function listField(value: unknown, key: string): readonly unknown[] {
  const list = field(value, key);
  return Array.isArray(list) ? list : [];
}
