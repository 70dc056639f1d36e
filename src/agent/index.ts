/** `snaphook/agent`: what an agent's loop needs to be guarded by hooks, without a model and without a screen. */
export { Agent } from "./agent.js";
export type { AgentOptions, AskModel } from "./agent.js";
export type { AgentEvent, TurnEnd } from "./agent-events.js";
export { HookEvents, isAIManagerCallbacks } from "./hook-event-store.js";
export type { AIManagerCallbacks, HookEventsOptions, HookEventStore } from "./hook-event-store.js";
export {
  executionsOf,
  isHookExecutionRecord,
  isHookUserPreferences,
  noHookEvents,
  reduceHookEvents,
} from "./hook-events.js";
export type {
  HookEventAction,
  HookEventState,
  HookExecutionRecord,
  HookUserPreferences,
} from "./hook-events.js";
export { Pause } from "./pause.js";
export { checkedDecision, consent, isPermissionDecision, refusal } from "./permission-decision.js";
export type { PermissionDecision } from "./permission-decision.js";
export { isPendingPermission, PermissionQueue } from "./permission-queue.js";
export type { AnsweredElsewhere, Answerer, PendingPermission } from "./permission-queue.js";
export { Delivery } from "./delivery.js";
export { ReviewQueue } from "./review-queue.js";
export type { PendingReview } from "./review-queue.js";
export { runToolCall, whyOf } from "./run-tool-call.js";
export type { CallContext, CallEnd } from "./run-tool-call.js";
export { defineTool, ToolError } from "./tool.js";
export type { Tool, ToolDefinition, ToolResult } from "./tool.js";
