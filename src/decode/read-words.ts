import { nearest, type ProblemList } from "../problem/index.js";
import { restrictiveWords, type Level } from "../dialects/index.js";
import { display, type JsonValue } from "./json-value.js";

export interface WordRules {
  readonly exact: Readonly<Record<string, Level>>;
  /** Whether `ask` and `defer` mean something on this event. */
  readonly decidesPermission: boolean;
  /** No respelling: the letter counts. */
  readonly letter: boolean;
}

export interface ValuePlace {
  readonly path: string;
  readonly offset: number;
}

/** What a value means, and whether it was spelled exactly. */
export interface ReadWord<Meaning> {
  readonly meaning: Meaning;
  readonly exact: boolean;
}

/**
 * Reads the value of a decision. Exact values count; a restrictive one that is right but for letter
 * case, surrounding space or a synonym is read as meant; anything else is unknown and gives null.
 */
export function readWord(
  value: JsonValue,
  rules: WordRules,
  place: ValuePlace,
  problems: ProblemList,
): ReadWord<Level> | null {
  const exact =
    typeof value === "string" && Object.hasOwn(rules.exact, value) ? rules.exact[value] : undefined;
  if (exact !== undefined) return { meaning: exact, exact: true };
  const allowed = Object.keys(rules.exact);
  const meant =
    typeof value === "string" && !rules.letter
      ? restrictiveWords.get(value.trim().toLowerCase())
      : undefined;
  if (meant !== undefined && (meant === "deny" || rules.decidesPermission)) {
    const suggestion = allowed.find((word) => rules.exact[word] === meant);
    problems.report("decision-respelled", { ...place, found: display(value), allowed, suggestion });
    return { meaning: meant, exact: false };
  }
  problems.report("decision-unknown", () => ({
    ...place,
    found: display(value),
    allowed,
    suggestion: typeof value === "string" ? nearest(value, allowed) : undefined,
    lost: "the decision",
  }));
  return null;
}

/** Reads `continue`: false halts, also as a string; true must be the boolean itself. */
export function readContinue(
  value: JsonValue,
  letter: boolean,
  place: ValuePlace,
  problems: ProblemList,
): "halt" | "continue" | null {
  if (typeof value === "boolean") return value ? "continue" : "halt";
  const allowed = ["true", "false"];
  if (!letter && typeof value === "string" && value.trim().toLowerCase() === "false") {
    problems.report("decision-respelled", {
      ...place,
      found: display(value),
      allowed,
      suggestion: "false",
    });
    return "halt";
  }
  problems.report("decision-unknown", {
    ...place,
    found: display(value),
    allowed,
    lost: "whether to go on",
  });
  return null;
}
