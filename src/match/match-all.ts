import { findDialect } from "../dialects/index.js";
import { eventSpec, waveTools, type Payload } from "../payload/index.js";
import {
  matchSubject,
  matchesSubject,
  type Conditions,
  type MatchSubject,
  type Match,
} from "./matches.js";

/** What matching needs to know of a hook. */
export interface MatchableHook {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly if: Conditions | undefined;
  readonly disabled: boolean;
  /** A hook of Wave's is matched as Wave does. */
  readonly source?: { readonly host?: string };
}

/** Whether one hook matches an event, and why or why not. */
export interface HookMatch<Hook> {
  readonly hook: Hook;
  readonly matches: boolean;
  readonly why: string;
  readonly skipped?: "matcher" | "if" | "disabled";
}

/** Without regard to letter case, and by either name of a tool that Wave calls otherwise. */
function matchesWave({ matcher, if: conditions }: MatchableHook, target: MatchSubject): Match {
  const { event, subject = "", toolInput } = target;
  const match = matchesSubject(matcher, conditions, target, true);
  if (match.by !== "matcher" || !Object.hasOwn(waveTools, subject)) return match;
  return matchesSubject(
    matcher,
    conditions,
    matchSubject(event, waveTools[subject], toolInput),
    true,
  );
}

/** Answers for every hook of the payload's event, in configuration order. Hooks of other events are not mentioned. */
export function matchAll<Hook extends MatchableHook>(
  hooks: readonly Hook[],
  payload: Payload,
  dialect: string,
): readonly HookMatch<Hook>[] {
  const event = payload.hook_event_name ?? "";
  const { subject: field } = eventSpec(event);
  const value = field === null ? undefined : payload[field];
  const subject = typeof value === "string" ? value : undefined;
  const target = matchSubject(event, subject, payload.tool_input);
  findDialect(dialect);
  return hooks
    .filter((hook) => hook.event === event)
    .map((hook): HookMatch<Hook> => {
      if (hook.disabled)
        return { hook, matches: false, why: "it is disabled", skipped: "disabled" };
      const match =
        hook.source?.host === "wave"
          ? matchesWave(hook, target)
          : matchesSubject(hook.matcher, hook.if, target);
      if (match.by === undefined) return { hook, matches: true, why: match.why };
      return { hook, matches: false, why: match.why, skipped: match.by };
    });
}
