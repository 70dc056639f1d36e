import type { FieldPlace } from "../../src/dialects/index.js";
import { levels, type Dialect, type Level } from "../../src/core.js";

export type Schema = { readonly [keyword: string]: unknown };

/** One place of an answer where a decision can be stated on an event. */
export interface Slot {
  readonly place: FieldPlace;
  readonly field: "decision" | "permissionDecision";
  /** PermissionRequest takes `{behavior, message}` as a decision too. */
  readonly takesBehavior: boolean;
}

const filled: Schema = { type: "string", pattern: "\\S" };

/** A schema for one place of the answer, as a schema of the whole. */
function at(place: FieldPlace, schema: Schema): Schema {
  return place === "top"
    ? schema
    : { properties: { hookSpecificOutput: schema }, required: ["hookSpecificOutput"] };
}

const holding = (place: FieldPlace, field: string, value: Schema): Schema =>
  at(place, { properties: { [field]: value }, required: [field] });

const oneOfWords = (words: readonly string[]): Schema =>
  words.length === 0 ? { not: {} } : { enum: words };

const anyOf = (schemas: readonly Schema[]): Schema => {
  const [only] = schemas;
  return schemas.length === 1 && only !== undefined ? only : { anyOf: schemas };
};

/** What a slot may hold: any decision, or one of that level. */
export function decisionAt(dialect: Dialect, slot: Slot, level?: Level): Schema {
  const words = (table: Readonly<Record<string, Level>>): Schema =>
    oneOfWords(Object.keys(table).filter((word) => level === undefined || table[word] === level));
  const said = words(dialect.words[slot.field]);
  if (!slot.takesBehavior) return said;
  const behavior = {
    type: "object",
    properties: {
      behavior: words(dialect.words.behavior),
      message: { type: "string", description: "The reason." },
      updatedInput: false,
    },
    required: ["behavior"],
  };
  return { anyOf: [said, behavior] };
}

function given(condition: Schema, then: Schema, otherwise?: Schema): Schema {
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  return { if: condition, then, ...(otherwise !== undefined && { else: otherwise }) };
}

/** `continue: false` must say why. */
export const stopNeedsReason: Schema = given(
  holding("top", "continue", { const: false }),
  holding("top", "stopReason", filled),
);

/** All decisions of an answer say the same. */
export function agreement(dialect: Dialect, slots: readonly Slot[]): Schema {
  const alike = (level: Level): Schema => {
    const part = (place: FieldPlace): Schema => ({
      properties: Object.fromEntries(
        slots
          .filter((slot) => slot.place === place)
          .map((slot) => [slot.field, decisionAt(dialect, slot, level)]),
      ),
    });
    const top = part("top")["properties"] as object;
    return { properties: { ...top, hookSpecificOutput: part("specific") } };
  };
  const said = levels.filter((level) =>
    slots.some(({ field }) => Object.values(dialect.words[field]).includes(level)),
  );
  return { anyOf: said.map(alike) };
}

/** The reason that a decision in that slot has of its own. */
function ownReason(slot: Slot): Schema {
  if (slot.field === "permissionDecision")
    return holding(slot.place, "permissionDecisionReason", filled);
  const reason = holding(slot.place, "reason", filled);
  if (!slot.takesBehavior) return reason;
  const isObject = holding(slot.place, "decision", { type: "object" });
  const message = holding(slot.place, "decision", {
    properties: { message: { minLength: 1 } },
    required: ["message"],
  });
  return given(isObject, message, reason);
}

/** A block or deny must say why, somewhere in the answer; where the letter counts, a block next to its decision. */
export function denialsNeedReasons(dialect: Dialect, slots: readonly Slot[]): readonly Schema[] {
  const denies = (slot: Slot): Schema =>
    holding(slot.place, slot.field, decisionAt(dialect, slot, "deny"));
  const reasons = slots.map(ownReason);
  if (dialect.systemMessage.standsForReason) reasons.push(holding("top", "systemMessage", filled));
  const somewhere = given(anyOf(slots.map(denies)), anyOf(reasons));
  if (dialect.json !== "letter") return [somewhere];
  const blocks = slots.filter(({ field }) => field === "decision");
  return [somewhere, ...blocks.map((slot) => given(denies(slot), ownReason(slot)))];
}
