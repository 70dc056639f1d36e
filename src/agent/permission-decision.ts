/** What the user has said to one question. */
export interface PermissionDecision {
  readonly decision: "allow" | "deny";
  readonly toolName: string;
  /** Words for the model. */
  readonly reason?: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
  readonly shouldContinueRecursion: boolean;
  /** It holds for this input from now on. */
  readonly remember?: boolean;
  /** Who said it, where it was not the user at the screen. */
  readonly by?: string;
}

/** A no, with or without words for the model. Words ask it to continue. */
export function refusal(toolName: string, reason?: string, continues = false): PermissionDecision {
  return {
    decision: "deny",
    toolName,
    ...(reason !== undefined && { reason }),
    timestamp: Date.now(),
    shouldContinueRecursion: continues,
  };
}

/** A yes; remembered, it holds for this input from now on. */
export function consent(toolName: string, remember = false): PermissionDecision {
  return {
    decision: "allow",
    toolName,
    timestamp: Date.now(),
    shouldContinueRecursion: true,
    ...(remember && { remember }),
  };
}

/** What is wrong with a value that should be a decision about a tool; null where nothing is. */
function faultOfDecision(value: unknown, toolName: string): string | null {
  if (typeof value !== "object" || value === null) return "it is not an object";
  const given = value as Readonly<Record<string, unknown>>;
  const { decision, reason, timestamp, remember, shouldContinueRecursion: continues } = given;
  if (decision !== "allow" && decision !== "deny") return 'decision is neither "allow" nor "deny"';
  if (given["toolName"] !== toolName) return `toolName is not ${JSON.stringify(toolName)}`;
  if (typeof timestamp !== "number" || !Number.isFinite(timestamp) || timestamp < 0)
    return "timestamp is not a time in milliseconds";
  if (typeof continues !== "boolean") return "shouldContinueRecursion is not a boolean";
  if (decision === "allow" && !continues) return "shouldContinueRecursion is false for an allow";
  if (reason !== undefined && typeof reason !== "string") return "reason is not a text";
  if (remember !== undefined && typeof remember !== "boolean") return "remember is not a boolean";
  if (given["by"] !== undefined && typeof given["by"] !== "string") return "by is not a text";
  return null;
}

/** Whether a value is a valid decision, a yes or a no, about that tool. */
export function isPermissionDecision(
  value: unknown,
  toolName: string,
): value is PermissionDecision {
  return faultOfDecision(value, toolName) === null;
}

/** A decision as it was given, or a no that says what was wrong with it: whatever is not exactly a yes is none. */
export function checkedDecision(value: unknown, toolName: string): PermissionDecision {
  const fault = faultOfDecision(value, toolName);
  if (fault === null) return value as PermissionDecision;
  return refusal(toolName, `The answer to the permission request was not valid: ${fault}.`);
}
