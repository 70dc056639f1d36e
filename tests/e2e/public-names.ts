/** What a project may import from one entry of the package; a type that needs an argument is written with it. */
interface PublicNames {
  readonly values: readonly string[];
  readonly types: readonly string[];
}

const core: PublicNames = {
  values: [
    "checkHookJSONOutput",
    "checkHookOutputResult",
    "checkHookSpecificOutput",
    "interpret",
    "isHookJSONOutput",
    "isHookOutputResult",
    "isHookSpecificOutput",
    "isKnownEvent",
    "toInterpretRequest",
  ],
  types: [
    "AnswerSettings",
    "HookEventName",
    "HookJSONOutput",
    'HookJSONOutput<"Stop">',
    "HookOutputResult",
    "HookSpecificOutput",
    'HookSpecificOutputOf<"PreToolUse">',
    "InterpretRequest",
    "Reading",
  ],
};

/** Names of the data model that must be importable, by entry. Add yours here: the test does the rest. */
export const publicNames: Readonly<Record<string, PublicNames>> = {
  snaphook: core,
  "snaphook/core": core,
  "snaphook/engine": { values: ["createEngine"], types: ["Engine"] },
};

/** Files of the package that can be imported as JSON. */
export const publicSchemas: readonly string[] = [
  "schemas/settings.schema.json",
  "schemas/payload/PreToolUse.schema.json",
  "schemas/answer/gosu.Stop.schema.json",
  "schemas/answer/pact.PostToolUse.schema.json",
  "schemas/answer/wave.PreToolUse.schema.json",
  "schemas/answer/wave-exit.PreToolUse.schema.json",
  "schemas/answer/wave-strict.PreToolUse.schema.json",
];
