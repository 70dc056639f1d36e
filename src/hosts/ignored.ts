import type { ProblemList } from "../problem/index.js";
import { show } from "./restriction.js";

/** Fields that another host or another event reads: whoever writes them wants something. */
const knownElsewhere: ReadonlySet<string> = new Set([
  "additionalContext",
  "additional_context",
  "agent_message",
  "behavior",
  "cancel",
  "clearContext",
  "continue",
  "decision",
  "env",
  "followup_message",
  "hookSpecificOutput",
  "llm_request",
  "llm_response",
  "interrupt",
  "message",
  "modifiedArgs",
  "modifiedPrompt",
  "modifiedResponse",
  "modifiedResult",
  "modifiedTransformedPrompt",
  "permission",
  "permissionDecision",
  "permissionDecisionReason",
  "reason",
  "stopReason",
  "suppressOutput",
  "systemMessage",
  "tailToolCallRequest",
  "toolConfig",
  "tool_input",
  "updatedInput",
  "updatedPrompt",
  "updatedToolOutput",
  "updated_input",
  "updated_mcp_tool_output",
  "user_message",
]);

/** A field without effect: a warning where anybody reads it somewhere, else a remark. */
export function reportIgnored(list: ProblemList, key: string, path: string, value: unknown): void {
  list.report("host-ignores-field", () => ({
    path,
    found: show(value),
    ...(!knownElsewhere.has(key) && { severity: "info" }),
  }));
}
