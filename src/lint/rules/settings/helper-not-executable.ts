import type { Rule } from "../../rule.js";
import { plainGuard } from "../plain-guard.js";

const caller = `#!/bin/bash
DIR="$(cd "$(dirname "\${BASH_SOURCE[0]}")" && pwd)"
exec "$DIR/check.sh"
`;

export const helperNotExecutable: Rule = {
  code: "helper-not-executable",
  group: "settings",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ script, hook }) {
    for (const { path, at, exists, isExecutable, interpreter } of script?.helpers ?? []) {
      if (!exists || isExecutable || interpreter !== null) continue;
      yield {
        at,
        message: `${path} is not executable: this start of it ends with 126, and what it should check is not checked; ${hook.host} goes on without it.`,
        sees: { user: "at most an error of the hook", model: "nothing" },
        fix: {
          safety: "safe",
          description: `run \`chmod +x ${path}\`, or start it by its interpreter`,
        },
      };
    }
  },
  bad: [
    {
      title: "a guard that starts another one",
      event: "PreToolUse",
      script: caller,
      others: { "hooks/check.sh": plainGuard },
      file: "not-executable",
      command: 'bash "$CLAUDE_PROJECT_DIR"/hooks/guard',
    },
  ],
  good: [
    {
      title: "the other one can be started",
      event: "PreToolUse",
      script: caller,
      others: { "hooks/check.sh": plainGuard },
    },
  ],
};
