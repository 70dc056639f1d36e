import type { Hook } from "../config/index.js";
import type { Hearing as Match } from "../match/index.js";
import type { TrustOf } from "../trust/index.js";

/** Whether one hook hears an event and may run, and why or why not. */
export interface Hearing extends Omit<Match<Hook>, "skipped"> {
  readonly skipped?: "matcher" | "if" | "disabled" | "trust";
  /** Of a hook of the project that hears the event: what was looked at before it may run. */
  readonly trust?: TrustOf;
}
