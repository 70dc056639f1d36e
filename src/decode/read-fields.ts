import {
  changes,
  strictest,
  type ChangeName,
  type Dialect,
  type FieldName,
  type Level,
  type FieldPlace,
} from "../dialects/index.js";
import { eventSpec } from "../payload/index.js";
import type { ProblemList } from "../problem/index.js";
import { changesFrom, type Changes } from "./changes.js";
import { collectFields, hasConflict, reportType, type Occurrence } from "./collect-fields.js";
import { display, JsonObject } from "./json-value.js";
import { toPlain, type PlainValue } from "./plain-value.js";
import { readContinue, readWord, type ReadWord, type WordRules } from "./read-words.js";

/** A decision as JSON states it; the reason is the one that was given with it. */
interface Stated {
  readonly level: Level;
  readonly reason: string | null;
  readonly field: FieldName;
  /** Spelled exactly. A respelled ask restricts, but does not override exit code 2. */
  readonly exact: boolean;
}

/** What the JSON of one answer says, field by field. */
export interface ReadFields {
  /** Ambiguous, mislabelled, or with a decision that cannot be read: it may only tighten. */
  readonly malformed: boolean;
  readonly stated: readonly Stated[];
  /** `continue: true`: a decision to continue that permits nothing by itself. */
  readonly continues: boolean;
  /** Reasons without a decision of their own. */
  readonly looseReasons: readonly string[];
  readonly warning: string | null;
  readonly context: string | null;
  readonly changes: Changes;
}

export interface FieldContext {
  readonly dialect: Dialect;
  readonly event: string;
  readonly allowUpdatedPrompt: boolean;
  readonly problems: ProblemList;
}

/** Reads one object as an answer. Validation is by field: a bad one is dropped and reported, the others count. */
export function readFields(answer: JsonObject, context: FieldContext): ReadFields {
  return new FieldReader(answer, context).read();
}

class FieldReader {
  private readonly letter: boolean;
  private readonly occurrences: readonly Occurrence[];
  private malformed: boolean;

  constructor(
    answer: JsonObject,
    private readonly context: FieldContext,
  ) {
    const collection = collectFields(answer, context);
    this.occurrences = collection.occurrences;
    this.malformed = collection.malformed;
    this.letter = context.dialect.json === "letter";
  }

  read(): ReadFields {
    const verdicts = this.named("continue").map((field) => this.readContinue(field));
    const stopReason = this.text("stopReason");
    const halts: Stated[] = verdicts.includes("halt")
      ? [{ level: "halt", reason: stopReason, field: "continue", exact: true }]
      : [];
    const reasons = {
      top: this.text("reason", "top"),
      specific: this.text("reason", "specific"),
      permission: this.text("permissionDecisionReason"),
    };
    const decisions = [
      ...this.named("permissionDecision").map((field) =>
        this.readDecision(field, reasons.permission),
      ),
      ...this.named("decision").map((field) => this.readDecision(field, reasons[field.place])),
    ].filter((stated) => stated !== null);
    this.checkAgreement(decisions);
    const stated = [...halts, ...decisions];
    if (this.letter) this.requireReasons(stated);
    const loose = this.looseReasons(reasons, decisions);
    if (loose.length > 0 && decisions.length === 0) this.reportUnused(loose);
    this.checkSuppressOutput();
    return {
      stated,
      continues: verdicts.includes("continue") && !verdicts.includes("halt"),
      looseReasons: loose,
      warning: this.text("systemMessage"),
      context: this.text("additionalContext"),
      changes: changesFrom((name) => this.change(name)),
      // Last: reading the fields above may find the answer malformed.
      malformed: this.malformed,
    };
  }

  /** Reasons whose own field decides nothing. Those of another decision are that decision's. */
  private looseReasons(
    reasons: {
      readonly top: string | null;
      readonly specific: string | null;
      readonly permission: string | null;
    },
    decisions: readonly Stated[],
  ): readonly string[] {
    const decided = (name: FieldName, place?: FieldPlace): boolean =>
      decisions.length > 0 &&
      this.named(name).some((field) => place === undefined || field.place === place);
    return [
      decided("decision", "top") ? null : reasons.top,
      decided("decision", "specific") ? null : reasons.specific,
      decided("permissionDecision") ? null : reasons.permission,
    ].filter((reason) => reason !== null);
  }

  private named(name: FieldName): readonly Occurrence[] {
    return this.occurrences.filter((field) => field.name === name);
  }

  private readContinue(field: Occurrence): "halt" | "continue" | null {
    const verdict = readContinue(field.value, this.letter, field, this.context.problems);
    if (verdict === null) this.malformed = true;
    return verdict;
  }

  private readDecision(field: Occurrence, reason: string | null): Stated | null {
    const { dialect, event, problems } = this.context;
    const words =
      field.name === "permissionDecision"
        ? dialect.words.permissionDecision
        : dialect.words.decision;
    if (
      event === "PermissionRequest" &&
      field.name === "decision" &&
      field.value instanceof JsonObject
    ) {
      return this.readBehavior(field, field.value);
    }
    const word = readWord(field.value, this.wordRules(words), field, problems);
    if (word === null) this.malformed = true;
    return word === null
      ? null
      : { level: word.meaning, reason, field: field.name, exact: word.exact };
  }

  /** `decision: {behavior, message}`, as Claude Code has it on PermissionRequest. */
  private readBehavior(field: Occurrence, decision: JsonObject): Stated | null {
    const { dialect, problems } = this.context;
    if (hasConflict(decision, `${field.path}.`, problems)) this.malformed = true;
    const said: ReadWord<Level>[] = [];
    let message: string | null = null;
    for (const member of decision.members) {
      const place = { path: `${field.path}.${member.key}`, offset: member.offset };
      if (member.key === "behavior") {
        const word = readWord(
          member.value,
          this.wordRules(dialect.words.behavior),
          place,
          problems,
        );
        if (word === null) this.malformed = true;
        else said.push(word);
      } else if (member.key === "message" && typeof member.value === "string") {
        message = member.value === "" ? null : member.value;
      } else if (member.key === "message") {
        problems.report("field-wrong-type", {
          ...place,
          found: display(member.value),
          allowed: ["a string"],
          lost: "the reason",
        });
      } else {
        // A permission that came with a rewrite was given for the rewritten input, not for this one.
        const isRewrite = member.key === "updatedInput";
        if (isRewrite) this.malformed = true;
        problems.report("field-unknown", {
          ...place,
          found: member.key,
          allowed: ["behavior", "message"],
          ...(isRewrite && { severity: "warning" as const, lost: "the new input" }),
        });
      }
    }
    const level = strictest(said.map(({ meaning }) => meaning));
    if (level === null) {
      if (!decision.members.some((member) => member.key === "behavior")) {
        this.malformed = true;
        problems.report("decision-unknown", {
          path: `${field.path}.behavior`,
          offset: field.offset,
          found: "nothing",
          allowed: Object.keys(dialect.words.behavior),
          lost: "the decision",
        });
      }
      return null;
    }
    return { level, reason: message, field: field.name, exact: said.every(({ exact }) => exact) };
  }

  private wordRules(exact: Readonly<Record<string, Level>>): WordRules {
    return {
      exact,
      decidesPermission: eventSpec(this.context.event).decidesPermission,
      letter: this.letter,
    };
  }

  private checkAgreement(decisions: readonly Stated[]): void {
    const said = [...new Set(decisions.map((stated) => stated.level))];
    if (said.length > 1) {
      this.context.problems.report("decision-conflict", {
        path: "decision",
        found: said.join(" and "),
      });
    }
  }

  /** The letter wants a `stopReason` with a halt and a `reason` with a block. */
  private requireReasons(stated: readonly Stated[]): void {
    for (const { level, reason, field } of stated) {
      const required =
        field === "continue"
          ? "stopReason"
          : field === "decision" && level === "deny"
            ? "reason"
            : null;
      if (required === null || reason !== null) continue;
      this.malformed = true;
      this.context.problems.report("reason-missing", {
        path: required,
        found: "nothing",
        allowed: ["a string that is not empty"],
        lost: "the whole answer",
        severity: "error",
      });
    }
  }

  private reportUnused(reasons: readonly string[]): void {
    this.context.problems.report("reason-unused", {
      path: "reason",
      found: reasons.join(" · "),
      lost: "the text",
    });
  }

  /** The last string of that name; empty counts as none. */
  private text(name: FieldName, place?: FieldPlace): string | null {
    let text: string | null = null;
    for (const field of this.named(name)) {
      if (place !== undefined && field.place !== place) continue;
      // A misplaced reason may explain a restriction; any other misplaced text would add something.
      if (field.misplaced && !name.endsWith("Reason")) continue;
      if (typeof field.value !== "string") this.wrongType(field, "a string");
      else text = field.value.trim() === "" ? null : field.value;
    }
    return text;
  }

  /** `suppressOutput` hides plain output, and an answer in JSON has none: there is only its type to check. */
  private checkSuppressOutput(): void {
    for (const field of this.named("suppressOutput")) {
      if (typeof field.value !== "boolean") this.wrongType(field, "a boolean");
    }
  }

  private wrongType(field: Occurrence, allowed: string): void {
    reportType(field, allowed, this.context.problems);
    if (this.letter && field.place === "specific") this.malformed = true;
  }

  /** The last value of the type that the table wants; undefined where there is none. */
  private change(name: ChangeName): PlainValue | undefined {
    const { field: fieldName, spec } = changes[name];
    if (spec.type === "text") {
      const text = this.text(fieldName);
      return text === null || this.isTurnedOff(name, text) ? undefined : text;
    }
    let value: PlainValue | undefined;
    for (const field of this.named(fieldName)) {
      if (field.misplaced) continue;
      if (spec.type === "object" && !(field.value instanceof JsonObject))
        this.wrongType(field, "an object");
      else value = this.plain(field);
    }
    return value;
  }

  /** A faithful copy of the value, or undefined where there is none; an ambiguous one makes the answer malformed. */
  private plain(field: Occurrence): PlainValue | undefined {
    const { problems } = this.context;
    const { path, offset } = field;
    const copy = toPlain(field.value);
    for (const key of copy.droppedKeys) {
      problems.report("rewrite-key-dropped", {
        path: `${path}.${key}`,
        offset,
        found: key,
        lost: "the key",
      });
    }
    for (const member of copy.conflicts) {
      problems.report("duplicate-key", {
        path: `${path}.${member.key}`,
        offset: member.offset,
        found: display(member.value),
        lost: field.name,
      });
    }
    for (const key of copy.overflows) {
      problems.report("number-out-of-range", {
        path: `${path}.${key}`,
        offset,
        found: key,
        lost: field.name,
      });
    }
    if (copy.conflicts.length === 0 && copy.overflows.length === 0) return copy.value;
    this.malformed = true;
    return undefined;
  }

  /** What the user said is changed only where the dialect or the settings allow it. */
  private isTurnedOff(name: ChangeName, text: string): boolean {
    const { dialect, allowUpdatedPrompt, problems } = this.context;
    if (name !== "prompt" || dialect.rewritesPrompt || allowUpdatedPrompt) return false;
    problems.report("field-turned-off", {
      path: "hookSpecificOutput.updatedPrompt",
      found: display(text),
      suggestion: '"allowUpdatedPrompt": true',
      lost: "the new prompt",
    });
    return true;
  }
}
