import type { Shape } from "./shape.js";

/** A test of one field. A blank field is absent or holds nothing but white space. */
export type Condition =
  | { readonly path: string; readonly is: unknown }
  | { readonly path: string; readonly isNot: unknown }
  | { readonly path: string; readonly present: boolean }
  | { readonly path: string; readonly blank: true };

/** Something well-formed that Codex does not take: the hook has failed, and nothing of its answer counts. */
export interface Refusal {
  /** The field that is to blame. */
  readonly path: string;
  readonly when: readonly Condition[];
  readonly text: string;
}

/** One word that decides. */
export interface DecisionRule {
  readonly path: string;
  readonly is: string;
  readonly level: "deny" | "allow";
  /** Where its reason is. */
  readonly reason: string;
  /** Whether the reason is trimmed before anyone gets it. */
  readonly trims: boolean;
  /** The reason where there is none. */
  readonly fallback: string;
}

/** A way to decide. Of several the first that applies counts, and the fields of the others are not read. */
export interface Form {
  /** It applies where one of these is there; empty: always. */
  readonly marks: readonly string[];
  readonly refused: readonly Refusal[];
  readonly decisions: readonly DecisionRule[];
}

/** What `continue: false` does. */
interface StopRule {
  /** `deny`: only the result is replaced, and the turn continues. */
  readonly level: "halt" | "deny";
  /** Shown where there is no `stopReason`; null: then nothing is. */
  readonly fallback: string | null;
  /** The model gets this field, or what the user gets; null: the model gets nothing. */
  readonly forModel: string | null;
}

/** Everything in which one event of Codex differs from another. */
export interface EventRules {
  readonly canonical: string | null;
  readonly subject: string | null;
  /** Seconds: where a hook gives none, and the most that it may give. */
  readonly timeout: { readonly default: number; readonly most: number | null };
  /** Codex waits here even for a hook that is `async`. */
  readonly alwaysWaits: boolean;
  /** What an answer looks like; null: stdout is not read. */
  readonly shape: Shape | null;
  /** Shown for what looks like JSON and is no answer. */
  readonly broken: string;
  /** What plain text is; `error` comes with what is then shown. */
  readonly text: "ignored" | "context" | { readonly error: string };
  readonly context: string | null;
  readonly rewrite: string | null;
  /** Looked at before any form. */
  readonly refused: readonly Refusal[];
  readonly forms: readonly Form[];
  readonly stop: StopRule | null;
  /** Shown where exit code 2 comes with a blank stderr; null: 2 is a failure like any other code. */
  readonly exitTwo: string | null;
  /** Whether a failure shows stderr, where there is any, instead of the code. */
  readonly failsWithStderr: boolean;
  /** Whether a failure without that is shown by its exit code. */
  readonly showsCode: boolean;
  /** Shown where a process has no exit code. */
  readonly noCode: string;
  /** Which reasons of a deny the model gets. */
  readonly reasons: "first" | "joined" | "each" | "none";
  /** A deny makes its reason the tool's result. */
  readonly replacesResult: boolean;
  readonly decidesPermission: boolean;
  /** Whether `allow` grants, and what follows where no hook decides. */
  readonly grants: boolean;
  readonly silence: "proceed" | "ask";
}

/** One version of Codex. */
export interface CodexRules {
  readonly version: string;
  readonly events: Readonly<Record<string, EventRules>>;
  /** Longer texts are cut on their way to the model. */
  readonly modelTokens: number;
  /** Tools of whose rewritten input Codex takes this one field, a string, and nothing else. */
  readonly commandTools: readonly string[];
  readonly commandField: string;
  /** What the model gets where that field is missing, and where a rewritten input is no object at all. */
  readonly noCommand: string;
  readonly noObject: string;
  /** Other names under which a matcher finds a tool. */
  readonly toolAliases: Readonly<Record<string, readonly string[]>>;
}
