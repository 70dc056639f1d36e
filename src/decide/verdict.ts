import type { Answer, Changes, Say, Source } from "../decode/index.js";
import type { ChangeName, changes, Level, RestrictiveLevel } from "../dialects/index.js";
import type { Problem } from "../problem/index.js";

/** What becomes of the operation that the event guards. */
export type Outcome = "proceed" | "block" | "ask" | "defer" | "halt";

/** The outcome that a level asks for. */
export const outcomes: Readonly<Record<Level, Outcome>> = {
  halt: "halt",
  deny: "block",
  defer: "defer",
  ask: "ask",
  allow: "proceed",
};

/** The level of an outcome, where something restricts. */
export const restrictionOf: Readonly<Record<Outcome, RestrictiveLevel | null>> = {
  halt: "halt",
  block: "deny",
  defer: "defer",
  ask: "ask",
  proceed: null,
};

/** What the hooks say to the permission question; `none` leaves it to the rules. */
export type Permission = "allow" | "deny" | "ask" | "defer" | "none";

/** Who said what, and what came of it. */
export interface Voice {
  readonly hook: string;
  readonly level: Level;
  readonly by: Source;
  readonly won: boolean;
  readonly why: string;
  /** It has no effect: the hook only observes. */
  readonly observes?: true;
}

/** Who rewrote what, in the order in which it was applied. */
export interface Rewrite {
  readonly hook: string;
  readonly what: (typeof changes)[ChangeName]["what"];
  readonly applied: boolean;
  readonly why: string;
}

/** One decision from all the answers, with its provenance. */
export interface Verdict {
  readonly outcome: Outcome;
  readonly permission: Permission;
  /** The strictest thing that was said and counts; null where nothing was. */
  readonly level: Level | null;
  readonly changes: Changes;
  readonly failed: boolean;
  readonly voices: readonly Voice[];
  readonly rewrites: readonly Rewrite[];
  /** The answers in configuration order, for routing. */
  readonly answers: readonly Answer[];
  readonly problems: readonly Problem[];
}

/** What an answer says at the level that won, if it says that. */
export function winningSay(answer: Answer, verdict: Pick<Verdict, "level">): Say | undefined {
  return answer.says.find((say) => say.level === verdict.level);
}
