import type { Hook } from "../config/index.js";
import type { HookMatch as Match } from "../match/index.js";
import type { HookTrust } from "../trust/index.js";

/** Whether one hook matches an event and may run, and why or why not. */
export interface PlannedHook extends Omit<Match<Hook>, "skipped"> {
  readonly skipped?: "matcher" | "if" | "disabled" | "trust";
  /** Of a hook of the project that matches the event: what was looked at before it may run. */
  readonly trust?: HookTrust;
}

/** Which hooks of the settings are there. */
export type HookChoice = (hook: Pick<Hook, "id" | "name" | "source">) => boolean;
