import type { Reading } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";
import { problemList } from "../problem/index.js";

const stops = new Set(["Stop", "SubagentStop"]);
/** The conversation that the blocks themselves have filled is compacted: that is no other work. */
const noWork = new Set(["PreCompact", "PostCompact", "SessionStart", "Notification"]);

/** Keeps Stop hooks from holding an agent for ever: so many blocks in a row without other work, then it may stop. */
export class StopLoop {
  private readonly blocks = new Map<string, number>();

  /** Tells Stop hooks whether the agent is already going on because of one. Other work begins the count anew. */
  mark(payload: Payload): Payload {
    const key = keyOf(payload);
    const event = payload.hook_event_name ?? "";
    if (!stops.has(event)) {
      if (!noWork.has(event)) this.blocks.delete(key);
      return payload;
    }
    const active = (this.blocks.get(key) ?? 0) > 0;
    return { ...payload, stop_hook_active: payload["stop_hook_active"] === true || active };
  }

  check(reading: Reading, payload: Payload, most: number): Reading {
    if (!stops.has(payload.hook_event_name ?? "")) return reading;
    const key = keyOf(payload);
    if (reading.outcome !== "block") {
      this.blocks.delete(key);
      return reading;
    }
    const count = (this.blocks.get(key) ?? 0) + 1;
    this.blocks.set(key, count);
    return count <= most ? reading : letStop(reading, most);
  }
}

function keyOf(payload: Payload): string {
  return JSON.stringify([payload.session_id ?? "", payload["agent_id"] ?? ""]);
}

function letStop(reading: Reading, most: number): Reading {
  const list = problemList("");
  list.report("stop-loop", {
    path: "event",
    found: `${most + 1} blocks in a row`,
    allowed: [`at most ${most} (limits.stopBlocks)`],
    lost: "the block",
  });
  const text = `The agent stops: its Stop hooks have kept it going ${most} times in a row without other work.`;
  return {
    ...reading,
    outcome: "proceed",
    toModel: [],
    toUser: [...reading.toUser, { kind: "warning", text, hook: "" }],
    toLog: [...reading.toLog, ...reading.toModel],
    diagnosed: true,
    problems: [...reading.problems, ...list.problems],
  };
}
