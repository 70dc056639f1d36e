import { emptyHook, type Draft, type HookDraft } from "./draft.js";

function draft(event: string, ...hooks: readonly Partial<HookDraft>[]): Draft {
  return {
    event,
    tool: "",
    payload: null,
    hooks: hooks.map((hook) => ({ ...emptyHook, ...hook })),
  };
}

function answer(value: object): Partial<HookDraft> {
  return { stdout: JSON.stringify(value, null, 2) };
}

/** What can be tried at once, by its name. The first is what the page begins with. */
export const examples: Readonly<Record<string, Draft>> = {
  "A deny that half of the hosts lose": draft(
    "PreToolUse",
    answer({ decision: "deny", reason: "rm -rf is not allowed here" }),
  ),
  "Exit code 2 with a reason": draft("PreToolUse", {
    exit: 2,
    stderr: "rm -rf is not allowed here",
  }),
  "Ask the user first": draft(
    "PreToolUse",
    answer({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "ask",
        permissionDecisionReason: "This removes files.",
      },
    }),
  ),
  "Rewrite a command": draft(
    "PreToolUse",
    answer({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "allow",
        updatedInput: { command: "trash build" },
      },
    }),
  ),
  "Context after a tool": draft(
    "PostToolUse",
    answer({
      hookSpecificOutput: {
        hookEventName: "PostToolUse",
        additionalContext: "The build folder is generated: npm run build.",
      },
    }),
  ),
  "A log line before the answer": draft("PreToolUse", {
    stdout: 'checking…\n{"decision": "block", "reason": "no tests"}',
  }),
  "A guard that crashes": draft("PreToolUse", {
    exit: 1,
    stderr: "ModuleNotFoundError: No module named 'yaml'",
  }),
  "Keep the agent working": draft("Stop", { exit: 2, stderr: "Run the tests first." }),
  "Two hooks: one allows, one blocks": draft(
    "PreToolUse",
    answer({
      hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "allow" },
    }),
    { exit: 2, stderr: "not on a Friday" },
  ),
};

export const firstDraft = Object.values(examples)[0] ?? draft("PreToolUse", {});
