import type { Level } from "../dialects/index.js";
import type { Problem } from "../problem/index.js";
import type { Changes } from "./changes.js";

/**
 * What a decision comes from. Of a hook: its JSON answer, its exit code, a failure that `onFailure` turns into a
 * decision, or the user's abort. Of the engine: a permission rule, a permission that the user gave, the limit of
 * blocks in a row, or a refusal to run any hook.
 */
export type Source =
  | "json"
  | "exit-code"
  | "failure"
  | "abort"
  | "rule"
  | "grant"
  | "stop-limit"
  | "refusal";

/** One decision about the operation, and why. */
export interface Say {
  readonly level: Level;
  readonly by: Source;
  /** Never empty for halt, deny and ask: a default is used instead. */
  readonly reasons: readonly string[];
}

/** What one hook's run means, or what the engine itself has to say, before it is known what the others say. */
export interface Answer {
  readonly hook: string;
  /** It is recorded with what it would have done, and has no effect. */
  readonly observes: boolean;
  readonly failed: boolean;
  /** At most one a level, strictest first. */
  readonly says: readonly Say[];
  /** For the user, where the run failed in a way that its output does not show. */
  readonly error: { readonly text: string; readonly lane: "otherCode" | "noAnswer" } | null;
  /** What exit code 2 says where there is nothing to block. */
  readonly notice: string | null;
  /** Plain stdout of a hook that ended well. */
  readonly output: string | null;
  readonly context: string | null;
  readonly warning: string | null;
  /** For the ledger alone. */
  readonly asides: readonly string[];
  readonly changes: Changes;
  /** Its `input` is merged into the one before. */
  readonly merges: boolean;
  readonly problems: readonly Problem[];
}

const silence: Omit<Answer, "hook" | "says"> = {
  observes: false,
  failed: false,
  error: null,
  notice: null,
  output: null,
  context: null,
  warning: null,
  asides: [],
  changes: {},
  merges: false,
  problems: [],
};

/** A decision that comes from the engine itself, with nothing else. */
export function engineAnswer(name: string, say: Say, problems: readonly Problem[] = []): Answer {
  return { ...silence, hook: name, says: [say], problems };
}
