import { plainGuard } from "../plain-guard.js";
import type { Rule } from "../../rule.js";

export const scriptNotExecutable: Rule = {
  code: "script-not-executable",
  group: "settings",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  *check({ files, hook }) {
    for (const { written, path, exists, isExecutable, interpreter } of files) {
      if (!exists || isExecutable || interpreter !== null) continue;
      yield {
        message: `${written} is not executable: the shell ends with 126, and ${hook.host} goes on without the hook.`,
        sees: { user: "at most an error of the hook", model: "nothing" },
        fix: {
          safety: "safe",
          description: `run \`chmod +x\` on it, or start it by its interpreter`,
          executable: path,
        },
      };
    }
  },
  bad: [
    {
      title: "no run bit",
      event: "PreToolUse",
      command: '"$CLAUDE_PROJECT_DIR"/hooks/guard',
      file: "not-executable",
    },
  ],
  good: [
    {
      title: "a run bit",
      event: "PreToolUse",
      script: plainGuard,
    },
  ],
};
