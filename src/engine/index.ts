export { createEngine } from "./engine.js";
export type { Engine, EngineOptions } from "./engine.js";
export type { Fired, HookReport } from "./fired.js";
export type { Progress } from "./run-hooks.js";
