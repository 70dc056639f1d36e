import type { Changes, Source } from "../../decode/index.js";
import type { Level } from "../../dialects/index.js";
import type { Problem } from "../../problem/index.js";
import type { TextKind } from "../../route/index.js";

/** One thing that a run says and the client counts. */
export interface ClaudeSay {
  readonly level: Level;
  readonly by: Source;
  /** Null where there is nothing to show: an ask or a permission without a reason. */
  readonly reason: string | null;
}

/** A text that goes nowhere but to the debug log. */
export interface Aside {
  readonly kind: TextKind;
  readonly text: string;
}

/** What one run means to the client, before it is known what the others say. */
export interface ClaudeAnswer {
  readonly hook: string;
  readonly says: readonly ClaudeSay[];
  readonly failed: boolean;
  /** The client does not wait for it: it has no vote, and its texts come a turn later. */
  readonly isBackground: boolean;
  readonly contexts: readonly string[];
  readonly warning: string | null;
  /** What the user sees of a failure. */
  readonly error: string | null;
  /** What the user sees in place of the model's message. */
  readonly display: string | null;
  readonly changes: Changes;
  readonly asides: readonly Aside[];
  readonly problems: readonly Problem[];
}

/** A run that says nothing. */
export function silent(hook: string): ClaudeAnswer {
  return {
    hook,
    says: [],
    failed: false,
    isBackground: false,
    contexts: [],
    warning: null,
    error: null,
    display: null,
    changes: {},
    asides: [],
    problems: [],
  };
}
