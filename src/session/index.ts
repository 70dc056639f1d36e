export { CodingAgent } from "./coding-agent.js";
export type { CodingAgentEvent } from "./coding-agent.js";
export { latestSession, readSession, SessionError } from "./saved-session.js";
export { AgentSession } from "./session.js";
export type { SessionEvent, SessionOptions } from "./session.js";
export { shellCommand } from "./shell-command.js";
