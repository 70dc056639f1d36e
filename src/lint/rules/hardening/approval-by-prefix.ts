import type { Rule } from "../../rule.js";

const PREFIX =
  /\.starts[wW]ith\([^)]*\)|re\.match\([^)]*\)|==\s*"?[\w/-][\w /-]*"?\*|=~\s*\^\(?[\w|\\ ]+|r?["']\^\(?[\w|\\ ()?:]+/g;
const SEPARATORS = /\[[^\]\n]*[;&|][^\]\n]*\]|["'](?:;|&&|\|\||\|)["']|shlex|fullmatch/;

/** What a path begins with says nothing of a command. */
const OF_PATH = /(?:path|file|dir|url)[\w"'\]})]*\s*(?:\.|=)?[=~]*\s*$/i;

/** The first test of how something begins that is no path. */
function prefixIn(source: string): RegExpExecArray | undefined {
  return [...source.matchAll(PREFIX)].find(
    ({ index }) => !OF_PATH.test(source.slice(source.lastIndexOf("\n", index) + 1, index)),
  );
}

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
    const prefix = way === undefined ? undefined : prefixIn(script.source);
    if (prefix === undefined || SEPARATORS.test(script.source)) return;
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
      title: "how a path begins",
      event: "preToolUse",
      host: "copilot",
      script: `#!/bin/bash
INPUT=$(cat) || exit 2
ARGS=$(jq -r .toolArgs <<<"$INPUT")
FILE_PATH=$(jq -r .path <<<"$ARGS")
if [[ "$(jq -r .command <<<"$ARGS")" == *secret* ]]; then
  echo '{"permissionDecision": "deny", "permissionDecisionReason": "secrets"}'
elif [[ "$FILE_PATH" =~ ^src/ ]]; then
  echo '{"permissionDecision": "allow"}'
fi
`,
    },
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
