import type { Block, Message, ToolBlock } from "./message.js";

/** What a model is sent, in the words that the APIs share. */
export type ApiPart =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "tool-call";
      readonly id: string;
      readonly name: string;
      readonly input: unknown;
    }
  | {
      readonly type: "tool-result";
      readonly id: string;
      readonly text: string;
      readonly failed: boolean;
    };

/** A turn for the model: neighbours of one role are one. */
export interface ApiMessage {
  readonly role: "user" | "assistant";
  readonly parts: readonly ApiPart[];
}

/**
 * The conversation as a model gets it. Warnings and errors stay with the user; what hooks have added goes to
 * the model; each tool call is followed by exactly one result, also where it never came to one.
 */
export function convertMessagesForAPI(messages: readonly Message[]): ApiMessage[] {
  const converted: ApiMessage[] = [];
  const add = (role: ApiMessage["role"], parts: readonly ApiPart[]): void => {
    if (parts.length === 0) return;
    const last = converted.at(-1);
    if (last?.role === role)
      converted[converted.length - 1] = { role, parts: [...last.parts, ...parts] };
    else converted.push({ role, parts });
  };
  for (const { role, blocks } of messages) {
    add(role, blocks.flatMap(partsOf));
    // Results come at once behind the calls, before anything else is said.
    add("user", blocks.flatMap(resultsOf));
  }
  return resultsFirst(converted);
}

function partsOf(block: Block): ApiPart[] {
  switch (block.type) {
    case "text":
      return block.content === "" ? [] : [{ type: "text", text: block.content }];
    case "hook":
      return [{ type: "text", text: block.content }];
    case "tool":
      return [{ type: "tool-call", id: block.id, name: block.name, input: block.input }];
    case "warn":
    case "error":
      return [];
  }
}

function resultsOf(block: Block): ApiPart[] {
  if (block.type !== "tool") return [];
  return [
    { type: "tool-result", id: block.id, text: resultText(block), failed: block.state !== "done" },
  ];
}

function resultText({ state, result }: ToolBlock): string {
  if (result !== null && result !== "") return result;
  return state === "done" ? "(no output)" : "The call was interrupted before it had a result.";
}

/** The APIs want results at the head of the turn that answers the calls. */
function resultsFirst(messages: readonly ApiMessage[]): ApiMessage[] {
  return messages.map(({ role, parts }) => ({
    role,
    parts: [
      ...parts.filter(({ type }) => type === "tool-result"),
      ...parts.filter(({ type }) => type !== "tool-result"),
    ],
  }));
}
