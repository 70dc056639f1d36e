export { defaultLimits, interpret } from "./interpret.js";
export type { InterpretRequest, Limits } from "./interpret.js";
export { matches } from "./matches.js";
export type { AnyMatchRequest } from "./matches.js";
export type { Reading, Text } from "./reading.js";
export { toHookRun } from "./wire-run.js";
export type { WireRun } from "./wire-run.js";
