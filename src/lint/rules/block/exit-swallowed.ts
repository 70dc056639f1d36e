import { seenWithTwo } from "../../lanes.js";
import type { Rule } from "../../rule.js";

export const exitSwallowed: Rule = {
  code: "exit-swallowed",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  *check(subject) {
    const { script } = subject;
    for (const { code, at } of script?.facts.swallowed ?? []) {
      if (code === 0) continue;
      yield {
        at,
        message: `This exit with ${code ?? "a code"} is caught by the \`except\` around it: the script ends another way, and the block is lost.`,
        sees: { user: "nothing", model: "nothing" },
        after: seenWithTwo(subject),
        fix: {
          safety: "safe",
          description:
            "write `except Exception:` instead of a bare `except:`, which also catches sys.exit",
        },
      };
    }
  },
  bad: [
    {
      title: "a bare except catches sys.exit(2)",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
    if "rm" in data["tool_input"]["command"]:
        sys.exit(2)
except:
    sys.exit(0)
`,
    },
  ],
  good: [
    {
      title: "except Exception lets it through",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
    if "rm" in data["tool_input"]["command"]:
        sys.exit(2)
except Exception:
    sys.exit(2)
`,
    },
  ],
};
