import type { Rule } from "../../rule.js";

export const scriptUnread: Rule = {
  code: "script-unread",
  group: "input",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ script }) {
    const fault = script?.parsed.fault ?? null;
    if (script === null || (fault === null && !script.facts.isPartial)) return;
    const why = fault?.message ?? "it has too many ways";
    yield {
      at: fault?.at ?? { start: 0, end: 1 },
      severity: fault === null ? "info" : "warning",
      message: `Not all of this script can be read as ${script.parsed.language}: ${why}. What is wrong in it may not be found.`,
      fix: { safety: "unsafe", description: "correct the syntax, or split the script" },
    };
  },
  bad: [
    {
      title: "a syntax error",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
def (:
`,
    },
  ],
  good: [
    {
      title: "a script that can be read",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import sys
sys.exit(0)
`,
    },
  ],
};
