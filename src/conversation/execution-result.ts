import type { OnFailure } from "../decode/index.js";
import { interpretOwn, isExitCode, type Reading, type WireRun } from "../interpret/index.js";

/** How one hook ended, as a host that runs hooks itself reports it. */
export interface HookExecutionResult {
  readonly success: boolean;
  readonly exitCode?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** In milliseconds. */
  readonly duration: number;
  readonly timedOut: boolean;
}

/** How a host's own result is read. */
export interface ExecutionContext {
  /** By default `wave/exit`: only the exit code counts. */
  readonly dialect?: string;
  /** The hook's name, for texts. */
  readonly hook?: string;
  readonly onFailure?: OnFailure;
}

/** What is wrong with a value that should be an execution result; null where nothing is. */
function faultOf(value: unknown): string | null {
  if (typeof value !== "object" || value === null) return "it is not an object";
  const { success, exitCode, stdout, stderr, duration, timedOut } = value as Readonly<
    Record<keyof HookExecutionResult, unknown>
  >;
  if (typeof success !== "boolean") return "success is not a boolean";
  if (typeof timedOut !== "boolean") return "timedOut is not a boolean";
  if (typeof duration !== "number" || !(duration >= 0))
    return "duration is not a time of 0 or more";
  if (exitCode !== undefined && !isExitCode(exitCode))
    return `exitCode is ${JSON.stringify(exitCode)}, not an integer from 0 to 255`;
  for (const [name, text] of Object.entries({ stdout, stderr }))
    if (text !== undefined && typeof text !== "string") return `${name} is not a text`;
  return null;
}

/** Whether a value says how a hook ended; exit codes are from 0 to 255. */
export function isHookExecutionResult(value: unknown): value is HookExecutionResult {
  return faultOf(value) === null;
}

/** What a host's own result means. Throws where it is no such result: what cannot be read must not pass for a yes. */
export function readingOf(event: string, value: unknown, context: ExecutionContext): Reading {
  const fault = faultOf(value);
  if (fault !== null)
    throw new TypeError(`processHookOutput: the hook's result is not valid: ${fault}`);
  const { stdout = "", stderr = "", ...ending } = value as HookExecutionResult;
  const words = stderr.trim();
  const { dialect = "wave/exit", hook, onFailure } = context;
  const run: WireRun = {
    stdout,
    stderr,
    ...endingOf(ending, words),
    ...(hook !== undefined && { hook }),
    ...(onFailure !== undefined && { onFailure }),
  };
  return interpretOwn({ dialect, event, runs: [run] });
}

/** An exit code says more than `success`; a failure without a code did not run as it should. */
function endingOf(
  { success, exitCode, timedOut }: Pick<HookExecutionResult, "success" | "exitCode" | "timedOut">,
  words: string,
): WireRun {
  if (timedOut) return { timedOut };
  if (success || (exitCode !== undefined && exitCode !== 0)) return { exit: exitCode ?? 0 };
  return { spawnError: `the host reports a failure${words === "" ? "" : `: ${words}`}` };
}
