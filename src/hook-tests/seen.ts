import type { Reading } from "../interpret/index.js";
import type { Problem } from "../problem/index.js";
import type { FileChange } from "../sandbox/index.js";
import type { SandboxFired } from "../sandbox-run/index.js";

/** What was seen when the event of a test was fired. */
export interface Seen extends Pick<
  Reading,
  "outcome" | "permission" | "input" | "prompt" | "failed"
> {
  readonly toUser: readonly string[];
  readonly toModel: readonly string[];
  readonly toLog: readonly string[];
  readonly hooks: SandboxFired["hooks"];
  readonly problems: readonly Problem[];
  /** What became of files. */
  readonly files: readonly FileChange[];
}

const strictness = ["proceed", "ask", "defer", "block", "halt"];

/** How strict an outcome is; a larger number is stricter. */
export function strictnessOf(outcome: string): number {
  return strictness.indexOf(outcome);
}

/** Of several events that a host fires for one, the strictest outcome counts, and all that is said. */
export function seenIn(fired: readonly SandboxFired[], files: readonly FileChange[]): Seen | null {
  const readings = fired.map(({ reading }) => reading);
  const [strictest] = readings.toSorted(
    (one, other) => strictnessOf(other.outcome) - strictnessOf(one.outcome),
  );
  if (strictest === undefined) return null;
  const { outcome, permission } = strictest;
  const texts = (lane: "toUser" | "toModel" | "toLog"): string[] =>
    readings.flatMap((reading) => reading[lane].map(({ text }) => text));
  return {
    outcome,
    permission,
    input: readings.find(({ input }) => input !== null)?.input ?? null,
    prompt: readings.find(({ prompt }) => prompt !== null)?.prompt ?? null,
    failed: readings.some(({ failed }) => failed),
    toUser: texts("toUser"),
    toModel: texts("toModel"),
    toLog: texts("toLog"),
    hooks: fired.flatMap(({ hooks }) => hooks),
    problems: readings.flatMap(({ problems }) => problems),
    files,
  };
}
