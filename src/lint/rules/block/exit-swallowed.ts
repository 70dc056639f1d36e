import { seenWithTwo } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import { onlyMatch } from "../../script-edits.js";

export const exitSwallowed: Rule = {
  code: "exit-swallowed",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  *check(subject) {
    const { script } = subject;
    for (const { code, at, handler } of script?.facts.swallowed ?? []) {
      if (code === 0) continue;
      const start = { start: handler.start, end: Math.min(handler.end, handler.start + 40) };
      const bare = onlyMatch(
        script?.source.slice(start.start, start.end) ?? "",
        { start: 0, end: 0 },
        /^except(?:\s+BaseException)?(?=\s*(?::|as\b))/g,
      );
      yield {
        at,
        message: `This exit with ${code ?? "a code"} is caught by the \`except\` around it: the script ends another way, and the block is lost.`,
        sees: { user: "nothing", model: "nothing" },
        after: seenWithTwo(subject),
        fix: {
          safety: "safe",
          description:
            "write `except Exception:` instead of a bare `except:`, which also catches sys.exit",
          edits:
            bare === null
              ? undefined
              : [{ start: start.start, end: start.start + bare.end, text: "except Exception" }],
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
