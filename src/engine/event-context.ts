import type { Settings } from "../config/index.js";
import type { ReadContext } from "../interpret/index.js";

/** One event on its way through the engine: what stays the same from the first step to the last. */
export interface EventContext extends ReadContext {
  readonly eventId: string;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}
