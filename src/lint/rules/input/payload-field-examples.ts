import type { Example } from "../../rule.js";

export const payloadFieldBad: readonly Example[] = [
  {
    title: "Edit has its text by another name than Write",
    event: "PreToolUse",
    matcher: "Edit|Write",
    script: `#!/bin/bash
INPUT=$(cat)
CONTENT=$(printf '%s' "$INPUT" | python3 -c "
import json, sys
print(json.load(sys.stdin).get('tool_input', {}).get('content', ''))
")
if printf '%s' "$CONTENT" | grep -q 'BEGIN PRIVATE KEY'; then
  echo "Blocked: a key" >&2
  exit 2
fi
`,
  },
  {
    title: "a command's output by a name that it does not have",
    event: "PostToolUse",
    matcher: "Bash",
    script: `#!/usr/bin/env python3
import json, sys
response = json.load(sys.stdin).get("tool_response", {})
if "AKIA" in str(response.get("output", "")):
    print("Blocked: a key is in the output", file=sys.stderr)
    sys.exit(2)
`,
  },
  {
    title: "in what a loop or `read` is fed with",
    event: "Stop",
    script: `#!/bin/bash
INPUT=$(cat)
IFS=$'\\t' read -r MESSAGE SECONDS_SPENT < <(printf '%s' "$INPUT" | node -e "
  let text = '';
  process.stdin.on('data', (part) => (text += part));
  process.stdin.on('end', () => {
    const event = JSON.parse(text);
    process.stdout.write(event.stop_reason + '\\t' + event.duration_ms);
  });
")
notify-send "Claude is $MESSAGE" "$SECONDS_SPENT"
`,
  },
  {
    title: "a name that is searched in the text",
    event: "StopFailure",
    script: String.raw`#!/bin/bash
INPUT=$(cat)
echo "$INPUT" | grep -o '"matcher"[[:space:]]*:[[:space:]]*"[^"]*"' >> errors.log
`,
  },
  {
    title: "a field that is looked for in the text, for Copilot",
    host: "copilot",
    event: "preToolUse",
    script: `#!/bin/bash
INPUT=$(cat)
ARGS=$(printf '%s' "$INPUT" | grep -o '"toolInput": *{[^}]*}' | head -1)
case "$ARGS" in *secret*) echo '{"permissionDecision": "deny", "permissionDecisionReason": "Blocked"}';; esac
`,
  },
  {
    title: "a function that is given the path",
    event: "PreToolUse",
    matcher: "Bash",
    script: `#!/bin/bash
INPUT=$(cat)
field() { echo "$INPUT" | jq -r "$1 // empty"; }
COMMAND=$(field .command)
case "$COMMAND" in *secret*) echo "Blocked" >&2; exit 2;; esac
`,
  },
  {
    title: "a field by another name",
    event: "PreToolUse",
    matcher: "Bash",
    script: `#!/bin/bash
COMMAND=$(jq -r .command)
case "$COMMAND" in *secret*) echo "Blocked" >&2; exit 2;; esac
`,
  },
  {
    title: "Claude Code's names in Copilot, or nothing",
    host: "copilot",
    event: "postToolUse",
    script: `#!/bin/bash
INPUT=$(cat)
NAME=$(echo "$INPUT" | jq -r '.tool_name // empty')
[ "$NAME" = create ] && touch created
`,
  },
  {
    title: "Cursor sends the command itself",
    host: "cursor",
    event: "beforeShellExecution",
    script: `#!/usr/bin/env node
const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (data.tool_input.command.includes("rm")) console.log(JSON.stringify({ permission: "deny" }));
`,
  },
  {
    title: "names of another host",
    event: "PreToolUse",
    script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data.get("toolName") == "Bash":
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
  },
  {
    title: "one name of another host beside the host's own",
    event: "PreToolUse",
    script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data.get("toolName") == "Bash" and "secret" in data["tool_input"]["command"]:
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
  },
  {
    title: "a field that no event has",
    event: "SubagentStop",
    script: `#!/usr/bin/env node
const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
require("fs").appendFileSync("agents.log", String(data.turns_used));
`,
  },
  {
    title: "the kind of an agent by another name",
    event: "SubagentStart",
    script: `#!/bin/bash
jq -r .agent_name >> agents.log
`,
  },
  {
    title: "a payload that is read with care",
    event: "Stop",
    script: `#!/bin/bash
payload=$(cat 2>/dev/null || echo '{}')
reason=$(printf '%s' "$payload" | python3 -c "
import json, sys
print(json.load(sys.stdin).get('stop_reason', 'unknown'))
" 2>/dev/null || echo unknown)
echo "$reason" >> stops.log
`,
  },
  {
    title: "an exit code that is never sent",
    event: "PostToolUse",
    matcher: "Bash",
    script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data["tool_response"].get("exit_code", 0) != 0:
    print("The command has failed", file=sys.stderr)
    sys.exit(2)
`,
  },
  {
    title: "a tool of the matcher that has its path elsewhere",
    event: "PreToolUse",
    matcher: "Edit|Write|NotebookEdit",
    script: `#!/bin/bash
FILE=$(jq -r '.tool_input.file_path // empty')
case "$FILE" in *.lock) echo "Blocked: generated" >&2; exit 2;; esac
`,
  },
  {
    title: "names that are tried in a loop",
    event: "PreToolUse",
    matcher: "Bash",
    script: `#!/usr/bin/env python3
import json, sys
args = json.load(sys.stdin)["tool_input"]
for key in ("patch", "input"):
    if "secret" in args.get(key, ""):
        print("Blocked: secrets", file=sys.stderr)
        sys.exit(2)
`,
  },
  {
    title: "a field that the tool does not have",
    event: "PreToolUse",
    matcher: "Write|Edit",
    script: `#!/usr/bin/env node
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (tool_input.path.endsWith(".env")) process.exit(2);
`,
  },
];

export const payloadFieldGood: readonly Example[] = [
  {
    title: "a branch for each of two hosts",
    event: "PreToolUse",
    matcher: "Bash",
    script: `#!/usr/bin/env node
const payload = JSON.parse(require("fs").readFileSync(0, "utf8"));
function commandOf() {
  if (typeof payload.toolName === "string") return JSON.parse(payload.toolArgs).command;
  return payload.tool_input.command;
}
if (commandOf().includes("secret")) {
  console.error("Blocked: secrets");
  process.exit(2);
}
`,
  },
  {
    title: "the same branches, where the other host runs it",
    host: "copilot",
    event: "preToolUse",
    script: `#!/usr/bin/env node
const payload = JSON.parse(require("fs").readFileSync(0, "utf8"));
let command = "";
if (payload.tool_name) command = payload.tool_input.command;
else command = payload.toolArgs.command;
if (command.includes("secret"))
  console.log(JSON.stringify({ permissionDecision: "deny", permissionDecisionReason: "secrets" }));
`,
  },
  {
    title: "the text of Write alone, because it asks for the tool",
    event: "PreToolUse",
    matcher: "Edit|Write",
    script: `#!/bin/bash
INPUT=$(cat)
if [ "$(echo "$INPUT" | jq -r .tool_name)" = "Write" ]; then
  echo "$INPUT" | jq -r .tool_input.content | grep -q TODO && { echo "Blocked: a TODO" >&2; exit 2; }
fi
exit 0
`,
  },
  {
    title: "a command's output, and what other tools answer",
    event: "PostToolUse",
    matcher: "Bash|Write",
    script: `#!/usr/bin/env python3
import json, sys
response = json.load(sys.stdin).get("tool_response", {})
if "AKIA" in response.get("stdout", "") + response.get("content", ""):
    print("Blocked: a key is in the output", file=sys.stderr)
    sys.exit(2)
`,
  },
  {
    title: "names that are searched in the text, and sent",
    event: "StopFailure",
    script: String.raw`#!/bin/bash
INPUT=$(cat)
echo "$INPUT" | grep -o '"error"[[:space:]]*:[[:space:]]*"[^"]*"' >> errors.log
`,
  },
  {
    title: "what a stream has itself",
    event: "Stop",
    script: `#!/usr/bin/env node
if (process.stdin.isTTY) process.exit(0);
process.stdin.on("error", (error) => console.error(error.message));
process.stdin.on("data", (chunk) => require("fs").appendFileSync("stop.log", chunk));
`,
  },
  {
    title: "the first that is there",
    event: "SubagentStop",
    script: `#!/usr/bin/env node
const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
require("fs").appendFileSync("agents.log", data.agent_type || data.agent_kind || "unknown");
`,
  },
  {
    title: "a script for several tools",
    event: "PreToolUse",
    matcher: "Bash",
    script: `#!/usr/bin/env python3
import json, sys
tool_input = json.load(sys.stdin)["tool_input"]
if "secret" in tool_input.get("command", "") + tool_input.get("file_path", ""):
    print("Blocked: secrets", file=sys.stderr)
    sys.exit(2)
`,
  },
  {
    title: "the names of Copilot",
    host: "copilot",
    event: "preToolUse",
    script: `#!/bin/bash
NAME=$(jq -r .toolName)
[ "$NAME" = bash ] && echo '{"permissionDecision": "deny", "permissionDecisionReason": "no"}'
`,
  },
  {
    title: "one script for two hosts",
    event: "PreToolUse",
    script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
name = data.get("tool_name") or data.get("toolName")
if name == "Bash":
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
  },
  {
    title: "the names of Gemini CLI",
    host: "gemini",
    event: "BeforeTool",
    script: `#!/usr/bin/env python3
import json, sys
if json.load(sys.stdin)["tool_name"] == "run_shell_command":
    print(json.dumps({"decision": "deny", "reason": "no commands"}))
`,
  },
  {
    title: "the fields of the payload",
    event: "PreToolUse",
    script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if data.get("tool_name") == "Bash":
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
  },
];
