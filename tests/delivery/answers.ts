import {
  type Dialect,
  type FieldName,
  type FieldSpec,
  type FieldPlace,
} from "../../src/dialects/index.js";
import type { AnsweringHook } from "./hook-forms.js";

/** One kind of answer: what every hook of the event says. */
export interface AnswerKind {
  readonly name: string;
  readonly hooks: readonly AnsweringHook[];
}

type Answer = Readonly<Record<string, unknown>>;

/** The field that gives the reason of another. */
const reasonOf: Partial<Record<FieldName, FieldName>> = {
  continue: "stopReason",
  decision: "reason",
  permissionDecision: "permissionDecisionReason",
};
const places: readonly FieldPlace[] = ["top", "specific"];

/** Every kind of answer that hooks can give in a dialect on an event; the fields are those of its table. */
export function answerKinds(dialect: Dialect, event: string): AnswerKind[] {
  const says = (answer: Answer): AnsweringHook => sayer(dialect, answer);
  const kinds: AnswerKind[] = [];
  for (const [name, spec] of Object.entries(dialect.fields) as [FieldName, FieldSpec][]) {
    for (const value of rightValues(dialect, name, spec, event))
      for (const place of spec.places) {
        kinds.push(one(name, place, says(put(name, value, place, event))));
        const reason = reasonOf[name];
        if (reason !== undefined) {
          const both = merged(
            put(name, value, place, event),
            put(reason, `why ${name}`, place, event),
          );
          kinds.push(one(`${name} with ${reason}`, place, says(both)));
        }
      }
    const [value] = rightValues(dialect, name, spec, event);
    for (const place of places)
      if (!spec.places.includes(place))
        kinds.push(one(`misplaced ${name}`, place, says(put(name, value, place, event))));
    for (const wrong of wrongValues(spec))
      for (const place of spec.places)
        kinds.push(one(`mistyped ${name}`, place, says(put(name, wrong, place, event))));
  }
  return [...kinds, ...printed(), ...malformed(says, event), ...several(says, event)];

  function one(name: string, place: FieldPlace, hook: AnsweringHook): AnswerKind {
    return { name: `${name}, ${place}: ${shortened(hook)}`, hooks: [hook] };
  }
}

function rightValues(
  dialect: Dialect,
  name: FieldName,
  { type }: FieldSpec,
  event: string,
): readonly unknown[] {
  switch (type) {
    case "boolean":
      return [true, false];
    case "text":
      return [`the ${name}`];
    case "object":
      return [
        { file_path: "rewritten.txt", content: "rewritten" },
        { nonsense: "what no tool takes" },
      ];
    case "any":
      return [`the ${name}`, { replaced: `the ${name}` }];
    case "decision": {
      const words = dialect.words[name === "decision" ? "decision" : "permissionDecision"];
      const behaviors = name === "decision" && event === "PermissionRequest";
      return [
        ...Object.keys(words),
        ...(behaviors
          ? Object.keys(dialect.words.behavior).map((behavior) => ({
              behavior,
              message: "as told",
            }))
          : []),
      ];
    }
  }
}

function wrongValues({ type }: FieldSpec): readonly unknown[] {
  switch (type) {
    case "boolean":
      return ["yes", null];
    case "text":
      return [3, { text: "in an object" }];
    case "object":
      return ["no object"];
    case "decision":
      return ["maybe", "  BLOCK "];
    case "any":
      return [];
  }
}

/** Exit codes with and without words, and endings without one. */
function printed(): AnswerKind[] {
  const kinds: AnswerKind[] = [];
  for (const exit of [0, 1, 2])
    for (const stdout of ["", "printed words\n"])
      for (const stderr of ["", "words of an error\n"]) {
        const name = ["exit", exit, stdout && "with words", stderr && "with an error"];
        kinds.push({
          name: name.filter((part) => part !== "").join(" "),
          hooks: [{ exit, stdout, stderr }],
        });
      }
  for (const onFailure of ["ask", "block"])
    kinds.push({
      name: `a failure that should ${onFailure}`,
      hooks: [{ exit: 1, stderr: "words of an error\n", onFailure }],
    });
  const long = (count: number): string => `begins\n${"x".repeat(count)}`;
  kinds.push(
    { name: "a signal", hooks: [{ command: "kill -9 $$" }] },
    { name: "no program", hooks: [{ command: "/nowhere/at/all", args: [] }] },
    { name: "a long plain text", hooks: [{ exit: 0, stdout: long(20_000) }] },
    { name: "a plain text past the cap", hooks: [{ exit: 0, stdout: long(110_000) }] },
    { name: "a long error", hooks: [{ exit: 2, stderr: long(20_000) }] },
  );
  return kinds;
}

function malformed(says: (answer: Answer) => AnsweringHook, event: string): AnswerKind[] {
  const halt = '{"continue":false,"stopReason":"halted"}';
  const context = `{"hookSpecificOutput":{"hookEventName":"${event}","additionalContext":"noisy"}}`;
  const other = event === "Stop" ? "PreToolUse" : "Stop";
  const outputs: Readonly<Record<string, string>> = {
    "an object that does not end": '{"systemMessage":"never ends"',
    "an object among noise": `hello\n${context}`,
    "a halt among noise": `hello\n${halt}`,
    "an object on a line of text": `hello ${halt}`,
    "an array": `[${halt}]`,
    "two objects": `${context}\n${halt}`,
    "a key twice": '{"systemMessage":"first","systemMessage":"second"}',
    "an object past the cap": `{"systemMessage":"${"x".repeat(110_000)}"}`,
  };
  return [
    ...Object.entries(outputs).map(([name, output]) => ({
      name,
      hooks: [{ exit: 0, stdout: `${output}\n` }],
    })),
    {
      name: "an object that does not end, exit 2",
      hooks: [{ exit: 2, stdout: '{"systemMessage":"never ends"\n' }],
    },
    { name: "an unknown field", hooks: [says({ nonsense: true })] },
    {
      name: "another event's name",
      hooks: [
        says({ hookSpecificOutput: { hookEventName: other, additionalContext: "mislabelled" } }),
      ],
    },
    {
      name: "no event's name",
      hooks: [says({ hookSpecificOutput: { additionalContext: "unlabelled" } })],
    },
    { name: "a long context", hooks: [says(contextOn(event, `begins ${"x".repeat(20_000)}`))] },
    { name: "a long warning", hooks: [says({ systemMessage: `begins ${"x".repeat(20_000)}` })] },
  ];
}

function several(says: (answer: Answer) => AnsweringHook, event: string): AnswerKind[] {
  const context = says(contextOn(event, "context of one"));
  const warns = says({ systemMessage: "warning of one" });
  const blocks = says({ decision: "block", reason: "blocked by one" });
  const halts = says({ continue: false, stopReason: "halted by one" });
  const halts2 = says({ continue: false, stopReason: "halted by another" });
  const rewrite = (content: string): AnsweringHook =>
    says({
      hookSpecificOutput: {
        hookEventName: event,
        permissionDecision: "allow",
        updatedInput: { file_path: "rewritten.txt", content },
      },
    });
  const asks = says({
    hookSpecificOutput: {
      hookEventName: event,
      permissionDecision: "ask",
      permissionDecisionReason: "asked by one",
    },
  });
  const fails = { exit: 1, stderr: "failure of one\n" };
  const blocksByCode = { exit: 2, stderr: "blocked by code\n" };
  const prints = { exit: 0, stdout: "printed by one\n" };
  return [
    { name: "several: a warning before a halt", hooks: [warns, halts] },
    { name: "several: context and a halt", hooks: [context, halts] },
    { name: "several: two halts", hooks: [halts, halts2] },
    { name: "several: context, a warning and a block", hooks: [context, warns, blocks] },
    { name: "several: a failure and a block", hooks: [fails, blocksByCode] },
    { name: "several: two blocks", hooks: [blocks, blocksByCode] },
    { name: "several: words and context", hooks: [prints, context, warns] },
    { name: "several: two rewrites", hooks: [rewrite("first"), rewrite("second")] },
    { name: "several: an ask and an allow", hooks: [asks, rewrite("allowed")] },
    { name: "several: an ask and a block", hooks: [asks, blocks] },
    { name: "several: two asks", hooks: [asks, asks] },
  ];
}

function contextOn(event: string, additionalContext: string): Answer {
  return { hookSpecificOutput: { hookEventName: event, additionalContext } };
}

function put(name: FieldName, value: unknown, place: FieldPlace, event: string): Answer {
  return place === "top"
    ? { [name]: value }
    : { hookSpecificOutput: { hookEventName: event, [name]: value } };
}

function merged(one: Answer, other: Answer): Answer {
  const [first, second] = [one["hookSpecificOutput"], other["hookSpecificOutput"]];
  if (first === undefined || second === undefined) return { ...one, ...other };
  return { hookSpecificOutput: { ...(first as object), ...(second as object) } };
}

/** Where no JSON is read, it is the text that a program prints. */
function sayer(dialect: Dialect, json: Answer): AnsweringHook {
  return dialect.json === "never" ? { exit: 0, stdout: JSON.stringify(json) } : { json };
}

function shortened(hook: AnsweringHook): string {
  const said = "json" in hook ? hook.json : "exit" in hook ? hook.stdout : hook.command;
  return JSON.stringify(said).slice(0, 90);
}
