import { inProject } from "../../project-variable.js";
import type { Rule } from "../../rule.js";

export const scriptRelative: Rule = {
  code: "script-relative",
  group: "settings",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ hook, files }) {
    if (inProject(hook.host, "") === undefined || /(?:^|[;&"']\s*)cd\s/.test(hook.command ?? ""))
      return;
    const command = hook.command ?? "";
    for (const { written, exists } of files) {
      if (!exists || /^["']?(?:[/~$]|[A-Za-z]:)/.test(written)) continue;
      const meant = inProject(hook.host, written.replace(/^(["']?)(?:\.\/)?/, "$1")) ?? "";
      const isOnce = hook.args === undefined && command.split(written).length === 2;
      yield {
        severity: "info",
        message: `${written} is looked for in the folder that the agent is in at that moment: after a \`cd\` the hook is not found, and ${hook.host} goes on without it.`,
        fix: {
          safety: "unsafe",
          description: `write ${meant}`,
          entry: isOnce ? { command: command.replace(written, () => meant) } : undefined,
        },
      };
    }
  },
  bad: [
    {
      title: "a path from wherever the agent is",
      event: "PreToolUse",
      command: "hooks/guard",
    },
  ],
  good: [
    {
      title: "a path from the project",
      event: "PreToolUse",
      command: '"$CLAUDE_PROJECT_DIR"/hooks/guard',
    },
  ],
};
