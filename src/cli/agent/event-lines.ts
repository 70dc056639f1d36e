import type { AgentSession, SessionEvent } from "../../session/index.js";
import type { Block, Message } from "../../conversation/index.js";
import type { Fired } from "../../engine/index.js";
import { followBlocks } from "./follow-blocks.js";

/** One line of `--stream`: what happened, in a form that stays. */
export type EventLine = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Reports everything that happens in a session, as data, until what it gives back is called. */
export function followAsData(session: AgentSession, report: (line: EventLine) => void): () => void {
  const stops = [
    followBlocks(
      session.messages,
      (message, block, before) => report(blockLine(message, block, before)),
      ({ id }) => report({ type: "removed", message: id }),
    ),
    session.follow((event) => {
      const line = lineOf(event);
      if (line !== null) report(line);
    }),
    session.permissions.follow((pending) => {
      const last = pending.at(-1);
      if (last !== undefined) report({ type: "ask", ...last });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

/** Text as it comes, and each other block whole. */
function blockLine({ id, from }: Message, block: Block, before: Block | undefined): EventLine {
  switch (block.type) {
    case "tool": {
      const { type, id: call, ...rest } = block;
      return { type, message: id, call, ...rest };
    }
    case "text": {
      const said = block.content.slice(before?.type === "text" ? before.content.length : 0);
      return { type: "text", message: id, from, text: said };
    }
    default:
      return { message: id, ...block };
  }
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
    case "problem":
      return { type: "problem", event: event.event, ...event.problem };
    case "answered": {
      const { toolName, by, decision } = event;
      return { type: "answered", toolName, by, decision: decision.decision };
    }
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
