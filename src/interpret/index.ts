export { anyDialectName } from "./any-dialect.js";
export { interpret } from "./interpret.js";
export { defaultLimits, interpretOwn } from "./interpret-own.js";
export type { InterpretRequest, Limits } from "./interpret-own.js";
export { matches } from "./matches.js";
export type { AnyMatchRequest } from "./matches.js";
export type { Reading, Text } from "./reading.js";
export { toHookRun } from "./wire-run.js";
export type { WireRun } from "./wire-run.js";
