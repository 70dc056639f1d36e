/** What the model reads where a denial gives no reason. */
export interface DenialTexts {
  readonly stated: string;
  /** As the reason of the hook that ended so. */
  readonly exitTwo?: string;
  readonly failed?: string;
}

export const toolDenial: DenialTexts = {
  stated: "Denied by preToolUse hook",
  exitTwo: "Denied by preToolUse hook: hook exited with code 2",
  failed: "Denied by preToolUse hook (hook errored)",
};

export const permissionDenial: DenialTexts = { stated: "Denied by permissionRequest hook" };

export const TIMED_OUT = "Hook command timed out";

/** Comes between the contexts of several hooks. */
export const BETWEEN_HOOKS = "\n\n";

/** Characters of context that the model gets: 10 KB. */
export const LONGEST_CONTEXT = 10_240;
