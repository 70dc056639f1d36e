import type { Rule } from "../../rule.js";

const PREFIX =
  /\.starts[wW]ith\([^)]*\)|re\.match\([^)]*\)|==\s*"?[\w /-]+"?\*|=~\s*\^\(?[\w|\\ ]+|r?["']\^\(?[\w|\\ ()?:]+/;
const SEPARATORS = /\[[^\]\n]*[;&|][^\]\n]*\]|["'](?:;|&&|\|\||\|)["']|shlex|fullmatch/;

export const approvalByPrefix: Rule = {
  code: "approval-by-prefix",
  group: "hardening",
  severity: "warning",
  confidence: "words",
  fix: "none",
  *check({ ways, script, canonical, hook }) {
    if (script === null || (canonical !== "PreToolUse" && canonical !== "PermissionRequest"))
      return;
    if (hook.matcher !== undefined && hook.matcher !== "" && !/Bash|\*/.test(hook.matcher)) return;
    // Where a rewrite is allowed, that is reported.
    const way = ways.find(
      ({ reading, isCertain }) =>
        isCertain && reading.permission === "allow" && reading.input === null,
    );
    const prefix = PREFIX.exec(script.source);
    if (way === undefined || prefix === null || SEPARATORS.test(script.source)) return;
    if (!script.facts.fields.some(({ path }) => path.endsWith("command"))) return;
    yield {
      at: { start: prefix.index, end: prefix.index + prefix[0].length },
      message:
        "A command is allowed by how it begins: `npm test; rm -rf ~` begins the same way, and nobody is asked.",
      sees: { user: "no question", model: "the result" },
      after: { user: "a question for such commands", model: "the result" },
      fix: {
        safety: "unsafe",
        description:
          "allow only commands without `;`, `&`, `|`, `$`, backticks and line breaks, or use permission rules of the host",
      },
    };
  },
  bad: [
    {
      title: "startswith decides",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/usr/bin/env python3
import json, sys
command = json.load(sys.stdin)["tool_input"]["command"]
if command.startswith("npm test"):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}))
`,
    },
  ],
  good: [
    {
      title: "no command after the command",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/usr/bin/env python3
import json, re, sys
command = json.load(sys.stdin)["tool_input"]["command"]
if command.startswith("npm test") and not re.search(r"[;&|$\`\\n]", command):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}))
`,
    },
  ],
};
