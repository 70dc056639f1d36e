export type { ConfigHook, ConfigLayer, HostConfig, HostConfigOptions } from "./host-config.js";
export type {
  Defect,
  Draft,
  HostFormat,
  HostFormats,
  Loaded,
  Place,
  Reach,
  Remark,
  World,
} from "./format.js";
export { withoutDuplicates } from "./duplicates.js";
export { reportFolderTrust } from "./folder-trust.js";
export {
  isExpression,
  isFoundIn,
  isLinearExpression,
  deadNames,
  matcherMeant,
  neverATool,
} from "./matchers.js";
export { never } from "./never.js";
export { folderPlaces, MOST_FILES, place } from "./places.js";
export { pluginPlaces, type PluginForm } from "./plugin-places.js";
export { readFile } from "./read-file.js";
export { readHostConfig } from "./read-host-config.js";
export { entryPath, flagOf, textsAt, turnOff, valueAt } from "./switches.js";
export { inSeconds } from "./timeouts.js";
export { reachBy, usualFormat } from "./usual-format.js";
