/** `snaphook/react`: the hooks and questions of an agent, for components. React is the host's own. */
export { HookEventContext, HookEventProvider, useHookEvents } from "./hook-event-context.js";
export type { HookEventContextValue } from "./hook-event-context.js";
export type {
  AIManagerCallbacks,
  HookEventState,
  HookEventStore,
  HookExecutionRecord,
  HookUserPreferences,
  PendingPermission,
  PermissionDecision,
} from "../agent/index.js";
