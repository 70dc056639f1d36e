export { loadSettings } from "./load-settings.js";
export { settingsSchema } from "./schema.js";
export type { ConfigProblem, Hook, HookEntry, PermissionText, Settings } from "./settings.js";
export { watchSettings } from "./watch-settings.js";
