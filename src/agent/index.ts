export { Agent } from "./agent.js";
export type { AgentOptions, RunCommand } from "./agent.js";
export type { AgentEvent, TurnEnd } from "./agent-events.js";
export { consent, PermissionQueue, refusal } from "./permission-queue.js";
export type { PendingPermission, PermissionDecision } from "./permission-queue.js";
