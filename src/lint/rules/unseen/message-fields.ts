import type { PrintedText } from "../../printed-text.js";

/** Fields in which people write texts for others. */
const fields =
  /(?:^|\.)(?:reason|message|systemMessage|additionalContext|permissionDecisionReason|stopReason|feedback|context|additional_context|user_message|agent_message|userMessage|agentMessage|warning|error|output|stdout|stderr|text|note|suggestion|hint|instructions|details|content)$/;

export function isMessage({ path }: PrintedText): boolean {
  return fields.test(path);
}
