import { findDialect } from "../dialects/index.js";
import { eventSpec, type Payload } from "../payload/index.js";
import { heardOf, matchesHeard, type Conditions } from "./matches.js";

/** What matching needs to know of a hook. */
export interface Candidate {
  readonly event: string;
  readonly matcher: string | undefined;
  readonly if: Conditions | undefined;
  readonly disabled: boolean;
  /** Wave compares names without regard to letter case. */
  readonly source?: { readonly host?: "wave" };
}

/** Whether one hook hears an event, and why or why not. */
export interface Hearing<Hook> {
  readonly hook: Hook;
  readonly hears: boolean;
  readonly why: string;
  readonly skipped?: "matcher" | "if" | "disabled";
}

/** Answers for every hook of the payload's event, in configuration order. Hooks of other events are not mentioned. */
export function matchAll<Hook extends Candidate>(
  hooks: readonly Hook[],
  payload: Payload,
  dialect: string,
): readonly Hearing<Hook>[] {
  const event = payload.hook_event_name ?? "";
  const { subject: field } = eventSpec(event);
  const value = field === null ? undefined : payload[field];
  const subject = typeof value === "string" ? value : undefined;
  const heard = heardOf(event, subject, payload.tool_input);
  findDialect(dialect);
  return hooks
    .filter((hook) => hook.event === event)
    .map((hook): Hearing<Hook> => {
      if (hook.disabled) return { hook, hears: false, why: "it is disabled", skipped: "disabled" };
      const match = matchesHeard(hook.matcher, hook.if, heard, hook.source?.host === "wave");
      if (match.by === undefined) return { hook, hears: true, why: match.why };
      return { hook, hears: false, why: match.why, skipped: match.by };
    });
}
