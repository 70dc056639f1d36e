import { reduceHookEvents } from "../agent/index.js";
import type { AgentSession } from "../session/index.js";
import type { ConversationEvent, Message } from "../conversation/index.js";
import { followDialogs } from "./dialogs.js";
import type { Store } from "./store.js";
import { follow } from "./transcript.js";
import { toldBySession, type View } from "./view.js";

/** A model may speak in a thousand pieces a second; the screen takes them together, thirty times a second. */
const TOGETHER_MS = 33;

/** Brings all that the session reports into the view, in order, until what it gives back is called. */
export function feed(session: AgentSession, store: Store<View>, now: () => number): () => void {
  const changed = new Map<number, Message>();
  let timer: NodeJS.Timeout | undefined;

  const take = (event: ConversationEvent): void =>
    store.update((view) => ({ ...view, transcript: follow(view.transcript, event) }));
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const messages = [...changed.values()];
    changed.clear();
    for (const message of messages) take({ type: "message-changed", message });
  }

  const ends = [
    session.messages.follow((event) => {
      if (event.type === "message-changed") {
        changed.set(event.message.id, event.message);
        timer ??= setTimeout(flush, TOGETHER_MS);
        return;
      }
      flush();
      take(event);
    }),
    session.follow((event) => {
      flush();
      store.update((view) => toldBySession(view, event, now()));
    }),
    session.permissions.follow((pending) => {
      flush();
      store.update((view) => ({
        ...view,
        hookEvents: reduceHookEvents(view.hookEvents, { type: "asked", pending }),
      }));
    }),
    followDialogs(
      session,
      (change) => store.update((view) => ({ ...view, dialogs: change(view.dialogs) })),
      now,
    ),
  ];
  return () => {
    flush();
    for (const end of ends) end();
  };
}
