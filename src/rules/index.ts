export { hookFilesOf } from "./hook-files.js";
export { judge } from "./judge.js";
export type { Ruling } from "./judge.js";
export { readRules } from "./read-rules.js";
export type { CallWorld } from "./world.js";
