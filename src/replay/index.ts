export type { DecisionChange } from "./compare.js";
export { observedIn, type ObservedHook } from "./observed.js";
export { replay, type NotReplayed, type Replayed, type ReplayOptions } from "./replay.js";
