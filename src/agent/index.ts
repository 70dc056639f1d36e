export { Agent } from "./agent.js";
export type { AgentOptions, RunCommand } from "./agent.js";
export type { AgentEvent, TurnEnd } from "./agent-events.js";
export { consent, PermissionQueue, refusal } from "./permission-queue.js";
export type { PendingPermission, PermissionDecision } from "./permission-queue.js";
export { ReviewDesk } from "./review-desk.js";
export type { PendingReview } from "./review-desk.js";
export { AgentSession } from "./session.js";
export type { SessionEvent, SessionOptions } from "./session.js";
