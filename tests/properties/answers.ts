import fc from "fast-check";
import { wordsOf } from "./words.js";

/** A JSON object as a hook's author would build it. */
export type AnswerObject = { readonly [field: string]: unknown };

const takesContext = new Set([
  "UserPromptSubmit",
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PreCompact",
  "SessionStart",
  "SubagentStart",
  "PostCompact",
  "Notification",
  "SessionEnd",
]);

/** A text that is not blank, some of them written to be taken for something else. */
export const someText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "because",
    '{"decision":"approve"}',
    "}\n{",
    'a "quoted" \\ word',
    "\u001b[31mred\u0007",
    "\ud83e\ude9d ünï",
    "</hook-output>",
    "allow",
  ),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== ""),
);

/** Keys that reach for a prototype, and ordinary ones. */
const inputKey = fc.constantFrom(
  "command",
  "path",
  "toString",
  "__proto__",
  "constructor",
  "polluted",
  "prototype",
  "é",
  "",
);

/** Any JSON value up to a few levels deep, reserved keys included. */
export const { value: inputValue } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.string({ maxLength: 6 }), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(inputKey, tie("value")), { maxLength: 4 })
      // Unlike an assignment, this makes `__proto__` a key like any other.
      .map((entries) => Object.fromEntries(entries)),
  ),
}));

export const inputObject: fc.Arbitrary<AnswerObject> = fc
  .array(fc.tuple(inputKey, inputValue), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries));

interface Part {
  readonly top?: AnswerObject;
  readonly specific?: AnswerObject;
}

/** A decision that the event knows, spelled exactly and with its reason; or none. */
function decisionOf(event: string): fc.Arbitrary<Part> {
  const { permission, decision, behavior } = wordsOf(event);
  const parts: fc.Arbitrary<Part>[] = [fc.constant({})];
  if (permission.length > 0) {
    parts.push(
      fc.tuple(fc.constantFrom(...permission), someText).map(([word, reason]) => ({
        specific: { permissionDecision: word, permissionDecisionReason: reason },
      })),
    );
  }
  if (decision.length > 0) {
    const said = fc.tuple(fc.constantFrom(...decision), someText);
    parts.push(
      said.map(([word, reason]) => ({ top: { decision: word, reason } })),
      said.map(([word, reason]) => ({ specific: { decision: word, reason } })),
    );
  }
  if (behavior.length > 0) {
    parts.push(
      fc.tuple(fc.constantFrom(...behavior), someText).map(([word, message]) => ({
        specific: { decision: { behavior: word, message } },
      })),
    );
  }
  return fc.oneof(...parts);
}

/** What the event lets a hook change or add. */
function additionOf(event: string): fc.Arbitrary<AnswerObject> {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  if (takesContext.has(event)) fields["additionalContext"] = someText;
  if (event === "PreToolUse") fields["updatedInput"] = inputObject;
  if (event === "PostToolUse") fields["updatedToolOutput"] = inputValue;
  if (event === "UserPromptSubmit") fields["updatedPrompt"] = someText;
  return fc.record(fields, { requiredKeys: [] });
}

const common = fc.record(
  { systemMessage: someText, suppressOutput: fc.boolean() },
  { requiredKeys: [] },
);
const going: fc.Arbitrary<AnswerObject> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: fc.constant({ continue: true }) },
  { weight: 1, arbitrary: someText.map((stopReason) => ({ continue: false, stopReason })) },
);

/** An answer with nothing wrong in it: known fields, right places, right types, reasons given. */
export function cleanAnswer(event: string): fc.Arbitrary<AnswerObject> {
  return fc
    .tuple(common, going, decisionOf(event), additionOf(event))
    .map(([shared, goes, decision, addition]) => {
      const specific = { ...decision.specific, ...addition };
      return {
        ...shared,
        ...goes,
        ...decision.top,
        ...(Object.keys(specific).length > 0 && {
          hookSpecificOutput: { hookEventName: event, ...specific },
        }),
      };
    });
}

/** JSON text of a value, on one line or on several. */
export const jsonText = (value: unknown): fc.Arbitrary<string> =>
  fc.constantFrom(undefined, 2, "\t").map((indent) => JSON.stringify(value, null, indent));
