export { convertMessagesForAPI } from "./api-messages.js";
export type { ApiMessage, ApiPart } from "./api-messages.js";
export { isOpenCall } from "./message.js";
export type { Block, Message, ToolBlock, ToolState } from "./message.js";
export { MessageManager } from "./message-manager.js";
export type { ConversationEvent, ToolUpdate } from "./message-manager.js";
export { processHookOutput, shouldBlock } from "./process-hook-output.js";
export type { HookOutputContext, HookProcessingResult } from "./process-hook-output.js";
