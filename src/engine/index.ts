export { createEngine } from "./engine.js";
export type { Engine, EngineOptions } from "./engine.js";
export type { Fired, HookReport } from "./fired.js";
export type { Progress } from "./run-hooks.js";
export { openLedger, readLedger, verifyLedger } from "../trace/index.js";
export type { Ledger, LedgerOptions } from "../trace/index.js";
export type { Settings } from "../config/index.js";
