import { outcomes, type Outcome } from "../../decide/index.js";
import type { PlainValue } from "../../decode/index.js";
import type { Level } from "../../dialects/index.js";
import type { Reading, Text } from "../../interpret/index.js";
import { sameValue, stripped, unescaped } from "./text.js";
import { levelOf, type Wish } from "./wish.js";

/** How much of something is missing. */
export type Missing = "nothing" | "part" | "all";

/** What is missing of a wish, by its keys. */
export type Differences = Readonly<Record<keyof Wish, Missing>>;

/**
 * Compares what a host does with what was wished. Where the operation does not go on, the outcome says all that the
 * permission could. A text that nobody wished, as a host's default reason, is no difference.
 */
export function differencesOf(wish: Wish, reading: Reading): Differences {
  const level = levelOf(wish);
  const told = [...reading.toModel, ...reading.toUser];
  return {
    outcome: isMet(level, reading.outcome) ? "nothing" : "all",
    permission: (level === "allow") === (reading.permission === "allow") ? "nothing" : "all",
    input: ofValue(wish.input, reading.input ?? undefined),
    prompt: ofValue(wish.prompt, reading.prompt ?? undefined),
    toolOutput: ofValue(wish.toolOutput, reading.toolOutput),
    reason: ofText(wish.reason, told),
    context: ofText(wish.context, reading.toModel),
    warning: ofText(wish.warning, reading.toUser),
    stopReason: ofText(wish.stopReason, told),
  };
}

/** Who has no opinion leaves it to the host, which may ask the user. */
function isMet(level: Level | null, outcome: Outcome): boolean {
  return level === null ? outcome === "proceed" || outcome === "ask" : outcome === outcomes[level];
}

function ofValue(wished: PlainValue | undefined, got: PlainValue | undefined): Missing {
  if (wished === undefined) return got === undefined ? "nothing" : "all";
  if (got === undefined) return "all";
  return sameValue(wished, got) ? "nothing" : "part";
}

/** Hosts that cut a text leave at least this much of its beginning. */
const SHORTEST_CUT = 100;

function ofText(wished: string | undefined, told: readonly Text[]): Missing {
  if (wished === undefined) return "nothing";
  const whole = compared(wished);
  if (told.some(({ text }) => compared(text) === whole)) return "nothing";
  const beginning = whole.slice(0, SHORTEST_CUT);
  return told.some(({ text }) => compared(text).includes(beginning)) ? "part" : "all";
}

/** The words are the same, whatever stands around them and however the host escapes them. */
function compared(text: string): string {
  return unescaped(stripped(text));
}
