import type { Rule } from "../../rule.js";
import { problemsOfWays } from "../answer/void-answer.js";

export const hostDenyLost: Rule = {
  code: "host-deny-lost",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "none",
  check: (subject) =>
    problemsOfWays(
      subject,
      ({ code, path }, { reading, stdout }) =>
        code === "host-deny-lost" &&
        path !== "exit" &&
        path !== "stdout" &&
        stdout.some(({ answer }) => answer !== null) &&
        reading.problems.every((other) => other.code !== "host-output-void"),
      ({ path, found }) =>
        `The hook wants to stop something with \`${path}\`: ${found}, but ${subject.hook.host} does not on ${subject.hook.event}.`,
      () => ({
        safety: "unsafe",
        description:
          "block by exit code 2 with the reason on stderr, or by the field that the host reads here",
      }),
    ),
  bad: [
    {
      title: "a decision at the wrong level",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"permissionDecision": "deny"}'
`,
    },
    {
      title: "continue: false does not keep the tool from running",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"continue": false, "stopReason": "too dangerous"}'
`,
    },
  ],
  good: [
    {
      title: "a deny where the host reads it",
      event: "PreToolUse",
      script: `#!/bin/bash
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}'
`,
    },
    {
      title: "continue: false after the tool has run",
      event: "PostToolUse",
      script: `#!/bin/bash
echo '{"continue": false, "stopReason": "too dangerous"}'
`,
    },
  ],
};
