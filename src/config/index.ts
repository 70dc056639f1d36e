export { loadSettings } from "./load-settings.js";
export { settingsSchema } from "./schema.js";
export type { ConfigProblem, Hook, Settings } from "./settings.js";
export { watchSettings } from "./watch-settings.js";
