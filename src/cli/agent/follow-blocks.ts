import type { Block, Message, Conversation } from "../../conversation/index.js";

/** Reports each block that is new or has changed, with what it was before, until what it gives back is called. */
export function followBlocks(
  messages: Conversation,
  report: (message: Message, block: Block, before: Block | undefined) => void,
  onRemoved?: (message: Message) => void,
): () => void {
  const known = new Map<number, readonly Block[]>();
  return messages.follow(({ type, message }) => {
    if (type === "message-removed") {
      known.delete(message.id);
      return onRemoved?.(message);
    }
    const before = known.get(message.id) ?? [];
    known.set(message.id, message.blocks);
    for (const [index, block] of message.blocks.entries())
      if (block !== before[index]) report(message, block, before[index]);
  });
}
