export { loadSettings } from "./load-settings.js";
export { defaultHome } from "./settings-files.js";
export { settingsSchema } from "./schema.js";
export type { ConfigProblem, Hook, HookAction, HookEntry, Settings } from "./settings.js";
export { watchSettings } from "./watch-settings.js";
