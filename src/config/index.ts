export { asProgram } from "./as-program.js";
export type { HookFunction } from "./hook-function.js";
export { calledBy, distinctNames, withoutId } from "./hook-name.js";
export { hookKeys } from "./hook-keys.js";
export {
  fleetKeys,
  limitKeys,
  permissionKeys,
  policyKeys,
  settingsKeys,
  telemetryKeys,
  webhookKeys,
} from "./settings-keys.js";
export { loadSettings, programProblems } from "./load-settings.js";
export { describe, type Located, type LocatedObject, type Member } from "./located.js";
export { parseSettings } from "./parse-settings.js";
export { pathOf, Report, type Details } from "./report.js";
export { defaultHome } from "./settings-files.js";
export { bundleSettings } from "./policy-layer.js";
export { settingsSchema } from "./schema.js";
export type { ProgramGroup, ProgramHook, ProgramSettings } from "./program-settings.js";
export type {
  ConfigProblem,
  FleetSettings,
  Hook,
  HookAction,
  HookEntry,
  PolicyState,
  Settings,
  WebhookSettings,
} from "./settings.js";
export { watchSettings } from "./watch-settings.js";
export { bridgedHost } from "./wave-rules.js";
