import type { AgentSession, SessionEvent } from "../../agent/index.js";
import type { Block, Message } from "../../conversation/index.js";
import type { Fired } from "../../engine/index.js";

/** One line of `--stream`: what happened, in a form that stays. */
export type EventLine = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Tells of everything that happens in a session, as data, until what it gives back is called. */
export function followAsData(session: AgentSession, tell: (line: EventLine) => void): () => void {
  const known = new Map<number, readonly Block[]>();
  const stops = [
    session.messages.follow(({ type, message }) => {
      if (type === "message-removed") {
        known.delete(message.id);
        return tell({ type: "removed", message: message.id });
      }
      for (const line of newsOf(message, known.get(message.id) ?? [])) tell(line);
      known.set(message.id, message.blocks);
    }),
    session.follow((event) => {
      const line = lineOf(event);
      if (line !== null) tell(line);
    }),
    session.permissions.follow((pending) => {
      const last = pending.at(-1);
      if (last !== undefined) tell({ type: "ask", ...last });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** What is new in a message: text as it comes, and each other block whole. */
function newsOf({ id, from, blocks }: Message, before: readonly Block[]): EventLine[] {
  return blocks.flatMap((block, index): EventLine[] => {
    const old = before[index];
    if (block === old) return [];
    if (block.type === "tool") {
      const { type: _, id: call, ...rest } = block;
      return [{ type: "tool", message: id, call, ...rest }];
    }
    if (block.type !== "text") return [{ message: id, ...block }];
    const said = old?.type === "text" ? block.content.slice(old.content.length) : block.content;
    return [{ type: "text", message: id, from, text: said }];
  });
}

function lineOf(event: SessionEvent): EventLine | null {
  switch (event.type) {
    case "fired":
      return firedLine(event.fired);
    case "progress": {
      const { type, hook, eventId } = event.progress;
      const about = { hook: hook.name, id: hook.id, event: hook.event, eventId };
      if (type === "run-start") return { type: "hook-start", ...about };
      const { stdout: _out, stderr: _err, hook: _name, ...run } = event.progress.run;
      return { type: "hook-end", ...about, ms: event.progress.ms, run };
    }
    case "not-approved":
      return { type: "not-approved", hook: event.hook.name, id: event.hook.id };
    case "trouble":
    case "compacting":
      return event;
    case "busy":
    case "turn-ended":
      return null;
  }
}

function firedLine({ event, eventId, reading, hooks }: Fired): EventLine {
  const { outcome, permission } = reading;
  return {
    type: "fired",
    event,
    eventId,
    outcome,
    permission,
    hooks: hooks.map(({ id, name, ran, why, ms }) => ({
      id,
      name,
      ran,
      why,
      ...(ms !== undefined && { ms }),
    })),
  };
}
