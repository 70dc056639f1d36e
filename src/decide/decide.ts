import type { Answer, Say, Source } from "../decode/index.js";
import { isStricter, strictest, type Level } from "../dialects/index.js";
import { isBlockable, type EventSpec, type Payload } from "../payload/index.js";
import { applyRewrites } from "./rewrites.js";
import { outcomes, type Permission, type Verdict, type Voice } from "./verdict.js";

/** What a source answers for everyone: where it speaks, the level that others say does not count. */
const overruled: Partial<Record<Source, { readonly level: Level; readonly why: string }>> = {
  grant: { level: "ask", why: "the user has allowed exactly this call" },
  "stop-limit": { level: "deny", why: "the agent was kept from stopping too often in a row" },
};

/**
 * Turns the answers into one verdict: halt > deny > defer > ask > allow > nothing. The answers are in
 * configuration order, and that order alone decides what is applied first: when each hook finished is not asked.
 */
export function decide(answers: readonly Answer[], event: EventSpec, payload: Payload): Verdict {
  const counting = answers.filter(({ observes }) => !observes);
  const says = counting.flatMap((answer) => answer.says);
  const discounted = discountsOf(says, event);
  const counts = says.map(({ level }) => level).filter((level) => !discounted.has(level));
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
    failed: counting.some((answer) => answer.failed),
    voices: answers.flatMap((answer) =>
      answer.says.map((say) => voiceOf(answer, say, level, discounted)),
    ),
    answers,
    problems: [...answers.flatMap((answer) => answer.problems), ...rewritten.problems],
  };
}

/** Levels that change nothing here, each with the reason. */
function discountsOf(says: readonly Say[], event: EventSpec): ReadonlyMap<Level, string> {
  const discounts = new Map<Level, string>();
  for (const { by } of says) {
    const rule = overruled[by];
    if (rule !== undefined) discounts.set(rule.level, rule.why);
  }
  if (!isBlockable(event)) {
    const why = `there is nothing to block on ${event.name}`;
    for (const level of ["deny", "defer", "ask", "allow"] as const) discounts.set(level, why);
  }
  return discounts;
}

/** The strictest permission that was spoken, also where a halt makes it moot. */
function permissionOf(said: readonly Level[]): Permission {
  const spoken = strictest(said.filter((level) => level !== "halt"));
  return spoken === null || spoken === "halt" ? "none" : spoken;
}

function voiceOf(
  { hook, observes }: Answer,
  { level, by }: Say,
  winner: Level | null,
  discounted: ReadonlyMap<Level, string>,
): Voice {
  const discount = discounted.get(level);
  if (observes) {
    const decides = discount === undefined && isStricter(level, winner);
    const why = decides
      ? `it only observes; it would have made the decision ${level}`
      : `it only observes; ${discount ?? `${winner} decides anyway`}`;
    return { hook, level, by, won: false, why, observes };
  }
  if (discount !== undefined) return { hook, level, by, won: false, why: discount };
  const won = level === winner;
  const why = won ? `${level} is the strictest that was said` : `${winner} outranks ${level}`;
  return { hook, level, by, won, why };
}
