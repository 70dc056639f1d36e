import type { ConfigProblem } from "../config/index.js";
import type { Answer } from "../decode/index.js";
import type { Ruling } from "../rules/index.js";
import type { PlannedHook } from "./planned-hook.js";
import type { HookResult } from "./run-hooks.js";

/** The hooks of an event. */
export interface Planned {
  readonly plan: readonly PlannedHook[];
  /** Why hooks that were approved just now are not among them. */
  readonly notStored: string | null;
}

/** What came of running the hooks of an event. */
export interface EventRuns {
  /** In configuration order. */
  readonly results: readonly HookResult[];
  /** Why no hook was started, and so nothing may continue. */
  readonly refusal: Answer | null;
  /** What the rules say to the call as it was asked for. */
  readonly ruling: Ruling | null;
}

/** What the engine itself says to an event, in addition to the hooks. */
export interface Ruled {
  readonly answers: readonly Answer[];
  /** What the rules say to the call as it would be made. */
  readonly ruling: Ruling | null;
  /** Why it is not known what the user has permitted. */
  readonly problems: readonly ConfigProblem[];
}
