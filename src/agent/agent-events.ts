import type { Fired, HookReport } from "../engine/index.js";
import type { Payload } from "../payload/index.js";
import type { Problem } from "../problem/index.js";

/** How a turn of the user ended. */
export type TurnEnd =
  | { readonly type: "stopped" }
  /** A hook kept the prompt from being processed, or stopped the agent. */
  | { readonly type: "hook"; readonly why: string }
  /** The user said no, or nobody was there to ask. */
  | { readonly type: "denied"; readonly toolName: string; readonly why: string }
  /** Nobody can be asked, and hooks of the project that should have run are not approved. */
  | { readonly type: "trust"; readonly hooks: readonly HookReport[] }
  | { readonly type: "aborted" }
  | { readonly type: "model-error"; readonly why: string };

/** What an agent reports to its listener, in addition to the changes of its conversation. */
export type AgentEvent =
  | { readonly type: "fired"; readonly fired: Fired; readonly payload?: Payload }
  /** A hook of the project did not run, because nobody has approved it. */
  | { readonly type: "not-approved"; readonly hook: HookReport }
  /** Something was wrong with an answer, of severity warning or worse. The conversation shows it as well. */
  | { readonly type: "problem"; readonly event: string; readonly problem: Problem }
  | { readonly type: "turn-ended"; readonly end: TurnEnd };
