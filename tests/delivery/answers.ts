import {
  findDialect,
  type Dialect,
  type FieldName,
  type FieldSpec,
  type Place,
} from "../../src/dialects/index.js";

/** A hook as the settings have it, without its name. */
export type HookEntry = Readonly<Record<string, unknown>>;

/** One kind of answer: what every hook of the event says. */
export interface AnswerKind {
  readonly name: string;
  readonly hooks: readonly HookEntry[];
}

type Answer = Readonly<Record<string, unknown>>;

/** The field that gives the reason of another. */
const reasonOf: Partial<Record<FieldName, FieldName>> = {
  continue: "stopReason",
  decision: "reason",
  permissionDecision: "permissionDecisionReason",
};
const places: readonly Place[] = ["top", "specific"];

/** Every kind of answer that hooks can give in a dialect on an event; the fields are those of its table. */
export function answerKinds(dialect: Dialect, event: string): AnswerKind[] {
  const says = (answer: Answer): HookEntry => sayer(dialect, answer);
  // Where no JSON is read, that of its neighbour is plain text.
  const readsJson = dialect.json !== "never";
  const { fields } = readsJson ? dialect : findDialect("wave");
  const kinds: AnswerKind[] = [];
  for (const [name, spec] of Object.entries(fields) as [FieldName, FieldSpec][]) {
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
    if (!readsJson) continue;
    const [value] = rightValues(dialect, name, spec, event);
    for (const place of places)
      if (!spec.places.includes(place))
        kinds.push(one(`misplaced ${name}`, place, says(put(name, value, place, event))));
    for (const wrong of wrongValues(spec))
      for (const place of spec.places)
        kinds.push(one(`mistyped ${name}`, place, says(put(name, wrong, place, event))));
  }
  return [...kinds, ...printed(), ...malformed(says, event), ...several(says, event)];

  function one(name: string, place: Place, hook: HookEntry): AnswerKind {
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

/** Exit codes with and without words. */
function printed(): AnswerKind[] {
  const kinds: AnswerKind[] = [];
  for (const code of [0, 1, 2])
    for (const streams of [[], ["out"], ["err"], ["out", "err"]]) {
      const lines = streams.map((stream) =>
        stream === "out" ? "echo 'printed words'" : "echo 'words of an error' >&2",
      );
      const command = [...lines, `exit ${code}`].join("; ");
      kinds.push({ name: `exit: ${command}`, hooks: [{ command }] });
    }
  for (const onFailure of ["ask", "block"])
    kinds.push({
      name: `a failure that should ${onFailure}`,
      hooks: [{ command: "echo 'words of an error' >&2; exit 1", onFailure }],
    });
  kinds.push(
    { name: "a signal", hooks: [{ command: "kill -9 $$" }] },
    { name: "no program", hooks: [{ command: "/nowhere/at/all", args: [] }] },
    { name: "a long plain text", hooks: [{ command: `echo begins; ${repeat(20_000)}` }] },
    { name: "a plain text past the cap", hooks: [{ command: `echo begins; ${repeat(110_000)}` }] },
    {
      name: "a long error",
      hooks: [{ command: `{ echo begins; ${repeat(20_000)}; } >&2; exit 2` }],
    },
  );
  return kinds;
}

function malformed(says: (answer: Answer) => HookEntry, event: string): AnswerKind[] {
  const halt = '{"continue":false,"stopReason":"halted"}';
  const context = `{"hookSpecificOutput":{"hookEventName":"${event}","additionalContext":"noisy"}}`;
  const other = event === "Stop" ? "PreToolUse" : "Stop";
  const texts: Readonly<Record<string, string>> = {
    "an object that does not end": '{"systemMessage":"never ends"',
    "an object that does not end, exit 2": '{"systemMessage":"never ends"\n#2',
    "an object among noise": `hello\n${context}`,
    "a halt among noise": `hello\n${halt}`,
    "an object on a line of text": `hello ${halt}`,
    "an array": `[${halt}]`,
    "two objects": `${context}\n${halt}`,
    "a key twice": '{"systemMessage":"first","systemMessage":"second"}',
  };
  const kinds = Object.entries(texts).map(([name, text]) => {
    const [output = "", code = "0"] = text.split("\n#");
    return { name, hooks: [{ command: `printf '%s\\n' '${output}'; exit ${code}` }] };
  });
  const cut = `printf '{"systemMessage":"'; ${repeat(110_000)}; printf '"}'`;
  return [
    ...kinds,
    { name: "an object past the cap", hooks: [{ command: cut }] },
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

function several(says: (answer: Answer) => HookEntry, event: string): AnswerKind[] {
  const context = says(contextOn(event, "context of one"));
  const warns = says({ systemMessage: "warning of one" });
  const blocks = says({ decision: "block", reason: "blocked by one" });
  const halts = says({ continue: false, stopReason: "halted by one" });
  const halts2 = says({ continue: false, stopReason: "halted by another" });
  const rewrite = (content: string): HookEntry =>
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
  const fails = { command: "echo 'failure of one' >&2; exit 1" };
  const blocksByCode = { command: "echo 'blocked by code' >&2; exit 2" };
  const prints = { command: "echo 'printed by one'" };
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

function put(name: FieldName, value: unknown, place: Place, event: string): Answer {
  return place === "top"
    ? { [name]: value }
    : { hookSpecificOutput: { hookEventName: event, [name]: value } };
}

function merged(one: Answer, other: Answer): Answer {
  const [first, second] = [one["hookSpecificOutput"], other["hookSpecificOutput"]];
  if (first === undefined || second === undefined) return { ...one, ...other };
  return { hookSpecificOutput: { ...(first as object), ...(second as object) } };
}

/** No process where none is needed. A dialect that reads no JSON gets it as the text that a program prints. */
function sayer(dialect: Dialect, answer: Answer): HookEntry {
  if (dialect.json !== "never") return { type: "json", json: answer };
  return asProgram({ type: "json", json: answer });
}

/** The same hook as a program, for who wants nothing but programs. */
export function asProgram(hook: HookEntry): HookEntry {
  if (hook["type"] !== "json") return hook;
  const { type: _type, json, ...rest } = hook;
  const text = JSON.stringify(json).replace(/x{1000,}/, "@@@");
  const repeats = JSON.stringify(json).match(/x{1000,}/)?.[0].length ?? 0;
  const [head = "", tail] = text.split("@@@");
  const print = (part: string): string => `printf %s '${part}'`;
  const command =
    tail === undefined ? print(head) : `${print(head)}; ${repeat(repeats)}; ${print(tail)}`;
  return { ...rest, command };
}

function repeat(count: number): string {
  return `head -c ${count} /dev/zero | tr '\\0' x`;
}

function shortened(hook: HookEntry): string {
  return JSON.stringify(hook["json"] ?? hook["command"]).slice(0, 90);
}
