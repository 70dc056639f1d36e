import type { Outcome } from "../decide/index.js";
import type { Payload } from "../payload/index.js";

const stops = new Set(["Stop", "SubagentStop"]);
/** The conversation that the blocks themselves have filled is compacted: that is no other work. */
const noWork = new Set(["PreCompact", "PostCompact", "SessionStart", "Notification"]);

/** Counts how often in a row Stop hooks keep an agent going without other work. */
export class StopLoop {
  /** How many in a row, by session and agent. */
  constructor(private readonly blocks: Map<string, number>) {}

  /** Passes to Stop hooks whether the agent is already continuing because of one. Other work begins the count anew. */
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

  /** Counts what the hooks want. Whether it is one block more than there may be. */
  isTooMuch(outcome: Outcome, payload: Payload, most: number): boolean {
    if (!stops.has(payload.hook_event_name ?? "")) return false;
    const key = keyOf(payload);
    if (outcome !== "block") {
      this.blocks.delete(key);
      return false;
    }
    const count = (this.blocks.get(key) ?? 0) + 1;
    this.blocks.set(key, count);
    return count > most;
  }
}

function keyOf(payload: Payload): string {
  return JSON.stringify([payload.session_id ?? "", payload["agent_id"] ?? ""]);
}
