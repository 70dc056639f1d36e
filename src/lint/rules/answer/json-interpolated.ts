import type { Rule } from "../../rule.js";

export const jsonInterpolated: Rule = {
  code: "json-interpolated",
  group: "answer",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ ways, hook }) {
    const seen = new Set<number>();
    for (const { stdout } of ways)
      for (const { write, answer, isInterpolated } of stdout) {
        if (!isInterpolated || answer === null || seen.has(write.id)) continue;
        seen.add(write.id);
        yield {
          at: write.at,
          message: `Values are put into JSON that is written by hand: a quote or a line break in one of them breaks it, and ${hook.host} drops the answer.`,
          sees: { user: "then an error of the hook", model: "then nothing" },
          fix: {
            safety: "unsafe",
            description:
              "build it with `jq -n --arg reason \"$REASON\" '{…, reason: $reason}'`, json.dumps or JSON.stringify",
          },
        };
      }
  },
  bad: [
    {
      title: "a variable in JSON",
      event: "PostToolUse",
      script: `#!/bin/bash
REASON=$(npm test 2>&1 | tail -1)
echo "{\\"decision\\": \\"block\\", \\"reason\\": \\"$REASON\\"}"
`,
    },
  ],
  good: [
    {
      title: "jq quotes it",
      event: "PostToolUse",
      script: `#!/bin/bash
REASON=$(npm test 2>&1 | tail -1)
jq -n --arg reason "$REASON" '{decision: "block", reason: $reason}'
`,
    },
  ],
};
