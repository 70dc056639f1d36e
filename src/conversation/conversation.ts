import type { MessageManager } from "./message-manager.js";
import {
  checkContent,
  hookBlock,
  isOpenCall,
  type Block,
  type Message,
  type ToolBlock,
  type ToolState,
} from "./message.js";

/** What happened to the conversation; whoever shows it follows these. */
export type ConversationEvent =
  | { readonly type: "message-added"; readonly message: Message }
  | { readonly type: "message-changed"; readonly message: Message }
  | { readonly type: "message-removed"; readonly message: Message };

/** A change of one tool call; what is absent stays as it was. */
export interface ToolUpdate {
  readonly toolId: string;
  readonly state?: ToolState;
  readonly input?: unknown;
  /** Takes the place of what was there. */
  readonly result?: string;
  /** Is written behind what was there. */
  readonly append?: string;
  /** How it ended, where no state says it more exactly. */
  readonly success?: boolean;
}

/** Holds the messages of one conversation. Every change is an event; nothing empty is taken in. */
export class Conversation implements MessageManager {
  private list: readonly Message[];
  private next: number;
  private readonly listeners = new Set<(event: ConversationEvent) => void>();

  /** Continues with messages of before, or begins anew. */
  constructor(messages: readonly Message[] = []) {
    this.list = messages;
    this.next = Math.max(0, ...messages.map(({ id }) => id)) + 1;
  }

  get messages(): readonly Message[] {
    return this.list;
  }

  /** Reports every change from now on, until what it gives back is called. */
  follow(listener: (event: ConversationEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  addUserMessage(content: string, from: "user" | "hook" = "user"): Message {
    return this.add("user", from, [{ type: "text", content: checkContent(content) }]);
  }

  /** A turn of the model, empty until it says something. */
  addAssistantMessage(): Message {
    return this.add("assistant", "model", []);
  }

  /** More of what the model says, behind what it has said in this turn. */
  appendText(messageId: number, text: string): void {
    if (text === "") return;
    this.change(messageId, (blocks) => {
      const last = blocks.at(-1);
      if (last?.type !== "text") return [...blocks, { type: "text", content: text }];
      return [...blocks.slice(0, -1), { ...last, content: last.content + text }];
    });
  }

  addToolBlock(
    messageId: number,
    { id, name, input }: Pick<ToolBlock, "id" | "name" | "input">,
  ): void {
    if (this.findTool(id) !== null)
      throw new Error(`there is a tool call ${JSON.stringify(id)} already`);
    const block: ToolBlock = { type: "tool", id, name, input, state: "pending", result: null };
    this.change(messageId, (blocks) => [...blocks, block]);
  }

  updateToolBlock({ toolId, append, success, ...changes }: ToolUpdate): void {
    const found = this.findTool(toolId);
    if (found === null) throw new Error(`there is no tool call ${JSON.stringify(toolId)}`);
    this.change(found.message.id, (blocks) =>
      blocks.map((block) => {
        if (block.type !== "tool" || block.id !== toolId) return block;
        const state = success === undefined ? block.state : stateAfter(block, success);
        const updated = { ...block, state, ...changes };
        if (append === undefined) return updated;
        const result = [updated.result ?? "", append].filter((part) => part !== "").join("\n\n");
        return { ...updated, result };
      }),
    );
  }

  toolBlock(toolId: string): ToolBlock | null {
    return this.findTool(toolId)?.block ?? null;
  }

  /** Calls that have not come to an end. */
  openToolBlocks(): readonly ToolBlock[] {
    return this.list.flatMap(({ blocks }) => blocks).filter(isOpenCall);
  }

  addErrorBlock(content: string): void {
    this.addAside({ type: "error", content: checkContent(content) });
  }

  addWarnBlock(content: string): void {
    this.addAside({ type: "warn", content: checkContent(content) });
  }

  addHookBlock(
    hookEvent: string,
    content: string,
    metadata?: Readonly<Record<string, unknown>>,
  ): void {
    this.addAside(hookBlock(hookEvent, content, metadata));
  }

  /** Takes back the last thing that the user said, for good; null where the user has said nothing. */
  removeLastUserMessage(): Message | null {
    const message = this.list.findLast(({ from }) => from === "user") ?? null;
    if (message === null) return null;
    this.list = this.list.filter((one) => one !== message);
    this.notify({ type: "message-removed", message });
    return message;
  }

  /** Puts other messages in the place of all that were there, as after a compaction. */
  replaceAll(messages: readonly Omit<Message, "id">[]): void {
    for (const message of this.list) this.notify({ type: "message-removed", message });
    this.list = [];
    for (const { role, from, blocks } of messages) this.add(role, from, blocks);
  }

  /** What hooks and the host say is in a message of its own. */
  private addAside(block: Block): void {
    this.add("user", "hook", [block]);
  }

  private add(role: Message["role"], from: Message["from"], blocks: readonly Block[]): Message {
    const message: Message = { id: this.next++, role, from, blocks };
    this.list = [...this.list, message];
    this.notify({ type: "message-added", message });
    return message;
  }

  private change(id: number, alter: (blocks: readonly Block[]) => readonly Block[]): void {
    const before = this.list.find((message) => message.id === id);
    if (before === undefined) throw new Error(`there is no message ${id}`);
    const message = { ...before, blocks: alter(before.blocks) };
    this.list = this.list.map((one) => (one === before ? message : one));
    this.notify({ type: "message-changed", message });
  }

  private findTool(toolId: string): { message: Message; block: ToolBlock } | null {
    for (const message of this.list.toReversed())
      for (const block of message.blocks)
        if (block.type === "tool" && block.id === toolId) return { message, block };
    return null;
  }

  private notify(event: ConversationEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}

/** A call that never ran and is no success was blocked; one that has failed already stays as it is. */
function stateAfter(block: ToolBlock, success: boolean): ToolState {
  const { state } = block;
  if (success) return "done";
  if (state === "done") return "failed";
  return isOpenCall(block) ? "blocked" : state;
}
