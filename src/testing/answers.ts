/** Answers as hooks give them, to be printed by a hook or put into a hook of type `json`. */
export const answers = {
  deny: (reason = "denied"): object => decisionOf("deny", reason),
  ask: (reason = "asked"): object => decisionOf("ask", reason),
  allow: (reason = "allowed"): object => decisionOf("allow", reason),
  /** Lets the tool run with another input. */
  rewrite: (updatedInput: object): object => ({
    hookSpecificOutput: { hookEventName: "PreToolUse", updatedInput },
  }),
  /** Adds context for the model. */
  context: (event: string, additionalContext: string): object => ({
    hookSpecificOutput: { hookEventName: event, additionalContext },
  }),
  /** Blocks an event that is not about a tool, such as Stop or UserPromptSubmit. */
  block: (reason = "blocked"): object => ({ decision: "block", reason }),
  /** Stops the agent. */
  halt: (stopReason = "stopped"): object => ({ continue: false, stopReason }),
} as const;

function decisionOf(permissionDecision: string, permissionDecisionReason: string): object {
  return {
    hookSpecificOutput: {
      hookEventName: "PreToolUse",
      permissionDecision,
      permissionDecisionReason,
    },
  };
}
