import type { ApiMessage, ApiPart } from "../conversation/index.js";
import { isRecord } from "../json/index.js";

interface WireCall {
  readonly id: string;
  readonly name: string;
  /** Always an object, as the APIs want it, whatever was called with. It is sent, never run. */
  readonly input: Readonly<Record<string, unknown>>;
}
type ToolResultPart = Extract<ApiPart, { type: "tool-result" }>;

/** A turn that every API takes. */
export type WireTurn =
  | {
      readonly role: "user";
      readonly results: readonly ToolResultPart[];
      readonly texts: readonly string[];
    }
  | {
      readonly role: "assistant";
      readonly texts: readonly string[];
      readonly calls: readonly WireCall[];
    };

/**
 * The conversation in a form that no API refuses: turns alternate, no text is blank, and right behind each call is
 * its one result. A call without a result gets one; a result without a call is left out.
 */
export function wireTurns(messages: readonly ApiMessage[]): WireTurn[] {
  const turns: WireTurn[] = [];
  for (const [index, { role, parts }] of messages.entries()) {
    const texts = parts.flatMap((part) =>
      part.type === "text" && part.text.trim() !== "" ? [part.text] : [],
    );
    const last = turns.at(-1);
    if (role === "user") {
      if (texts.length === 0) continue;
      if (last?.role === "user")
        turns[turns.length - 1] = { ...last, texts: [...last.texts, ...texts] };
      else turns.push({ role, results: [], texts });
      continue;
    }
    const calls = parts.flatMap(callOf);
    if (texts.length + calls.length === 0) continue;
    if (last?.role === "assistant")
      turns[turns.length - 1] = { role, texts: [...last.texts, ...texts], calls };
    else turns.push({ role, texts, calls });
    const results = calls.map(({ id }) => resultOf(id, messages.slice(index + 1)));
    // From here on the last turn is the user's: a turn with calls never gets more of them.
    if (results.length > 0) turns.push({ role: "user", results, texts: [] });
  }
  return turns;
}

function callOf(part: ApiPart): WireCall[] {
  if (part.type !== "tool-call") return [];
  const { id, name, input } = part;
  if (isRecord(input)) return [{ id, name, input }];
  return [{ id, name, input: input === undefined ? {} : { value: input } }];
}

function resultOf(id: string, later: readonly ApiMessage[]): ToolResultPart {
  for (const { parts } of later)
    for (const part of parts)
      if (part.type === "tool-result" && part.id === id)
        return part.text.trim() === "" ? { ...part, text: "(no output)" } : part;
  const text = "The call was interrupted before it had a result.";
  return { type: "tool-result", id, text, failed: true };
}
