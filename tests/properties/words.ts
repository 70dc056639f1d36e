/** The words that an answer may decide with on an event of Snaphook's own dialects, strict ones aside. */
export function wordsOf(event: string): {
  readonly permission: readonly string[];
  readonly decision: readonly string[];
  readonly behavior: readonly string[];
} {
  switch (event) {
    case "PreToolUse":
      return {
        permission: ["allow", "deny", "ask", "defer"],
        decision: ["block", "approve"],
        behavior: [],
      };
    case "PermissionRequest":
      return {
        permission: ["allow", "deny", "ask", "defer"],
        decision: ["block", "approve"],
        behavior: ["allow", "deny"],
      };
    case "UserPromptSubmit":
    case "PostToolUse":
    case "PostToolUseFailure":
    case "Stop":
    case "SubagentStop":
    case "PreCompact":
      return { permission: [], decision: ["block", "approve"], behavior: [] };
    default:
      return { permission: [], decision: [], behavior: [] };
  }
}

/** Decision values as authors write them: exact, respelled, unknown, of another type. Each is JSON text. */
export const decisionTexts: readonly string[] = [
  '"allow"',
  '"deny"',
  '"ask"',
  '"defer"',
  '"block"',
  '"approve"',
  '"DENY"',
  '" Block "',
  '"Ask\\n"',
  '"defer "',
  '"ALLOW"',
  '" approve"',
  '"maybe"',
  '""',
  "true",
  "false",
  "null",
  "1",
  "[]",
  '{"behavior":"allow"}',
  '{"behavior":"deny","message":"no"}',
  '{"behavior":"Ask"}',
  '{"behavior":"allow","behavior":"deny"}',
  '{"behavior":"allow","updatedInput":{}}',
  "{}",
];

/** Values of `continue` and of other booleans. */
export const booleanTexts: readonly string[] = [
  "true",
  "false",
  '"false"',
  '" FALSE "',
  '"true"',
  "0",
  "null",
  '"no"',
];
