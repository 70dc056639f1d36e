import type { OnFailure } from "./hook-run.js";
import type { Ending } from "./hook-run.js";

/** Texts that are used where a hook gives none. Each names the hook, so that its reader can find it. */
export const defaultTexts = {
  exitCode: (hook: string, code: number): string =>
    code === 2
      ? `Hook "${hook}" blocked this with exit code 2 and gave no reason.`
      : `Hook "${hook}" failed with exit code ${code} and said nothing.`,
  failed: (hook: string, code: number): string => `Hook "${hook}" failed with exit code ${code}.`,
  notice: (hook: string): string => `Hook "${hook}" ended with exit code 2 and gave no reason.`,
  halt: (hook: string): string => `Hook "${hook}" stopped the agent and gave no reason.`,
  deny: (hook: string): string => `Hook "${hook}" blocked this and gave no reason.`,
  ask: (hook: string): string => `Hook "${hook}" wants you to decide and gave no reason.`,
  abort: (hook: string): string => `Aborted while hook "${hook}" was running.`,
  malformed: (hook: string): string => `Hook "${hook}" gave an answer that cannot be read.`,
} as const;

/** Says how a run failed. `timeout` in seconds, where known. */
export function describeFailure(
  hook: string,
  ending: Exclude<Ending, { type: "exited" }>,
  timeout: number | null,
): string {
  switch (ending.type) {
    case "timed-out":
      return `Hook "${hook}" gave no answer${timeout === null ? " in time" : ` within ${timeout} s`}.`;
    case "signalled":
      return `Hook "${hook}" was killed by ${ending.signal}.`;
    case "not-started":
      return `Hook "${hook}" could not be started (${ending.error}).`;
    case "changed":
      return `Hook "${hook}" ran while ${ending.file} was changed.`;
    case "cancelled":
      return defaultTexts.abort(hook);
  }
}

/** What the failure leads to, for whoever is stopped by it. */
export function withConsequence(failure: string, onFailure: OnFailure): string {
  return `${failure} Its onFailure is "${onFailure}".`;
}
