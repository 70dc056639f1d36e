import type { Answer } from "../decode/index.js";
import { strictest, type Level } from "../dialects/index.js";
import { isBlockable, type EventSpec, type Payload } from "../payload/index.js";
import { applyRewrites } from "./rewrites.js";
import type { Outcome, Permission, Verdict, Voice } from "./verdict.js";

const outcomes: Readonly<Record<Level, Outcome>> = {
  halt: "halt",
  deny: "block",
  defer: "defer",
  ask: "ask",
  allow: "proceed",
};

/**
 * Turns the answers into one verdict: halt > deny > defer > ask > allow > nothing. The answers stand in
 * configuration order, and that order alone decides what is applied first: when each hook finished is not asked.
 */
export function decide(answers: readonly Answer[], event: EventSpec, payload: Payload): Verdict {
  const said = answers.flatMap((answer) => answer.says.map((say) => say.level));
  const counts = said.filter((level) => level === "halt" || isBlockable(event));
  const level = strictest(counts);
  const outcome = level === null ? event.silence : outcomes[level];
  const rewritten = applyRewrites(answers, payload, {
    happens: outcome !== "block" && outcome !== "halt",
  });
  return {
    outcome,
    permission: event.decidesPermission ? permissionOf(counts) : "none",
    level,
    ...rewritten,
    failed: answers.some((answer) => answer.failed),
    voices: answers.flatMap((answer) => voicesOf(answer, level, event)),
    answers,
    problems: [...answers.flatMap((answer) => answer.problems), ...rewritten.problems],
  };
}

/** The strictest permission that was spoken, also where a halt makes it moot. */
function permissionOf(said: readonly Level[]): Permission {
  const spoken = strictest(said.filter((level) => level !== "halt"));
  return spoken === null || spoken === "halt" ? "none" : spoken;
}

function voicesOf(answer: Answer, winner: Level | null, event: EventSpec): Voice[] {
  return answer.says.map(({ level, by }) => {
    const won = level === winner;
    const counts = level === "halt" || isBlockable(event);
    const why = won
      ? `${level} is the strictest that was said`
      : counts
        ? `${winner ?? "nothing"} outranks ${level}`
        : `there is nothing to block on ${event.name}`;
    return { hook: answer.hook, level, by, won, why };
  });
}
