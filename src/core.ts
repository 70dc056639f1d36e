/** `snaphook/core`: what a hook's answer means. Pure, synchronous, no `node:` module: it runs in a browser. */
export { decide } from "./decide/index.js";
export type { Outcome, Permission, Rewrite, Verdict, Voice } from "./decide/index.js";
export { decode } from "./decode/index.js";
export type {
  Answer,
  Changes,
  Ending,
  HookRun,
  OnFailure,
  PlainObject,
  PlainValue,
  Say,
  Source,
} from "./decode/index.js";
export { allDialects, dialectNames, findDialect, levels } from "./dialects/index.js";
export type { Dialect, Lane, Level } from "./dialects/index.js";
export {
  checkHookJSONOutput,
  checkHookOutputResult,
  checkHookSpecificOutput,
  defaultLimits,
  interpret,
  isHookJSONOutput,
  isHookOutputResult,
  isHookSpecificOutput,
  toHookRun,
  toInterpretRequest,
} from "./interpret/index.js";
export type {
  AnswerSettings,
  AnyMatchRequest,
  HookJSONOutput,
  HookOutputResult,
  HookSpecificOutput,
  HookSpecificOutputOf,
  InterpretRequest,
  Limits,
  WireRun,
} from "./interpret/index.js";
export { matches } from "./interpret/index.js";
export { allHosts, findHost } from "./hosts/index.js";
export type { Basis, Host, HostEvent } from "./hosts/index.js";
export type { Match } from "./match/index.js";
export { events, eventSpec, isBlockable, isKnownEvent, samplePayload } from "./payload/index.js";
export type { EventSpec, HookEventName, Payload } from "./payload/index.js";
export { catalogue, problemCodes } from "./problem/index.js";
export type { Problem, ProblemCode, Severity } from "./problem/index.js";
export { route } from "./route/index.js";
export type { Action, Operation, Reading, Text, TextKind } from "./route/index.js";
export { forModel, forTerminal, forTerminalLine, toJsonText } from "./show/index.js";
export {
  Conversation,
  convertMessagesForAPI,
  hookOutputProcessor,
  isHookBlock,
  isHookExecutionResult,
  isWarnBlock,
  processHookOutput,
  shouldBlock,
} from "./conversation/index.js";
export type {
  ApiMessage,
  ApiPart,
  Block,
  ConversationEvent,
  ExecutionContext,
  HookBlock,
  HookExecutionResult,
  HookOutputContext,
  HookProcessingResult,
  IHookOutputProcessor,
  Message,
  MessageManager,
  ToolBlock,
  ToolState,
  ToolUpdate,
  WarnBlock,
} from "./conversation/index.js";
