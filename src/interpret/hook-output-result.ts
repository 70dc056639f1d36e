import { isKnownEvent, type HookEventName } from "../payload/index.js";
import { eventNames, exitCodes, isExitCode, misfit } from "./caller-mistake.js";
import type { InterpretRequest } from "./interpret-own.js";

/** What one hook's run gave, as agents record it. */
export interface HookOutputResult {
  /** An integer from 0 to 255. */
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
  /** In milliseconds. */
  readonly executionTime: number;
  readonly hookEvent: HookEventName;
}

const text = { fits: (value: unknown) => typeof value === "string", allowed: () => "a string" };

const rules: Readonly<
  Record<
    keyof HookOutputResult,
    { readonly fits: (value: unknown) => boolean; readonly allowed: () => string }
  >
> = {
  exitCode: { fits: isExitCode, allowed: () => exitCodes },
  stdout: text,
  stderr: text,
  executionTime: {
    fits: (value) => Number.isFinite(value) && (value as number) >= 0,
    allowed: () => "a finite number of milliseconds, 0 or more",
  },
  hookEvent: {
    fits: (value) => typeof value === "string" && isKnownEvent(value),
    allowed: eventNames,
  },
};

/** Whether the value has all five fields of a HookOutputResult, each with a legal value. */
export function isHookOutputResult(value: unknown): value is HookOutputResult {
  return mistakeIn(value) === null;
}

/** The value, where it is a HookOutputResult; otherwise throws a TypeError that names the field, what was found and what is allowed. */
export function checkHookOutputResult(value: unknown): HookOutputResult {
  const mistake = mistakeIn(value);
  if (mistake !== null) throw mistake;
  return value as HookOutputResult;
}

function mistakeIn(value: unknown): TypeError | null {
  if (typeof value !== "object" || value === null) return misfit("the result", value, "an object");
  for (const [field, { fits, allowed }] of Object.entries(rules)) {
    const found = (value as Readonly<Record<string, unknown>>)[field];
    if (!fits(found)) return misfit(field, found, allowed());
  }
  return null;
}

/** The request with which `interpret` reads one result, in the dialect `wave` where none is given. Throws as `checkHookOutputResult` does. */
export function toInterpretRequest(
  result: HookOutputResult,
  rest: Partial<Omit<InterpretRequest, "event" | "runs">> = {},
): InterpretRequest {
  const { exitCode: exit, stdout, stderr, hookEvent } = checkHookOutputResult(result);
  return { dialect: "wave", ...rest, event: hookEvent, runs: [{ exit, stdout, stderr }] };
}
