import type { Expression } from "./syntax.js";
import { HOLE, type Value } from "./values.js";
import { keyOf } from "./walk-names.js";
import type { State } from "./walk-state.js";
import { literalOf } from "./walk-tables.js";

/**
 * Whether a test holds; null where that is not known. Only names that were unpacked are asked: `code, reason = check()`
 * is followed for each answer of its own, and others may have been changed where nobody looks.
 */
export function isTrue(test: Expression, state: State, module: string | null): boolean | null {
  switch (test.e) {
    case "name":
    case "member": {
      const value = sureValue(test, state, module);
      return value === null ? null : isTruthy(value);
    }
    case "not": {
      const inner = isTrue(test.of, state, module);
      return inner === null ? null : !inner;
    }
    case "compare": {
      const [left, right] = [
        sureValue(test.left, state, module),
        sureValue(test.right, state, module),
      ];
      if (left === null || right === null) return null;
      const isSame = areSame(left, right);
      return isSame === null ? null : isSame === test.isEqual;
    }
    default:
      return null;
  }
}

const EVENT =
  /^(?:(?:Pre|Post)ToolUse|PostToolUseFailure|UserPromptSubmit|Session(?:Start|End)|Stop|Subagent(?:Start|Stop)|Notification|Pre(?:Compact|Compress)|PostCompact|PermissionRequest|(?:Before|After)(?:Tool|Agent|Model)|(?:pre|post)ToolUse|session(?:Start|End)|userPromptSubmitted|agentStop|(?:before|after)[A-Z]\w+)$/;

/** Whether a test for the name of an event holds for this one; null where it is no such test. */
export function isForEvent(test: Expression, event: string): boolean | null {
  if (test.e === "not") {
    const inner = isForEvent(test.of, event);
    return inner === null ? null : !inner;
  }
  if (test.e !== "compare") return null;
  const { left, right, isEqual } = test;
  const named = right.e === "list" ? right.items : [right.e === "text" ? right : left];
  const names = named.flatMap((one) => (one.e === "text" ? [one.text] : []));
  if (names.length === 0 || names.length < named.length) return null;
  return names.every((name) => EVENT.test(name)) ? names.includes(event) === isEqual : null;
}

type Sure = Extract<Value, { v: "number" | "flag" | "text" | "null" }>;

function sureValue(of: Expression, state: State, module: string | null): Sure | null {
  if (of.e === "number" || of.e === "flag" || of.e === "null") return literalOf(of) as Sure;
  if (of.e === "member") return sureField(of, state, module);
  if (of.e !== "name") return null;
  const key = keyOf(of.name, module);
  const value = state.unpacked.has(key) ? state.values.get(key) : undefined;
  return value?.v === "number" || value?.v === "flag" || value?.v === "null" || value?.v === "text"
    ? value
    : null;
}

/** Null where it is not known, or languages differ: `0 == False`. */
function areSame(left: Sure, right: Sure): boolean | null {
  if (left.v === "null" || right.v === "null") return left.v === right.v;
  if (left.v === "text" && right.v === "text")
    return `${left.text}${right.text}`.includes(HOLE) ? null : left.text === right.text;
  if (left.v === "text" || right.v === "text") return null;
  return left.v === right.v ? left.value === right.value : null;
}

/** A field of an object that a function was given. */
function sureField(
  { of, key }: Extract<Expression, { e: "member" }>,
  state: State,
  module: string | null,
): Sure | null {
  if (of.e !== "name" || key === null) return null;
  const name = keyOf(of.name, module);
  const object = state.unpacked.has(name) ? state.values.get(name) : undefined;
  if (object?.v !== "object") return null;
  const value = object.fields.get(key);
  if (value === undefined) return object.isOpen ? null : { v: "null" };
  return value.v === "number" || value.v === "flag" || value.v === "null" ? value : null;
}

/** Whether an object is known not to have a key. */
export function lacks(of: Value, key: string | null): boolean {
  return of.v === "object" && !of.isOpen && key !== null && !of.fields.has(key);
}

/** Whether a value is that of a field of an object that a function was given. */
export function isSureField(value: Expression, state: State, module: string | null): boolean {
  return (
    value.e === "member" &&
    value.of.e === "name" &&
    state.unpacked.has(keyOf(value.of.name, module)) &&
    state.values.get(keyOf(value.of.name, module))?.v === "object"
  );
}

function isTruthy(value: Sure): boolean | null {
  if (value.v === "null") return false;
  if (value.v !== "text") return Boolean(value.value);
  return value.text.replaceAll(HOLE, "") === "" && value.text !== "" ? null : value.text !== "";
}
