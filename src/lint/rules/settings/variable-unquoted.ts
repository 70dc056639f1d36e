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
    const command = hook.command ?? "";
    const unquoted = files.filter(({ isUnquoted }) => isUnquoted).map(({ written }) => written);
    // `cd $CLAUDE_PROJECT_DIR && …`
    const [folder] =
      /(?<=(?:^|[;&|]\s*)cd\s+)\$\{?[A-Z]+_PROJECT_DIR\b\}?[^\s"';&|]*/.exec(command) ?? [];
    for (const written of folder === undefined ? unquoted : [folder, ...unquoted]) {
      const quoted = written.replace(VARIABLE, '$1"$2"');
      const isOnce = command.split(written).length === 2;
      yield {
        message: `${written} is not between quotes: in a folder whose path has a blank it is not found, and ${hook.host} goes on without the hook.`,
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
    {
      title: "a folder without quotes",
      event: "Stop",
      command: "cd $CLAUDE_PROJECT_DIR && notify-send done",
    },
  ],
  good: [
    {
      title: "a folder with quotes",
      event: "Stop",
      command: 'cd "$CLAUDE_PROJECT_DIR" && notify-send done',
    },
    {
      title: "quotes",
      event: "PreToolUse",
      command: '"$CLAUDE_PROJECT_DIR"/hooks/guard',
    },
  ],
};
