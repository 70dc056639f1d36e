/** What a hook of a prompt has where its settings give no timeout; other events give it ten minutes. */
const PROMPT_SECONDS = 30;

/** Texts that the client puts where a hook gives none, and those of its own that cases assert. */
export const texts = {
  noStderr: "No stderr output",
  noReason: "Blocked by hook",
  denied: "The call was denied",
  stopped: "Operation stopped by hook",
  notJson: "Hook output looks like a JSON object but is not valid JSON",
  notValid: (where: string): string => `Hook JSON output validation failed: ${where}`,
  otherEvent: (named: string, event: string): string =>
    `Failed to run: the answer is for ${named}, not for ${event}`,
  otherBody: "Failed to run: the answer is not a JSON object",
  notStarted: (error: string): string => `Failed to run: ${error}`,
  unprocessed: "blocked (exit 2); its output could not be processed",
  failureBlocks: (detail: string): string =>
    `failed; blocking because onFailure is "block"\n${detail}`,
  timeoutBlocks: 'timed out; blocking because onFailure is "block"',
  promptTimedOut: (seconds: number | null): string =>
    `timed out after ${seconds ?? PROMPT_SECONDS}s — output discarded.`,
  cancelled: (): string => "Hook cancelled",
  noPath: "WorktreeCreate hook returned no worktree path",
  badInput: (tool: string, fault: string): string =>
    `PreToolUse hook for ${tool} returned updatedInput that failed schema validation: ${fault}`,
} as const;

/** UTF-16 units that pass in one string; a unit more, and the model gets a file's name and a preview. */
const LONGEST = 10_000;
const PREVIEW = 2_000;

/** Caps a text as the client does. Reasons and stderr are not capped. */
export function capped(text: string): string {
  if (text.length <= LONGEST) return text;
  const size = (new TextEncoder().encode(text).length / 1024).toFixed(1);
  return [
    "<persisted-output>",
    `Output too large (${size}KB). Full output saved to: a file of the session`,
    "",
    "Preview (first 2KB):",
    text.slice(0, PREVIEW),
  ].join("\n");
}

/** The first line with something on it; a blank text stays what it is. */
export function firstLine(text: string): string {
  return text.split("\n").find((line) => line.trim() !== "") ?? text;
}
