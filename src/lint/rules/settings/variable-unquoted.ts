import type { Rule } from "../../rule.js";

/** The first variable, with nothing between quotes before it. */
const VARIABLE = /^([^"'$]*)(\$\{\w+(?::-[^}"']*)?\}|\$\w+)/;

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
      const command = hook.command ?? "";
      const quoted = written.replace(VARIABLE, '$1"$2"');
      const isOnce = command.split(written).length === 2;
      yield {
        message: `${written} is not between quotes: in a folder whose path has a blank the script is not found, and ${hook.host} goes on without the hook.`,
        fix: {
          safety: "safe",
          description: `write ${quoted}`,
          entry: isOnce ? { command: command.replace(written, () => quoted) } : undefined,
        },
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
