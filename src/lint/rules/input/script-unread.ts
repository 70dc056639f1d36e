import type { Rule } from "../../rule.js";

export const scriptUnread: Rule = {
  code: "script-unread",
  group: "input",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ script }) {
    if (script === null) return;
    const { parsed, facts } = script;
    let hasFault = false;
    for (const { fault, language } of new Set([parsed, ...parsed.included.values()])) {
      if (fault === null) continue;
      hasFault = true;
      yield {
        at: fault.at,
        message: `Not all of this script can be read as ${language}: ${fault.message}. What is wrong in it may not be found.`,
        fix: {
          safety: "unsafe",
          description: fault.fix ?? "correct the syntax, or split the script",
        },
      };
    }
    if (hasFault || !facts.isPartial) return;
    yield {
      at: { start: 0, end: 1 },
      severity: "info",
      message:
        "The script has too many ways to follow them all. What is wrong in it may not be found.",
      fix: { safety: "unsafe", description: "split the script" },
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
