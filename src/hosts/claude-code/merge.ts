import type { Outcome, Permission, Voice } from "../../decide/index.js";
import { strictest, type Level } from "../../dialects/index.js";
import type { ClaudeAnswer, ClaudeSay } from "./answer.js";
import type { EventRule } from "./client.js";

/** What all the answers come to. */
export interface ClaudeMerge {
  readonly outcome: Outcome;
  readonly permission: Permission;
  readonly level: Level | null;
  /** The answers that count, in the order in which they ended. */
  readonly counted: readonly ClaudeAnswer[];
  /** Answers that came too late to be asked. */
  readonly late: readonly ClaudeAnswer[];
  readonly voices: readonly Voice[];
}

/** One decision out of all answers that the client waited for, given in the order in which they ended. */
export function merge(answers: readonly ClaudeAnswer[], rule: EventRule): ClaudeMerge {
  const awaited = answers.filter((answer) => !answer.isBackground);
  const end = endOf(awaited, rule);
  const read = awaited.slice(0, end);
  const late = awaited.slice(end);
  const says = read.flatMap((answer) => answer.says);
  const level = strictest(says.map((say) => say.level));
  const spoken = strictest(says.map((say) => say.level).filter((said) => said !== "halt"));
  return {
    outcome: outcomeOf(level, rule),
    permission: rule.decidesPermission && spoken !== null && spoken !== "halt" ? spoken : "none",
    level,
    counted: read,
    late,
    voices: answers.flatMap((answer) =>
      answer.says.map((say) => voiceOf(answer, say, level, late.includes(answer))),
    ),
  };
}

/** How many of the answers the client reads before it has decided. */
function endOf(answers: readonly ClaudeAnswer[], rule: EventRule): number {
  const ends = (answer: ClaudeAnswer): boolean => {
    if (rule.several === "first-decides") return answer.says.length > 0;
    return (
      rule.several === "first-ends" &&
      answer.says.some(({ level }) => level === "halt" || level === "deny")
    );
  };
  const index = answers.findIndex(ends);
  return index < 0 ? answers.length : index + 1;
}

function outcomeOf(level: Level | null, rule: EventRule): Outcome {
  switch (level) {
    case null:
      return rule.silence;
    case "allow":
      return "proceed";
    case "deny":
      return rule.blocked;
    default:
      return level;
  }
}

function voiceOf(
  answer: ClaudeAnswer,
  say: ClaudeSay,
  winner: Level | null,
  isLate: boolean,
): Voice {
  const won = !isLate && say.level === winner;
  const why = isLate
    ? "another hook had decided before this one ended"
    : won
      ? `${say.level} is the strictest that counts`
      : `${winner ?? "nothing"} outranks ${say.level}`;
  return { hook: answer.hook, level: say.level, by: say.by, won, why };
}
