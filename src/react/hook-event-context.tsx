import { createContext, useContext, useMemo, useSyncExternalStore, type ReactNode } from "react";
import type { HookEventState, HookEventStore } from "../agent/index.js";

/** What components may know of hooks and questions, and do about them. */
export interface HookEventContextValue
  extends HookEventState, Omit<HookEventStore, "get" | "follow"> {
  readonly isAwaitingPermission: boolean;
}

/** The hooks and questions of the agent above; null outside of a `HookEventProvider`. */
export const HookEventContext = createContext<HookEventContextValue | null>(null);

/** Gives what is below it the hooks and questions of one agent. */
export function HookEventProvider({
  store,
  children,
}: {
  readonly store: HookEventStore;
  readonly children: ReactNode;
}): ReactNode {
  const state = useSyncExternalStore(store.follow, store.get, store.get);
  const value = useMemo<HookEventContextValue>(() => {
    const {
      aiManagerCallbacks,
      addPendingPermission,
      resolvePendingPermission,
      clearHookHistory,
      updateUserPreferences,
    } = store;
    return {
      ...state,
      isAwaitingPermission: state.pendingPermissions.length > 0,
      aiManagerCallbacks,
      addPendingPermission,
      resolvePendingPermission,
      clearHookHistory,
      updateUserPreferences,
    };
  }, [store, state]);
  return <HookEventContext.Provider value={value}>{children}</HookEventContext.Provider>;
}

/** The hooks and questions of the agent above. Throws outside of a `HookEventProvider`. */
export function useHookEvents(): HookEventContextValue {
  const value = useContext(HookEventContext);
  if (value === null)
    throw new Error("useHookEvents is used outside of HookEventProvider; put one around the app");
  return value;
}
