export { createEngine } from "./create-engine.js";
export type { Engine, EngineOptions, PermissionAnswer } from "./engine.js";
export type { Fired, HookReport } from "./fired.js";
export { trustEnvironment } from "./environment.js";
export type { GrantStore, ToolCall } from "./grants.js";
export type { HookChoice, PlannedHook } from "./planned-hook.js";
export type { OnReview } from "./project-trust.js";
export type { Progress } from "./run-hooks.js";
export { openLedger, readLedger, verifyLedger } from "../trace/index.js";
export type { Ledger, LedgerOptions } from "../trace/index.js";
export type {
  HookFunction,
  ProgramGroup,
  ProgramHook,
  ProgramSettings,
  Settings,
} from "../config/index.js";
export type { FunctionContext } from "../run/index.js";
export type { Ruling } from "../rules/index.js";
export type {
  Approvals,
  ApprovalStore,
  HookDifference,
  KnownHook,
  HookTrust,
  TrustState,
} from "../trust/index.js";
