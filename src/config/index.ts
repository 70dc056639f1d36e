export { loadSettings } from "./load-settings.js";
export type { SettingsOptions } from "./load-settings.js";
export { settingsSchema } from "./schema.js";
export type {
  ConfigProblem,
  Hook,
  HookAction,
  HookSource,
  Layer,
  Settings,
  SettingsFile,
} from "./settings.js";
export { watchSettings } from "./watch-settings.js";
