import type { HookRun } from "../../decode/index.js";
import type { Payload } from "../../payload/index.js";
import type { Client, EventRule } from "./client.js";

/** The event that a run answers, in one version of the client. */
export interface ClaudeContext {
  readonly event: string;
  readonly rule: EventRule;
  readonly client: Client;
  readonly payload: Payload;
}

/** Whether the run never came to an answer: whatever it printed is thrown away. */
export function isDiscarded({ ending }: HookRun): boolean {
  return (
    ending.type === "timed-out" || ending.type === "cancelled" || ending.type === "not-started"
  );
}
