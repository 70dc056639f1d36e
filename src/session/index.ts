export { CodingAgent } from "./coding-agent.js";
export type { CodingAgentEvent, CodingAgentOptions, RunCommand } from "./coding-agent.js";
export type { CompactionEnd, CompactTrigger } from "./compaction.js";
export { latestSession, readSession, SessionError } from "./saved-session.js";
export type { SavedSession } from "./saved-session.js";
export { AgentSession } from "./session.js";
export type { SessionEvent, SessionOptions } from "./session.js";
export { shellCommand } from "./shell-command.js";
