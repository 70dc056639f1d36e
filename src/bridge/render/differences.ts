import { outcomes, type Outcome } from "../../decide/index.js";
import type { PlainValue } from "../../decode/index.js";
import { changeNames, type ChangeName, type Level } from "../../dialects/index.js";
import { changesOf, type Reading, type Text } from "../../interpret/index.js";
import { sameValue, stripped, unescaped } from "./text.js";
import { levelOf, type PortableAnswer } from "./portable-answer.js";

/** How much of something is missing. */
export type Missing = "nothing" | "part" | "all";

/** What is missing of the answer, by its keys. */
export type Differences = Readonly<Record<keyof PortableAnswer, Missing>>;

/**
 * Compares what a host does with what was wanted. Where the operation does not continue, the outcome says all that the
 * permission could. A text that nobody wanted, as a host's default reason, is no difference.
 */
export function differencesOf(wanted: PortableAnswer, reading: Reading): Differences {
  const level = levelOf(wanted);
  const made = changesOf(reading);
  const changed = changeNames.map((name) => [name, ofValue(wanted[name], made[name])]);
  const shownTexts = [...reading.toModel, ...reading.toUser];
  return {
    outcome: isMet(level, reading.outcome) ? "nothing" : "all",
    permission: (level === "allow") === (reading.permission === "allow") ? "nothing" : "all",
    ...(Object.fromEntries(changed) as Readonly<Record<ChangeName, Missing>>),
    reason: ofText(wanted.reason, shownTexts),
    context: ofText(wanted.context, reading.toModel),
    warning: ofText(wanted.warning, reading.toUser),
    stopReason: ofText(wanted.stopReason, shownTexts),
  };
}

/** Who has no opinion leaves it to the host, which may ask the user. */
function isMet(level: Level | null, outcome: Outcome): boolean {
  return level === null ? outcome === "proceed" || outcome === "ask" : outcome === outcomes[level];
}

function ofValue(wanted: PlainValue | undefined, got: PlainValue | undefined): Missing {
  if (wanted === undefined) return got === undefined ? "nothing" : "all";
  if (got === undefined) return "all";
  return sameValue(wanted, got) ? "nothing" : "part";
}

/** Hosts that cut a text leave at least this much of its beginning. */
const SHORTEST_CUT = 100;

function ofText(wanted: string | undefined, shownTexts: readonly Text[]): Missing {
  if (wanted === undefined) return "nothing";
  const whole = compared(wanted);
  if (shownTexts.some(({ text }) => compared(text) === whole)) return "nothing";
  const beginning = whole.slice(0, SHORTEST_CUT);
  return shownTexts.some(({ text }) => compared(text).includes(beginning)) ? "part" : "all";
}

/** The words are the same, whatever is around them and however the host escapes them. */
function compared(text: string): string {
  return unescaped(stripped(text));
}
