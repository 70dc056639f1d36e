import { whyOf, type Delivery } from "../agent/index.js";
import { convertMessagesForAPI, type Conversation, type Message } from "../conversation/index.js";
import type { Fired } from "../engine/index.js";
import { ModelError, type Model } from "../models/index.js";
import type { Payload } from "../payload/index.js";

/** Who wanted the conversation shortened: the user, or its length. */
export type CompactTrigger = "manual" | "auto";

/** What became of a request to shorten the conversation. */
export type CompactionEnd =
  | { readonly type: "compacted" }
  /** A hook did not want it, or there is nothing to shorten. */
  | { readonly type: "skipped"; readonly why: string }
  | { readonly type: "halt"; readonly why: string };

export interface CompactionContext {
  readonly model: Model;
  readonly system: string;
  readonly messages: Conversation;
  readonly delivery: Delivery;
  readonly signal: AbortSignal;
  readonly fire: (event: string, fields: Payload) => Promise<Fired>;
  /** There is a summary, and it is about to take the place of all else. */
  readonly onSummary: () => void;
}

const request =
  "Sum up this conversation, so that another agent can continue with the work from your summary alone: what the user wants, what was done, which files matter and why, what hooks have demanded, and what is left to do. Answer with the summary only.";
const heading = "The conversation so far was summed up:";

/** About as many characters as a token has, in code and English. */
const CHARACTERS_A_TOKEN = 4;
/** Room for the answer and for what tools will say. */
const FILLED = 0.8;

/** Whether a conversation comes near to what the model can take in. */
export function isTooLong(messages: readonly Message[], { contextTokens }: Model): boolean {
  if (contextTokens === undefined) return false;
  const most = contextTokens * CHARACTERS_A_TOKEN * FILLED;
  let length = 0;
  for (const { blocks } of messages)
    for (const block of blocks) {
      if (block.type === "tool")
        length += (block.result?.length ?? 0) + JSON.stringify(block.input ?? null).length;
      else if (block.type === "text" || block.type === "hook") length += block.content.length;
      if (length > most) return true;
    }
  return false;
}

/** Has the model sum up what was said, and puts that in its place. Where it fails, everything stays as it was. */
export async function compact(
  trigger: CompactTrigger,
  instructions: string,
  { model, system, messages, delivery, signal, fire, onSummary }: CompactionContext,
): Promise<CompactionEnd> {
  const before = await fire("PreCompact", { trigger, custom_instructions: instructions });
  const known = messages.messages.length;
  delivery.take(before);
  // What a hook says to the model now stays word for word: a summary could lose it. The user has seen the rest.
  const kept = messages.messages
    .slice(known)
    .filter(({ blocks }) => blocks.some(({ type }) => type !== "warn" && type !== "error"));
  if (before.reading.outcome === "halt") return { type: "halt", why: whyOf(before) };
  if (before.reading.outcome === "block") return { type: "skipped", why: whyOf(before) };
  const said = convertMessagesForAPI(messages.messages);
  if (said.length === 0) return { type: "skipped", why: "nothing was said yet" };

  delivery.sent();
  const prompt = [request, instructions].filter((text) => text !== "").join("\n\n");
  const asked = [...said, { role: "user", parts: [{ type: "text", text: prompt }] }] as const;
  let summary = "";
  for await (const event of model.answer({ system, messages: asked, tools: [], signal }))
    if (event.type === "text") summary += event.text;
  if (signal.aborted) return { type: "skipped", why: "the turn was aborted" };
  if (summary.trim() === "")
    throw new ModelError("The model gave no summary of the conversation.", "malformed");
  const question = messages.messages.findLast(({ from }) => from === "user");
  onSummary();
  messages.replaceAll([
    { role: "user", from: "hook", blocks: [{ type: "text", content: `${heading}\n${summary}` }] },
    ...kept,
    // In the middle of a turn its prompt must stay word for word.
    ...(trigger === "auto" && question !== undefined ? [question] : []),
  ]);
  const after = await fire("PostCompact", { trigger });
  delivery.take(after);
  const again = await fire("SessionStart", { source: "compact" });
  delivery.take(again);
  const halted = [after, again].find(({ reading }) => reading.outcome === "halt");
  return halted === undefined ? { type: "compacted" } : { type: "halt", why: whyOf(halted) };
}
