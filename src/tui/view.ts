import type { PendingPermission, PendingReview } from "../agent/index.js";
import type { AgentSession, SessionEvent } from "../session/index.js";
import { followSession, idle, type Activity } from "./activity.js";
import {
  executionsOf,
  noHookEvents,
  reduceHookEvents,
  type HookEventState,
} from "../agent/index.js";
import { notInterrupted, type Interrupt } from "./interrupt.js";
import { questionOf, type Question } from "./permission-dialog.js";
import { emptyPrompt, type Prompt } from "./prompt.js";
import { follow, transcriptOf, type Note, type Transcript } from "./transcript.js";
import { reviewOf, type Review } from "./trust-dialog.js";

/** Everything that the screen shows. */
export interface View {
  readonly transcript: Transcript;
  readonly activity: Activity;
  readonly hookEvents: HookEventState;
  readonly prompt: Prompt;
  readonly question: Question | null;
  readonly review: Review | null;
  readonly interrupt: Interrupt;
  /** What the hint line says, until the next key. */
  readonly hint: string | null;
  readonly isPaused: boolean;
  readonly phase: "open" | "closing" | "closed";
}

export function viewOf(session: AgentSession): View {
  return {
    transcript: transcriptOf(session.messages.messages),
    activity: { ...idle, isBusy: session.isBusy },
    hookEvents: noHookEvents,
    prompt: emptyPrompt,
    question: null,
    review: null,
    interrupt: notInterrupted,
    hint: null,
    isPaused: false,
    phase: "open",
  };
}

/** What the session tells beside its conversation. When it is idle again, nothing of the turn changes any more. */
export function toldBySession(view: View, event: SessionEvent, now: number): View {
  const next = { ...view, activity: followSession(view.activity, event, now) };
  switch (event.type) {
    case "fired": {
      const executions = executionsOf(event.fired, now);
      const action = { type: "ran", executions, now } as const;
      return { ...next, hookEvents: reduceHookEvents(view.hookEvents, action) };
    }
    case "busy":
      return event.busy ? next : settled(next);
    case "compacting":
      // What is taken away was said all the same.
      return noted(settled(next), {
        kind: "info",
        text: "The conversation was replaced by its summary.",
      });
    case "trouble":
      return noted(next, { kind: "error", text: event.why });
    default:
      return next;
  }
}

function settled(view: View): View {
  return { ...view, transcript: follow(view.transcript, { type: "settled" }) };
}

/** Questions have come or gone. The first is shown; another one than before is locked for a moment. */
export function asked(view: View, pending: readonly PendingPermission[], now: number): View {
  const hookEvents = reduceHookEvents(view.hookEvents, { type: "asked", pending });
  const [first] = pending;
  if (first === undefined) return { ...view, hookEvents, question: null };
  const isSame = view.question?.id === first.id;
  return { ...view, hookEvents, question: isSame ? view.question : questionOf(first.id, now) };
}

export function laidBefore(view: View, pending: PendingReview, now: number): View {
  return { ...view, review: pending === null ? null : reviewOf(pending, now) };
}

export function noted(view: View, note: Note): View {
  return { ...view, transcript: follow(view.transcript, { type: "noted", note }) };
}
