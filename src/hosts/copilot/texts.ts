/** What Copilot says where a hook does not. */
export const texts = {
  denied: "Denied by preToolUse hook",
  errored: "Denied by preToolUse hook (hook errored)",
  permissionDenied: "Denied by permissionRequest hook",
  timedOut: "Hook command timed out",
} as const;

/** Stands between the contexts of several hooks. */
export const BETWEEN_HOOKS = "\n\n";

/** Characters of context that the model gets: 10 KB. */
export const LONGEST_CONTEXT = 10_240;
