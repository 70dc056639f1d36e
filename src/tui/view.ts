import type { AgentSession, SessionEvent } from "../session/index.js";
import { followSession, idle, type Activity } from "./activity.js";
import {
  executionsOf,
  noHookEvents,
  reduceHookEvents,
  type HookEventState,
} from "../agent/index.js";
import type { Dialog } from "./dialogs.js";
import { notInterrupted, type Interrupt } from "./interrupt.js";
import { emptyPrompt, type Prompt } from "./prompt.js";
import { follow, transcriptOf, type Note, type Transcript } from "./transcript.js";

/** Everything that the screen shows. */
export interface View {
  readonly transcript: Transcript;
  readonly activity: Activity;
  readonly hookEvents: HookEventState;
  readonly prompt: Prompt;
  /** The first is the one that is shown, in the place of the prompt. */
  readonly dialogs: readonly Dialog[];
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
    dialogs: [],
    interrupt: notInterrupted,
    hint: null,
    isPaused: false,
    phase: "open",
  };
}

/** What the session reports in addition to its conversation. When it is idle again, nothing of the turn changes any more. */
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
    case "answered": {
      const { toolName, by, decision } = event;
      const words = decision.reason === undefined ? "" : `: ${decision.reason}`;
      const what = decision.decision === "allow" ? "allowed" : "denied";
      return noted(next, { kind: "info", text: `${toolName} was ${what} in ${by}${words}` });
    }
    case "trouble":
      return noted(next, { kind: "error", text: event.why });
    default:
      return next;
  }
}

function settled(view: View): View {
  return { ...view, transcript: follow(view.transcript, { type: "settled" }) };
}

export function noted(view: View, note: Note): View {
  return { ...view, transcript: follow(view.transcript, { type: "noted", note }) };
}
