import {
  belongsTo,
  changeFields,
  type Dialect,
  type FieldName,
  type FieldSpec,
  type FieldPlace,
} from "../dialects/index.js";
import { eventSpec } from "../payload/index.js";
import { nearest, type ProblemList } from "../problem/index.js";
import {
  hasTwice,
  display,
  JsonObject,
  kindOf,
  sameJson,
  type JsonValue,
  type JsonMember,
} from "./json-value.js";

/** A field as it is in an answer, once for each time it appears there. */
export interface Occurrence {
  readonly name: FieldName;
  readonly spec: FieldSpec;
  readonly place: FieldPlace;
  readonly value: JsonValue;
  readonly path: string;
  readonly offset: number;
  /** It is at the level where the dialect does not read it. */
  readonly misplaced: boolean;
}

export interface Collection {
  readonly occurrences: readonly Occurrence[];
  /** The answer is ambiguous or mislabelled: it may only tighten. */
  readonly malformed: boolean;
}

/** Fields of which two different values make the answer ambiguous. Of the others, all texts, the last one counts. */
const decisive = new Set([
  "hookSpecificOutput",
  "hookEventName",
  "continue",
  "decision",
  "behavior",
  "permissionDecision",
  ...Object.keys(changeFields),
  "additionalContext",
]);

interface Where {
  readonly dialect: Dialect;
  readonly event: string;
  readonly problems: ProblemList;
}

/** Sorts the members of an answer into the fields that the dialect knows; what is unknown, foreign or doubled is reported. */
export function collectFields(answer: JsonObject, where: Where): Collection {
  const occurrences: Occurrence[] = [];
  let malformed = hasConflict(answer, "", where.problems);
  for (const member of answer.members) {
    if (member.key !== "hookSpecificOutput") {
      malformed = collect(member, "top", where, occurrences) || malformed;
    } else if (member.value instanceof JsonObject) {
      malformed = collectSpecific(member.value, where, occurrences) || malformed;
    } else {
      malformed = true;
      where.problems.report("field-wrong-type", {
        path: "hookSpecificOutput",
        offset: member.offset,
        found: display(member.value),
        allowed: ["an object"],
        lost: "everything in it",
      });
    }
  }
  return { occurrences, malformed };
}

function collectSpecific(part: JsonObject, where: Where, occurrences: Occurrence[]): boolean {
  let malformed = hasConflict(part, "hookSpecificOutput.", where.problems);
  const names = part.members.filter((member) => member.key === "hookEventName");
  if (names.length === 0 && where.dialect.hookEventName !== "optional") {
    where.problems.report("event-name-missing", {
      path: "hookSpecificOutput.hookEventName",
      found: "nothing",
      allowed: [where.event],
      suggestion: where.event,
      ...(where.dialect.hookEventName === "required" && {
        severity: "error" as const,
        lost: "the whole answer",
      }),
    });
    malformed ||= where.dialect.hookEventName === "required";
  }
  for (const name of names) {
    if (name.value === where.event) continue;
    malformed = true;
    where.problems.report("event-name-wrong", {
      path: "hookSpecificOutput.hookEventName",
      offset: name.offset,
      found: display(name.value),
      allowed: [where.event],
      suggestion: where.event,
      lost:
        where.dialect.json === "letter" ? "the whole answer" : "what it permits, changes or adds",
    });
  }
  malformed = missesRequired(part, where) || malformed;
  for (const member of part.members) {
    if (member.key !== "hookEventName")
      malformed = collect(member, "specific", where, occurrences) || malformed;
  }
  return malformed;
}

/** Where the letter requires a field of the specific part, true if it is not there. */
function missesRequired(part: JsonObject, { dialect, event, problems }: Where): boolean {
  const required = Object.hasOwn(dialect.required, event) ? (dialect.required[event] ?? []) : [];
  const missing = required.filter((name) => part.members.every(({ key }) => key !== name));
  for (const name of missing) {
    const path = `hookSpecificOutput.${name}`;
    problems.report("field-missing", {
      path,
      found: "nothing",
      allowed: [name],
      lost: "the whole answer",
    });
  }
  return missing.length > 0;
}

/** Takes a member in, or says why not; true where it makes the answer mislabelled. */
function collect(
  member: JsonMember,
  place: FieldPlace,
  where: Where,
  occurrences: Occurrence[],
): boolean {
  const { dialect, event, problems } = where;
  const { key, value, offset } = member;
  const path = place === "top" ? key : `hookSpecificOutput.${key}`;
  const spec = Object.hasOwn(dialect.fields, key) ? dialect.fields[key as FieldName] : undefined;
  if (spec === undefined) {
    problems.report("field-unknown", () => ({
      path,
      offset,
      found: key,
      suggestion: nearest(key, Object.keys(dialect.fields)),
    }));
    return false;
  }
  if (!belongsTo(spec, event)) {
    const allowed = spec.events === "all" ? [] : spec.events;
    problems.report("field-not-for-event", {
      path,
      offset,
      found: `${key} on ${event}`,
      allowed,
      lost: display(value),
    });
    // A permission that came with a rewrite was given for the rewritten input, not for this one.
    return key === "updatedInput" && eventSpec(event).decidesPermission;
  }
  const misplaced = !spec.places.includes(place);
  if (misplaced) {
    const suggestion = place === "top" ? `hookSpecificOutput.${key}` : key;
    const lost = "what it permits, changes or adds";
    problems.report("field-misplaced", { path, offset, found: path, suggestion, lost });
  }
  occurrences.push({ name: key as FieldName, spec, place, value, path, offset, misplaced });
  return misplaced && (spec.type === "decision" || key === "continue");
}

/** Reports keys that appear twice; true where the two disagree on something that matters. */
export function hasConflict(object: JsonObject, prefix: string, problems: ProblemList): boolean {
  if (!hasTwice(object.members)) return false;
  let conflict = false;
  const first = new Map<string, JsonMember>();
  const reported = new Set<string>();
  /** Keys of which it is known that two values differ: a third cannot change that. */
  const settled = new Set<string>();
  for (const member of object.members) {
    const earlier = first.get(member.key);
    if (earlier === undefined) {
      first.set(member.key, member);
      continue;
    }
    if (settled.has(member.key)) continue;
    const differs = !sameJson(earlier.value, member.value);
    if (differs) settled.add(member.key);
    if (differs && decisive.has(member.key)) conflict = true;
    if (reported.has(member.key)) continue;
    reported.add(member.key);
    problems.report("duplicate-key", {
      path: prefix + member.key,
      offset: member.offset,
      found: `${display(earlier.value)} and ${display(member.value)}`,
    });
  }
  return conflict;
}

/** Reports a value of the wrong type. */
export function reportType(field: Occurrence, allowed: string, problems: ProblemList): void {
  problems.report("field-wrong-type", {
    path: field.path,
    offset: field.offset,
    found: `${kindOf(field.value)}: ${display(field.value)}`,
    allowed: [allowed],
    lost: field.name,
  });
}
