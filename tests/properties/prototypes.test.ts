import fc from "fast-check";
import { expect, test } from "vitest";
import { interpret, type WireRun } from "../../src/core.js";
import { inputObject, inputValue, type AnswerObject } from "./answers.js";
import { anyRequest, jsonDialect } from "./arbitraries.js";
import { holdsFor } from "./property.js";

const prototypes = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
const keysOf = (): string =>
  prototypes.map((prototype) => Reflect.ownKeys(prototype).map(String).join()).join("\n");

/** Every object and array in a value, itself included. */
function partsOf(value: unknown): object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(partsOf)];
}

/** The value without reserved keys: what is left for the tool. */
function harmless(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(harmless);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== "__proto__" && key !== "constructor")
      .map(([key, item]) => [key, harmless(item)]),
  );
}

/** The parts with a reserved key or an odd prototype. */
function harmfulIn(value: unknown): object[] {
  return partsOf(value).filter(
    (part) =>
      Object.getPrototypeOf(part) !== (Array.isArray(part) ? Array.prototype : Object.prototype) ||
      Object.hasOwn(part, "__proto__") ||
      Object.hasOwn(part, "constructor"),
  );
}

/** A rewrite as every dialect takes it, the strict one too. */
const allowed = (updatedInput: AnswerObject): AnswerObject => ({
  hookSpecificOutput: {
    hookEventName: "PreToolUse",
    permissionDecision: "allow",
    permissionDecisionReason: "because",
    updatedInput,
  },
});

/** A rewrite, printed or in the settings, merged into the input or instead of it. */
const rewriter: fc.Arbitrary<WireRun> = fc
  .tuple(inputObject, fc.boolean(), fc.boolean())
  .map(([updatedInput, printed, merge]) => {
    const answer = allowed(updatedInput);
    return printed
      ? { exit: 0, stdout: JSON.stringify(answer), merge }
      : { exit: 0, json: answer, merge };
  });

test("no answer changes a prototype", () => {
  const before = keysOf();
  holdsFor(anyRequest(), (request) => {
    const reading = interpret(request);
    expect(harmfulIn([reading.input, reading.toolOutput])).toEqual([]);
    expect(keysOf()).toBe(before);
  });
});

test("a rewritten input has no reserved keys and an ordinary prototype, however it is merged into the old", () => {
  const before = keysOf();
  const rewritten = fc.record({
    dialect: jsonDialect,
    event: fc.constant("PreToolUse"),
    payload: fc.record({ tool_input: inputValue }),
    runs: fc.array(rewriter, { minLength: 1, maxLength: 3 }),
  });
  holdsFor(rewritten, (request) => {
    const { input } = interpret(request);
    expect(input).not.toBeNull();
    expect(harmfulIn(input)).toEqual([]);
    expect(input !== null && "polluted" in Object.getPrototypeOf(input)).toBe(false);
    expect(keysOf()).toBe(before);
  });
});

test("except for its reserved keys a rewritten input arrives as it was written", () => {
  holdsFor(fc.tuple(jsonDialect, inputObject), ([dialect, updatedInput]) => {
    const runs = [{ exit: 0, stdout: JSON.stringify(allowed(updatedInput)) }];
    const { input } = interpret({ dialect, event: "PreToolUse", runs });
    expect(input).toStrictEqual(harmless(JSON.parse(JSON.stringify(updatedInput))));
  });
});
