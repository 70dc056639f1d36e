import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from "react";
import type { PendingPermission, PermissionDecision } from "../agent/index.js";
import type { Desk } from "./desk.js";
import type { HookEventState, UserPreferences } from "./hook-events.js";

/** What components may know of hooks and questions, and do about them. */
export interface HookEvents extends HookEventState {
  readonly isAwaitingPermission: boolean;
  readonly aiManagerCallbacks: {
    /** The agent waits before its next step until `resume`. A model or a tool that runs is not stopped by it. */
    readonly pause: () => void;
    readonly resume: () => void;
    /** Ends the turn: tools, hooks and questions with it. */
    readonly abort: () => void;
  };
  /** Asks the user, behind those who asked before. Abort is a no. */
  readonly addPendingPermission: (
    asked: Omit<PendingPermission, "id">,
    signal: AbortSignal,
  ) => Promise<PermissionDecision>;
  /** Answers a question; one that is not there any more is passed over. */
  readonly resolvePendingPermission: (id: number, decision: PermissionDecision) => void;
  readonly clearHookHistory: () => void;
  readonly updateUserPreferences: (preferences: Partial<UserPreferences>) => void;
}

export const HookEventContext = createContext<HookEvents | null>(null);

/** Gives what is below it the hooks and questions of one session. */
export function HookEventProvider({
  desk,
  children,
}: {
  readonly desk: Desk;
  readonly children: ReactNode;
}): ReactNode {
  const state = useSyncExternalStore(desk.store.follow, () => desk.store.get().hookEvents);
  const value = useMemo<HookEvents>(
    () => ({
      ...state,
      isAwaitingPermission: state.pendingPermissions.length > 0,
      aiManagerCallbacks: { pause: desk.pause, resume: desk.resume, abort: desk.abort },
      addPendingPermission: (asked, signal) => desk.session.permissions.ask(asked, signal),
      resolvePendingPermission: (id, decision) => desk.resolvePermission(id, decision),
      clearHookHistory: () => desk.changeHookEvents({ type: "history-cleared" }),
      updateUserPreferences: (preferences) =>
        desk.changeHookEvents({ type: "preferred", preferences }),
    }),
    [desk, state],
  );
  return <HookEventContext value={value}>{children}</HookEventContext>;
}

export function useHookEvents(): HookEvents {
  const value = useContext(HookEventContext);
  if (value === null)
    throw new Error("useHookEvents is used outside of HookEventProvider; runTerminal provides it");
  return value;
}
