export { anyDialectName } from "./any-dialect.js";
export { isExitCode } from "./caller-mistake.js";
export {
  checkHookJSONOutput,
  checkHookSpecificOutput,
  isHookJSONOutput,
  isHookSpecificOutput,
} from "./check-hook-output.js";
export type { AnswerSettings } from "./check-hook-output.js";
export type { HookJSONOutput, HookSpecificOutput, HookSpecificOutputOf } from "./hook-output.js";
export {
  checkHookOutputResult,
  isHookOutputResult,
  toInterpretRequest,
} from "./hook-output-result.js";
export type { HookOutputResult } from "./hook-output-result.js";
export { interpret } from "./interpret.js";
export { defaultLimits, interpretOwn } from "./interpret-own.js";
export type { InterpretRequest, Limits } from "./interpret-own.js";
export { matches } from "./matches.js";
export type { AnyMatchRequest } from "./matches.js";
export { lostVote, readAnswers } from "./read-event.js";
export type { ReadContext } from "./read-event.js";
export { changesOf } from "../route/index.js";
export type { Reading, Text } from "../route/index.js";
export { toHookRun, toWireRun, wireEnding } from "./wire-run.js";
export type { WireRun } from "./wire-run.js";
