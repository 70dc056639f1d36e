/** What Cursor says where a hook does not; the hook's own words follow a colon. */
export const texts = {
  noReason: "Hook blocked this action (exit code 2) but provided no reason",
  invalidJson: "Hook returned invalid JSON; the action is blocked for safety",
  invalidResponse:
    "Hook returned an invalid response for this hook step; the action is blocked for safety",
  noOutput: "Hook returned no output",
  timedOut: "Hook timed out",
  notStarted: "Hook could not be started",
  cancelled: "Hook was cancelled",
} as const;

export function exitText(code: number, stderr: string): string {
  return `Hook failed with exit code ${code}${stderr === "" ? "" : `: ${stderr}`}`;
}

/** Comes between the messages of several hooks. */
export const BETWEEN_HOOKS = "\n\n---\n\n";

/** Characters of context that the model gets. */
export const LONGEST_CONTEXT = 10_000;
