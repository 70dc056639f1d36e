import { appendFileSync } from "node:fs";
import { replaceFile } from "../io/index.js";
import { isOpenCall, type Message, type Conversation } from "../conversation/index.js";
import { toJsonText } from "../show/index.js";

/**
 * The conversation for hooks, in the form in which Claude Code writes its own: hooks that read `transcript_path` know
 * no other. A line for each turn and for each result of a tool; what only the user sees is left out.
 */
export class TranscriptFile {
  private written: readonly string[] | null = null;
  private readonly known = new WeakMap<Message, readonly string[]>();

  constructor(
    readonly path: string,
    private readonly sessionId: string,
    private readonly messages: Conversation,
  ) {}

  /** Adds what is new. Where something was changed or erased, all of it is written anew in one step. */
  write(): void {
    const lines = this.messages.messages.flatMap((message) => this.linesOf(message));
    const { written } = this;
    if (written?.every((line, index) => line === lines[index]) === true) {
      if (lines.length > written.length)
        appendFileSync(this.path, lines.slice(written.length).join(""), { mode: 0o600 });
    } else replaceFile(this.path, lines.join(""), { mode: 0o600 });
    this.written = lines;
  }

  private linesOf(message: Message): readonly string[] {
    const known = this.known.get(message);
    if (known !== undefined) return known;
    const { sessionId } = this;
    const lines = entriesOf(message).map((entry) => `${toJsonText({ ...entry, sessionId }, 0)}\n`);
    this.known.set(message, lines);
    return lines;
  }
}

function entriesOf({ id, role, from, blocks }: Message): object[] {
  const texts = blocks.flatMap((block) =>
    block.type === "text" || block.type === "hook" ? [block.content] : [],
  );
  if (role === "user") {
    const entry = { type: "user", message: { role, content: texts.join("\n") } };
    if (texts.length === 0) return [];
    return [from === "user" ? entry : { ...entry, isMeta: true }];
  }
  const content = blocks.flatMap((block): object[] => {
    if (block.type === "text" && block.content !== "")
      return [{ type: "text", text: block.content }];
    if (block.type !== "tool") return [];
    return [{ type: "tool_use", id: block.id, name: block.name, input: block.input }];
  });
  if (content.length === 0) return [];
  const results = blocks.flatMap((block) => {
    if (block.type !== "tool" || isOpenCall(block)) return [];
    const { id: tool_use_id, result, state } = block;
    const text = { content: result ?? "", is_error: state !== "done" };
    const part = { type: "tool_result", tool_use_id, ...text };
    return [{ type: "user", message: { role: "user", content: [part] } }];
  });
  return [{ type: "assistant", message: { id: `msg_${id}`, role, content } }, ...results];
}
