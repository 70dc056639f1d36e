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
  /** What the model is told; null until the call has ended. */
  readonly result: string | null;
}

/** Whether a block is a call that has not come to an end. */
export function isOpenCall(block: Block): block is ToolBlock {
  return block.type === "tool" && (block.state === "pending" || block.state === "running");
}

/** A part of a message. `warn` and `error` are for the user alone; `hook` is for the model. */
export type Block =
  | { readonly type: "text"; readonly content: string }
  | ToolBlock
  | { readonly type: "error"; readonly content: string }
  | { readonly type: "warn"; readonly content: string }
  | {
      readonly type: "hook";
      readonly hookEvent: string;
      readonly content: string;
      readonly metadata?: Readonly<Record<string, unknown>>;
    };

/** A turn of the conversation, or what hooks and the host have put between two turns. */
export interface Message {
  readonly id: number;
  readonly role: "user" | "assistant";
  /** `user` wrote it, the model did, or a hook speaks in the user's place. */
  readonly from: "user" | "model" | "hook";
  readonly blocks: readonly Block[];
}
