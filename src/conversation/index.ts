export { convertMessagesForAPI } from "./api-messages.js";
export type { ApiMessage, ApiPart } from "./api-messages.js";
export { Conversation } from "./conversation.js";
export type { ConversationEvent, ToolUpdate } from "./conversation.js";
export { isHookExecutionResult } from "./execution-result.js";
export type { ExecutionContext, HookExecutionResult } from "./execution-result.js";
export { isHookBlock, isOpenCall, isWarnBlock } from "./message.js";
export type { Block, HookBlock, Message, ToolBlock, ToolState, WarnBlock } from "./message.js";
export type { MessageManager } from "./message-manager.js";
export { hookOutputProcessor, processHookOutput, shouldBlock } from "./process-hook-output.js";
export type {
  HookOutputContext,
  HookProcessingResult,
  IHookOutputProcessor,
} from "./process-hook-output.js";
