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
    "Conversation",
    "convertMessagesForAPI",
    "hookOutputProcessor",
    "interpret",
    "isHookBlock",
    "isHookExecutionResult",
    "isHookJSONOutput",
    "isHookOutputResult",
    "isHookSpecificOutput",
    "isKnownEvent",
    "isWarnBlock",
    "processHookOutput",
    "shouldBlock",
    "toInterpretRequest",
  ],
  types: [
    "AnswerSettings",
    "HookBlock",
    "HookEventName",
    "HookExecutionResult",
    "HookProcessingResult",
    "HookJSONOutput",
    'HookJSONOutput<"Stop">',
    "HookOutputResult",
    "HookSpecificOutput",
    'HookSpecificOutputOf<"PreToolUse">',
    "IHookOutputProcessor",
    "InterpretRequest",
    "MessageManager",
    "Reading",
    "WarnBlock",
  ],
};

const agentTypes = [
  "AIManagerCallbacks",
  "HookExecutionRecord",
  "HookUserPreferences",
  "PendingPermission",
  "PermissionDecision",
];

/** Names of the data model that must be importable, by entry. Add yours here: the test does the rest. */
export const publicNames: Readonly<Record<string, PublicNames>> = {
  snaphook: { ...core, types: [...core.types, ...agentTypes] },
  "snaphook/core": core,
  "snaphook/engine": {
    values: ["createEngine"],
    types: ["Engine", "HookFunction", "ProgramHook", "ProgramSettings"],
  },
  "snaphook/agent": {
    values: [
      "Agent",
      "checkedDecision",
      "consent",
      "defineTool",
      "HookEvents",
      "isAIManagerCallbacks",
      "isHookExecutionRecord",
      "isHookUserPreferences",
      "isPendingPermission",
      "isPermissionDecision",
      "Pause",
      "PermissionQueue",
      "refusal",
      "runToolCall",
    ],
    types: [...agentTypes, "HookEventStore", "Tool<unknown>"],
  },
  "snaphook/react": {
    values: ["HookEventContext", "HookEventProvider", "useHookEvents"],
    types: ["HookEventContextValue", "HookEventStore"],
  },
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
