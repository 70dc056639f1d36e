import { isRecord } from "../json/index.js";
import { events, isKnownEvent, type HookEventName } from "../payload/index.js";

/** What a tool call has come to. Only `done` ran to a good end. */
export type ToolState =
  | "pending"
  | "running"
  | "done"
  | "failed"
  | "blocked"
  | "denied"
  | "interrupted";

/** One tool call with its one result. */
export interface ToolBlock {
  readonly type: "tool";
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  readonly state: ToolState;
  /** What the model gets; null until the call has ended. */
  readonly result: string | null;
}

/** Whether a block is a call that has not come to an end. */
export function isOpenCall(block: Block): block is ToolBlock {
  return block.type === "tool" && (block.state === "pending" || block.state === "running");
}

/** Something that the user should know, from a hook, a tool or the host. Never sent to the model. */
export interface WarnBlock {
  readonly type: "warn";
  readonly content: string;
}

/** What a hook says to the model. */
export interface HookBlock {
  readonly type: "hook";
  readonly hookEvent: HookEventName;
  readonly content: string;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** A part of a message. `warn` and `error` are for the user alone; `hook` is for the model. */
export type Block =
  | { readonly type: "text"; readonly content: string }
  | ToolBlock
  | { readonly type: "error"; readonly content: string }
  | WarnBlock
  | HookBlock;

/** A turn of the conversation, or what hooks and the host have put between two turns. */
export interface Message {
  readonly id: number;
  readonly role: "user" | "assistant";
  /** `user` wrote it, the model did, or a hook speaks in the user's place. */
  readonly from: "user" | "model" | "hook";
  readonly blocks: readonly Block[];
}

/** The content of a block as it was given. Throws where it is no text, or says nothing. */
export function checkContent(content: unknown): string {
  if (typeof content !== "string" || content.trim() === "")
    throw new TypeError(
      "a block without content is refused: content must be a text that says something",
    );
  return content;
}

/** A hook block that is made of what was given. Throws where the event is unknown, or there is no content. */
export function hookBlock(
  hookEvent: unknown,
  content: unknown,
  metadata?: Readonly<Record<string, unknown>>,
): HookBlock {
  if (typeof hookEvent !== "string" || !isKnownEvent(hookEvent)) {
    const names = events.map(({ name }) => name).join(", ");
    throw new TypeError(
      `a hook block's hookEvent is ${JSON.stringify(hookEvent)}; allowed are: ${names}`,
    );
  }
  const block = { type: "hook", hookEvent, content: checkContent(content) } as const;
  if (metadata === undefined) return block;
  if (!isRecord(metadata)) throw new TypeError("a hook block's metadata is not an object");
  return { ...block, metadata };
}

/** Whether a value is a warning that says something. */
export function isWarnBlock(value: unknown): value is WarnBlock {
  return holds(value, "warn", ({ content }) => checkContent(content));
}

/** Whether a value is a hook block of a known event that says something. */
export function isHookBlock(value: unknown): value is HookBlock {
  return holds(value, "hook", ({ hookEvent, content, metadata }) =>
    hookBlock(hookEvent, content, metadata),
  );
}

function holds(
  value: unknown,
  type: Block["type"],
  check: (fields: HookBlock) => unknown,
): boolean {
  if (typeof value !== "object" || value === null) return false;
  const fields = value as HookBlock;
  try {
    return (fields.type as string) === type && (check(fields), true);
  } catch {
    return false;
  }
}
