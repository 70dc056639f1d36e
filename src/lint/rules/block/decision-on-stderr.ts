import type { Rule } from "../../rule.js";
import { toStdout } from "../../script-edits.js";

const decisions = [
  "decision",
  "permissionDecision",
  "hookSpecificOutput",
  "continue",
  "permission",
];

export const decisionOnStderr: Rule = {
  code: "decision-on-stderr",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check({ ways, hook, script }) {
    const seen = new Set<number>();
    for (const { stderr, reading, code } of ways)
      for (const { write, answer } of stderr) {
        const key = decisions.find((name) => answer?.has(name) === true);
        if (key === undefined || seen.has(write.id)) continue;
        seen.add(write.id);
        const blocks = reading.outcome === "block" || reading.outcome === "halt";
        // Gemini CLI and Qwen Code read it there too, if stdout is empty.
        if (blocks && code === 0) continue;
        yield {
          at: write.at,
          severity: blocks ? "warning" : "error",
          message: blocks
            ? `${hook.host} does not read JSON on stderr: exit code ${code} blocks, and the whole JSON text is shown as the reason.`
            : `${hook.host} does not read JSON on stderr: \`${key}\` has no effect.`,
          sees: blocks
            ? { user: "the raw JSON", model: "the raw JSON" }
            : { user: "nothing", model: "nothing" },
          fix: {
            safety: "unsafe",
            description: blocks
              ? "write only the reason to stderr, or print the JSON on stdout and exit with 0"
              : "print the JSON on stdout and exit with 0",
            edits: code === 0 ? toStdout(script?.source ?? "", write.at) : undefined,
          },
        };
      }
  },
  bad: [
    {
      title: "the decision goes to stderr",
      event: "PreToolUse",
      script: `#!/bin/sh
echo '{"decision": "block", "reason": "no"}' >&2
exit 0
`,
    },
    {
      title: "the same in JavaScript, for Copilot",
      host: "copilot",
      event: "preToolUse",
      script: `#!/usr/bin/env node
console.error(JSON.stringify({ permissionDecision: "deny", permissionDecisionReason: "no" }));
`,
    },
    {
      title: "the same in Python, for Codex",
      host: "codex",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
json.dump({"decision": "block", "reason": "no"}, sys.stderr)
`,
    },
  ],
  good: [
    {
      title: "Gemini CLI reads stderr where stdout is empty",
      host: "gemini",
      event: "BeforeTool",
      script: `#!/bin/sh
echo '{"decision": "deny", "reason": "no"}' >&2
`,
    },
    {
      title: "the decision goes to stdout",
      event: "PreToolUse",
      script: `#!/bin/sh
echo '{"decision": "block", "reason": "no"}'
exit 0
`,
    },
  ],
};
