import { lineAt } from "../../edits.js";
import type { Rule } from "../../rule.js";
import { sourceAt } from "../../subject.js";

export const stdinDrained: Rule = {
  code: "stdin-drained",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ script }) {
    if (script === null) return;
    for (const { at, before } of script.facts.drainedStdin) {
      const line = lineAt(sourceAt(script, before), before.start);
      const where = script.isInline ? "before" : `in line ${line}`;
      yield {
        at,
        // Another file may have other ways to get it.
        severity: at.file === before.file ? "error" : "warning",
        message: `This reads stdin again, which was read to its end ${where}: it gets nothing.`,
        fix: {
          safety: "unsafe",
          description: "read the payload once into a variable, and use that here",
        },
      };
    }
  },
  bad: [
    {
      title: "two fields, each read by jq from stdin",
      event: "PreToolUse",
      script: `#!/bin/bash
TOOL=$(jq -r '.tool_name')
COMMAND=$(jq -r '.tool_input.command')
if [ "$TOOL" = Bash ] && [ "$COMMAND" = reboot ]; then
  echo "Blocked: no reboot" >&2
  exit 2
fi
`,
    },
    {
      title: "a function that reads, called twice",
      event: "PreToolUse",
      script: `#!/bin/bash
field() { jq -r "$1 // empty"; }
TOOL=$(field .tool_name)
COMMAND=$(field .tool_input.command)
[ "$COMMAND" = reboot ] && { echo "Blocked: no reboot for $TOOL" >&2; exit 2; }
exit 0
`,
    },
    {
      title: "code that reads what the shell has read before",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
COMMAND=$(python3 -c 'import json, sys; print(json.load(sys.stdin)["tool_input"]["command"])')
[ "$COMMAND" = reboot ] && { echo "Blocked: no reboot" >&2; exit 2; }
echo "$INPUT" >> log.json
`,
    },
    {
      title: "the same in Python",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
raw = sys.stdin.read()
open("log.json", "a").write(raw)
data = json.load(sys.stdin)
if data["tool_input"]["command"] == "reboot":
    print("Blocked: no reboot", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "a function of a JavaScript hook that reads, called twice",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
const fs = require("fs");
const payload = () => JSON.parse(fs.readFileSync(0, "utf8"));
const tool = payload().tool_name;
const command = payload().tool_input.command;
if (tool === "Bash" && command === "reboot") {
  console.error("Blocked: no reboot");
  process.exit(2);
}
`,
    },
  ],
  good: [
    {
      title: "read once, used twice",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
field() { jq -r "$1 // empty"; }
TOOL=$(echo "$INPUT" | field .tool_name)
COMMAND=$(field .tool_input.command <<< "$INPUT")
[ "$COMMAND" = reboot ] && { echo "Blocked: no reboot for $TOOL" >&2; exit 2; }
exit 0
`,
    },
    {
      title: "read on one of two ways",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
if len(sys.argv) > 1:
    data = json.loads(sys.stdin.read())
else:
    data = json.load(sys.stdin)
if data["tool_input"]["command"] == "reboot":
    print("Blocked: no reboot", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "what was read is kept",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
const fs = require("fs");
let kept = null;
function payload() {
  if (kept === null) kept = JSON.parse(fs.readFileSync(0, "utf8"));
  return kept;
}
if (payload().tool_name === "Bash" && payload().tool_input.command === "reboot") {
  console.error("Blocked: no reboot");
  process.exit(2);
}
`,
    },
    {
      title: "two fields from one reading",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
const { tool_name, tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (tool_name === "Bash" && tool_input.command === "reboot") {
  console.error("Blocked: no reboot");
  process.exit(2);
}
`,
    },
  ],
};
