import type { Rule } from "../../rule.js";

export const variableUnquoted: Rule = {
  code: "variable-unquoted",
  group: "settings",
  severity: "info",
  confidence: "shape",
  fix: "safe",
  *check({ hook, files }) {
    if (hook.args !== undefined) return;
    for (const { written, isUnquoted } of files) {
      if (!isUnquoted) continue;
      yield {
        message: `${written} is not between quotes: in a folder whose path has a blank the script is not found, and ${hook.host} goes on without the hook.`,
        fix: { safety: "safe", description: `write "${written.replaceAll('"', "")}"` },
      };
    }
  },
  bad: [
    {
      title: "no quotes",
      event: "PreToolUse",
      command: "$CLAUDE_PROJECT_DIR/hooks/guard",
    },
  ],
  good: [
    {
      title: "quotes",
      event: "PreToolUse",
      command: '"$CLAUDE_PROJECT_DIR"/hooks/guard',
    },
  ],
};
