import type { Rule } from "../../rule.js";

const SHORTEST = 0.3;
const LONGEST = 3600;

export const timeoutUnit: Rule = {
  code: "timeout-unit",
  group: "settings",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ hook }) {
    const { timeoutSeconds: seconds, host } = hook;
    if (seconds === null) return;
    if (seconds > 0 && seconds < SHORTEST)
      yield {
        severity: "error",
        message: `The timeout is ${seconds * 1000} ms: ${host} counts in milliseconds, and no program starts and ends in that time.`,
        sees: { user: "at most that a hook timed out", model: "nothing" },
        fix: { safety: "unsafe", description: `set it to ${Math.round(seconds * 1_000_000)}` },
      };
    if (seconds >= LONGEST)
      yield {
        message: `The timeout is ${seconds} seconds (${Math.round(seconds / 3600)} hours): ${host} counts in seconds, and a hook that hangs holds up everything.`,
        sees: { user: "an agent that waits", model: "nothing" },
        fix: {
          safety: "unsafe",
          description: `set it to ${Math.max(1, Math.round(seconds / 1000))}`,
        },
      };
  },
  bad: [
    {
      title: "milliseconds where seconds count",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat) || exit 2
if echo "$INPUT" | grep -q secret; then
  echo "Blocked: secrets" >&2
  exit 2
fi
`,
      timeout: 60000,
    },
    {
      title: "seconds where milliseconds count",
      event: "BeforeTool",
      host: "gemini",
      script: `#!/bin/bash
INPUT=$(cat) || exit 2
if echo "$INPUT" | grep -q secret; then
  echo "Blocked: secrets" >&2
  exit 2
fi
`,
      timeout: 0.06,
    },
  ],
  good: [
    {
      title: "a minute",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat) || exit 2
if echo "$INPUT" | grep -q secret; then
  echo "Blocked: secrets" >&2
  exit 2
fi
`,
      timeout: 60,
    },
  ],
};
