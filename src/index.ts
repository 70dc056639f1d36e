/** `snaphook`: what hooks mean, as `snaphook/core` has it, and the types of an agent's side. */
export * from "./core.js";
export type {
  AIManagerCallbacks,
  HookExecutionRecord,
  HookUserPreferences,
  PendingPermission,
  PermissionDecision,
} from "./agent/index.js";
