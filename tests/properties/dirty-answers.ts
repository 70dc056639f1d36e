import fc from "fast-check";
import { inputValue, someText } from "./answers.js";
import { booleanTexts, decisionTexts } from "./words.js";

/** A key and the JSON text of its value. A list of them can hold a key twice, which no object can. */
type Member = readonly [key: string, text: string];

export function objectText(members: readonly Member[], space = ""): string {
  const parts = members.map(([key, text]) => `${JSON.stringify(key)}:${space}${text}`);
  return `{${space}${parts.join(`,${space}`)}${space}}`;
}

const deepText = fc
  .tuple(fc.constantFrom(62, 63, 64, 65, 66, 300), fc.boolean())
  .map(([levels, arrays]) =>
    arrays
      ? "[".repeat(levels) + "]".repeat(levels)
      : `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`,
  );

const numberText = fc.constantFrom(
  "0",
  "-0",
  "1.5",
  "9007199254740993",
  "-123456789012345678901234567890",
  "1e999",
  "1E2",
);

/** JSON text of any value: plain, large, deep, with a key twice. */
const anyText = fc.oneof(
  inputValue.map((value) => JSON.stringify(value)),
  someText.map((text) => JSON.stringify(text)),
  numberText,
  deepText,
  fc.constantFrom(
    '{"a":1,"a":2}',
    '{"a":1,"a":1}',
    '{"command":"ls","__proto__":{"polluted":1}}',
    '{"n":9007199254740993}',
    '{"n":1e999}',
  ),
);

const texts = fc.oneof(
  { weight: 4, arbitrary: someText.map((text) => JSON.stringify(text)) },
  { weight: 1, arbitrary: fc.constantFrom('""', '"  "', "null", "7", "[]") },
);
const decisions = fc.constantFrom(...decisionTexts);
const booleans = fc.constantFrom(...booleanTexts);

const fields: readonly (readonly [key: string, value: fc.Arbitrary<string>])[] = [
  ["continue", booleans],
  ["stopReason", texts],
  ["systemMessage", texts],
  ["suppressOutput", booleans],
  ["decision", decisions],
  ["reason", texts],
  ["permissionDecision", decisions],
  ["permissionDecisionReason", texts],
  ["updatedInput", anyText],
  ["updatedToolOutput", anyText],
  ["updatedPrompt", texts],
  ["additionalContext", texts],
  ["Decision", decisions],
  ["toString", anyText],
  ["__proto__", anyText],
];

const member: fc.Arbitrary<Member> = fc.oneof(
  ...fields.map(([key, value]) => value.map((text): Member => [key, text])),
);

/** An answer as it goes wrong: any field anywhere, right and wrong values, keys written twice. */
export function dirtyAnswer(event: string): fc.Arbitrary<string> {
  const eventName = fc.oneof(
    { weight: 5, arbitrary: fc.constant([JSON.stringify(event)]) },
    { weight: 1, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(['"Stop"'], ['"PreToolUse"'], ["null"], ['"a"', '"b"']),
    },
  );
  const specific = fc
    .tuple(eventName, fc.array(member, { maxLength: 4 }))
    .map(([names, members]) =>
      objectText([...names.map((name): Member => ["hookEventName", name]), ...members]),
    );
  const specifics = fc.oneof(
    { weight: 6, arbitrary: specific.map((text) => [text]) },
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(specific, specific).map((pair) => [...pair]) },
    { weight: 1, arbitrary: anyText.map((text) => [text]) },
  );
  return fc
    .tuple(fc.array(member, { maxLength: 4 }), specifics, fc.constantFrom("", " ", "\n", "\r\n\t"))
    .map(([members, parts, space]) =>
      objectText([...members, ...parts.map((text): Member => ["hookSpecificOutput", text])], space),
    );
}
