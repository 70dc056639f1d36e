import type { WireRun } from "../interpret/index.js";
import { forTerminalLine } from "./for-terminal.js";

/** How a run ended, in a few words. */
export function endingText(run: WireRun): string {
  if (run.timedOut === true) return "timed out";
  if (run.cancelled === true) return "aborted";
  if (run.changed !== undefined) return `ran while ${forTerminalLine(run.changed)} was changed`;
  if (run.spawnError !== undefined) return `did not start (${forTerminalLine(run.spawnError)})`;
  if (run.signal !== undefined) return `killed by ${forTerminalLine(run.signal)}`;
  return `exit code ${run.exit ?? 0}`;
}
