import type { Reading } from "../interpret/index.js";
import type { PrintedStreams } from "./proof/reached.js";

/** A place in the script of a hook at which it decides something: it restricts, permits or rewrites. */
export interface ScriptDecision {
  readonly outcome: Reading["outcome"];
  readonly permission: Reading["permission"];
  readonly file: string;
  readonly line: number | null;
  /** What is known of what it prints there. */
  readonly text: string;
  /** Whether a run came by here. Places that print the same look alike: a run came by all of them. */
  readonly isReachedBy: (run: DecidedRun) => boolean;
}

/** A run, as far as it shows where the script has been. */
export type DecidedRun = PrintedStreams & {
  readonly exit?: number;
  /** What its host makes of it. */
  readonly outcome?: string;
};
