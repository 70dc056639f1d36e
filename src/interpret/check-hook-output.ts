import { isJson } from "../decode/index.js";
import { events, isBlockable, isKnownEvent, type HookEventName } from "../payload/index.js";
import { catalogue, isDiagnosis, type Problem } from "../problem/index.js";
import { eventNames, misfit } from "./caller-mistake.js";
import type { HookJSONOutput, HookSpecificOutput, HookSpecificOutputOf } from "./hook-output.js";
import { interpretOwn, type InterpretRequest } from "./interpret-own.js";

/** What the settings say that a check of an answer depends on. */
export type AnswerSettings = Pick<InterpretRequest, "allowUpdatedPrompt" | "limits">;

/**
 * Whether `interpret` reads the value, printed as JSON on that event in the dialect `wave`, without a Problem of
 * severity warning or worse. Without an event it must be right for the one that it names, or for any.
 */
export function isHookJSONOutput<Event extends HookEventName = HookEventName>(
  value: unknown,
  event?: Event,
  settings?: AnswerSettings,
): value is HookJSONOutput<Event> {
  return mistakeIn(value, event, settings) === null;
}

/** The value, where `isHookJSONOutput` holds; otherwise throws a TypeError that names the field, what was found and what is allowed. Its `cause` has the Problems. */
export function checkHookJSONOutput<Event extends HookEventName = HookEventName>(
  value: unknown,
  event?: Event,
  settings?: AnswerSettings,
): HookJSONOutput<Event> {
  const mistake = mistakeIn(value, event, settings);
  if (mistake !== null) throw mistake;
  return value as HookJSONOutput<Event>;
}

/** Whether the value is right as the `hookSpecificOutput` of that event, or of the one that it names; as `isHookJSONOutput`. */
export function isHookSpecificOutput<Event extends HookEventName = HookEventName>(
  value: unknown,
  event?: Event,
  settings?: AnswerSettings,
): value is HookSpecificOutputOf<Event> {
  return specificMistakeIn(value, event, settings) === null;
}

/** The value, where `isHookSpecificOutput` holds; otherwise throws as `checkHookJSONOutput` does. */
export function checkHookSpecificOutput<Event extends HookEventName = HookEventName>(
  value: unknown,
  event?: Event,
  settings?: AnswerSettings,
): HookSpecificOutputOf<Event> {
  const mistake = specificMistakeIn(value, event, settings);
  if (mistake !== null) throw mistake;
  return value as HookSpecificOutputOf<Event>;
}

function specificMistakeIn(
  value: unknown,
  event: HookEventName | undefined,
  settings: AnswerSettings | undefined,
): TypeError | null {
  if (typeof value !== "object" || value === null)
    return misfit("hookSpecificOutput", value, "an object");
  const output = { hookSpecificOutput: value };
  if (event === undefined && isJson(value)) {
    const named = eventNamedIn(output);
    if (named === null || !isKnownEvent(named))
      return misfit("hookSpecificOutput.hookEventName", named ?? undefined, eventNames());
  }
  return mistakeIn(output, event, settings);
}

function mistakeIn(
  value: unknown,
  event: HookEventName | undefined,
  settings: AnswerSettings | undefined,
): TypeError | null {
  if (event !== undefined && !isKnownEvent(event)) return misfit("event", event, eventNames());
  if (!isJson(value))
    return misfit("the output", value, "plain JSON: no functions, no classes, no cycles");
  const text = JSON.stringify(value);
  if (!text.startsWith("{")) return misfit("the output", value, "an object");
  let first: TypeError | null = null;
  for (const candidate of candidates(value, event)) {
    const runs = [{ exit: 0, stdout: text }];
    const { problems } = interpretOwn({ ...settings, dialect: "wave", event: candidate, runs });
    const found = problems.filter(isDiagnosis);
    if (found.length === 0) return null;
    first ??= errorOf(found);
  }
  return first;
}

/** Without `hookSpecificOutput` an answer names no event. What else it holds is valid on some event that can be blocked, or on none. */
function candidates(value: unknown, event: HookEventName | undefined): readonly string[] {
  const named = event ?? eventNamedIn(value);
  return named !== null && isKnownEvent(named)
    ? [named]
    : events.filter(isBlockable).map(({ name }) => name);
}

function eventNamedIn(value: unknown): string | null {
  const specific = (value as { hookSpecificOutput?: unknown }).hookSpecificOutput;
  const name = (specific as Partial<HookSpecificOutput> | null | undefined)?.hookEventName;
  return typeof name === "string" ? name : null;
}

function errorOf(problems: readonly Problem[]): TypeError {
  const [{ code, path, found, allowed }] = problems as [Problem];
  const hint = allowed === undefined ? "" : `; allowed: ${allowed.join(", ")}`;
  return new TypeError(`${path}: ${catalogue[code].title} (${code}); found ${found}${hint}`, {
    cause: problems,
  });
}
