import type { Rule } from "../../rule.js";
import { problemsOfWays } from "./void-answer.js";

export const eventNameMissing: Rule = {
  code: "event-name-missing",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  check: (subject) =>
    problemsOfWays(
      subject,
      ({ code, path, found }) =>
        code === "host-output-void" && path.endsWith("hookEventName") && found === "nothing",
      () =>
        `\`hookSpecificOutput\` has no \`hookEventName\`, so ${subject.hook.host} drops the whole answer.`,
      () => `add \`"hookEventName": "${subject.hook.event}"\` to \`hookSpecificOutput\``,
    ),
  bad: [
    {
      title: "a deny that does not name its event",
      event: "PreToolUse",
      script: `#!/bin/sh
echo '{"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}'
`,
    },
    {
      title: "the same for Codex, in JavaScript",
      host: "codex",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ hookSpecificOutput: { permissionDecision: "deny", permissionDecisionReason: "no" } }));
`,
    },
  ],
  good: [
    {
      title: "Qwen Code does not need it",
      host: "qwen-code",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"hookSpecificOutput": {"permissionDecision": "deny", "permissionDecisionReason": "no"}}))
`,
    },
    {
      title: "a deny with its event",
      event: "PreToolUse",
      script: `#!/bin/sh
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "no"}}'
`,
    },
  ],
};
