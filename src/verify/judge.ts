import { eventSpec } from "../payload/index.js";
import { reasons, type GateResult, type Reason } from "./gate.js";
import type { Seen } from "./seen.js";

/** What is known of a run besides how its host reads it. */
export interface Judged {
  readonly seen: Seen;
  /** Snaphook's name of the event. */
  readonly canonical: string;
  /** The guard's denial is in what it printed. */
  readonly hasAnswer: boolean;
  /** It ended by itself with exit code 0. */
  readonly endedWell: boolean;
}

/** What became of a call that the guard denies. */
export function judge(judged: Judged): { readonly result: GateResult; readonly why: Reason } {
  const why = reasonOf(judged);
  return { result: reasons[why][0], why };
}

function reasonOf({ seen, canonical, hasAnswer, endedWell }: Judged): Reason {
  const { outcome, failed, isAllowed, hasVoice } = seen;
  // A failure that blocks says so by itself: what the guard had printed is then no reason.
  const isFailure = failed && !hasVoice;
  switch (outcome) {
    case "block":
    case "halt":
      if (isFailure) return "failure-blocks";
      // Python cannot open its script: that is code 2 as well.
      return hasAnswer ? "denial-kept" : "denied-otherwise";
    case "ask":
    case "defer":
      return isFailure ? "failure-asks" : "guard-asks";
    default:
      break;
  }
  if (eventSpec(canonical).silence === "ask" && !isAllowed) return "host-asks";
  if (hasAnswer) return "answer-lost";
  return failed || !endedWell ? "failure-ignored" : "guard-allows";
}
