/** What a host does with a call that the guard denies, while a fault is there. */
export type GateResult = "closed" | "asked" | "open" | "inconclusive";

/** Each reason code with its result, and what it says. */
export const reasons = {
  "denial-kept": ["closed", "the guard's own denial counts"],
  "denied-otherwise": ["closed", "the guard denies, with another answer than without the fault"],
  "failure-blocks": ["closed", "the guard failed, and the host blocks because of that"],
  "host-gone": ["closed", "the host is gone, so nothing runs the call"],
  "guard-asks": ["asked", "the user is asked, as the guard wanted or in place of its denial"],
  "failure-asks": ["asked", "the guard failed, and the host asks the user"],
  "host-asks": ["asked", "without an answer the host asks the user"],
  "failure-ignored": ["open", "the guard failed, and the host goes ahead"],
  "answer-lost": ["open", "the guard printed its denial, and the host goes ahead"],
  "never-run": ["open", "this host never runs the hooks that its settings have"],
  "guard-allows": ["open", "the guard ended as if all were well, and denied nothing"],
  "no-denied-input": ["inconclusive", "no input was found that this guard denies"],
  "not-approved": ["inconclusive", "the guard is not approved, so it was not run"],
  "not-run": ["inconclusive", "the guard cannot be run here"],
  "not-waited-for": ["inconclusive", "the host does not wait for this hook, so it guards nothing"],
  "not-injected": ["inconclusive", "the fault could not be made on this machine"],
  "not-known": ["inconclusive", "nobody knows what this host does then"],
  "no-such-event": ["inconclusive", "this version of the host has no such event"],
  "other-tool": ["inconclusive", "the guard lets a tool pass that it does not know"],
  "not-matched": ["inconclusive", "the matcher keeps the guard from running for another tool"],
} as const satisfies Readonly<Record<string, readonly [GateResult, string]>>;

export type Reason = keyof typeof reasons;

/** From the best to the worst; what is not known is worse than what was asked. */
const order: readonly GateResult[] = ["closed", "asked", "inconclusive", "open"];

/** One fault at one guard in one version of one host, with one setting for failures. */
export interface Gate {
  readonly hook: string;
  readonly host: string;
  /** Empty for Snaphook itself. */
  readonly version: string;
  readonly event: string;
  readonly fault: string;
  /** What the host is set to do where the guard fails. */
  readonly onFailure: "continue" | "ask" | "block";
  /** It is what the settings say today, in the version that was asked about. The others are for comparison. */
  readonly configured: boolean;
  readonly result: GateResult;
  readonly why: Reason;
  /** What was done to the guard, where the fault has several forms. */
  readonly detail?: string;
}

/** Of several forms of one fault the worst counts. */
export function worst<One extends { readonly result: GateResult }>(
  all: readonly One[],
): One | undefined {
  return all.toSorted((one, other) => order.indexOf(other.result) - order.indexOf(one.result))[0];
}
