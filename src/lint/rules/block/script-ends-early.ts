import type { Rule } from "../../rule.js";
import { flawsOf } from "../../script-parts.js";

export const scriptEndsEarly: Rule = {
  code: "script-ends-early",
  group: "block",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  check: ({ script }) =>
    flawsOf(script, "ends-early", { user: "at most an error of the hook", model: "nothing" }),
  bad: [
    {
      title: "a search that finds nothing",
      event: "PreToolUse",
      script: `#!/bin/bash
set -euo pipefail
COMMAND=$(jq -r .tool_input.command)
TARGET=$(echo "$COMMAND" | grep -oE '/etc/[a-z]+' | head -1)
if [ -n "$TARGET" ] || [ "$COMMAND" = reboot ]; then
  echo "Blocked: $COMMAND" >&2
  exit 2
fi
`,
    },
    {
      title: "a function that ends with a test, and a trap for errors",
      event: "PreToolUse",
      script: `#!/bin/bash
trap 'exit 0' ERR
COMMAND=$(jq -r .tool_input.command)
REASON=""
check() {
  [[ "$COMMAND" == *secret* ]] && REASON="secrets"
}
check
if [ -n "$REASON" ] || [ "$COMMAND" = reboot ]; then
  echo "Blocked: $REASON" >&2
  exit 2
fi
`,
    },
    {
      title: "a counter that begins with 0",
      event: "PostToolUse",
      script: `#!/bin/bash
set -e
COUNT=0
for FILE in src/*.ts; do
  if grep -q TODO "$FILE"; then ((COUNT++)); fi
done
if [ "$COUNT" -gt 0 ]; then
  echo "Please remove $COUNT TODOs" >&2
  exit 2
fi
`,
    },
  ],
  good: [
    {
      title: "names that are in every payload",
      event: "Stop",
      script: `#!/bin/bash
set -euo pipefail
INPUT=$(cat)
SESSION=$(echo "$INPUT" | grep -o '"session_id":"[^"]*"' | head -1 | cut -d'"' -f4)
echo "$SESSION" >> sessions.log
`,
    },
    {
      title: "searches whose result is looked at",
      event: "PreToolUse",
      script: `#!/bin/bash
set -euo pipefail
COMMAND=$(jq -r .tool_input.command)
TARGET=$(echo "$COMMAND" | grep -oE '/etc/[a-z]+' | head -1 || true)
is_secret() { [[ "$COMMAND" == *secret* ]]; }
COUNT=0
COUNT=$((COUNT + 1))
if is_secret || [ -n "$TARGET" ] || echo "$COMMAND" | grep -q reboot; then
  echo "Blocked: $COMMAND" >&2
  exit 2
fi
`,
    },
    {
      title: "without set -e",
      event: "PreToolUse",
      script: `#!/bin/bash
COMMAND=$(jq -r .tool_input.command)
TARGET=$(echo "$COMMAND" | grep -oE '/etc/[a-z]+')
[ -n "$TARGET" ] && { echo "Blocked: $TARGET" >&2; exit 2; }
exit 0
`,
    },
  ],
};
