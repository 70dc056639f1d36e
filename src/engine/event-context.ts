import type { Settings } from "../config/index.js";
import type { Dialect } from "../dialects/index.js";
import type { ReadContext } from "../interpret/index.js";
import type { Payload } from "../payload/index.js";

/** One event on its way through the engine: what stays the same from the first step to the last. */
export interface EventContext extends ReadContext {
  readonly eventId: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

export function eventContext(
  payload: Payload,
  settings: Settings,
  dialect: Dialect,
  { eventId, signal }: Pick<EventContext, "eventId" | "signal">,
): EventContext {
  return {
    eventId,
    event: payload.hook_event_name ?? "",
    payload,
    dialect,
    settings,
    signal,
    modelChars: settings.limits.modelChars,
    allowUpdatedPrompt: settings.allowUpdatedPrompt,
  };
}
