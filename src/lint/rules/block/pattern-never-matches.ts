import { nobody } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import { flawsOf } from "../../script-parts.js";
import { PIPEFAIL } from "../../script/shell-errexit.js";
import { wholeSource } from "../../subject.js";

export const patternNeverMatches: Rule = {
  code: "pattern-never-matches",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check({ script }) {
    // A file that another one takes in has its options.
    const isPiped = script !== null && PIPEFAIL.test(wholeSource(script));
    for (const finding of flawsOf(script, "never-matches", nobody))
      if (!isPiped || !finding.message.startsWith("The code of a pipe")) yield finding;
  },
  bad: [
    {
      title: "the code of a pipe",
      event: "Stop",
      script: `#!/bin/bash
[ "$(jq -r .stop_hook_active)" = true ] && exit 0
if ! npm test 2>&1 | tail -20 >&2; then
  echo "The tests fail: fix them" >&2
  exit 2
fi
`,
    },
    {
      title: "what comes after a pipe that never fails",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/bin/sh
npm run lint 2>&1 | tee lint.log >&2 || { echo "Blocked: lint" >&2; exit 2; }
`,
    },
    {
      title: "a quoted pattern",
      event: "PreToolUse",
      script: `#!/bin/bash
COMMAND=$(jq -r .tool_input.command)
if [[ "$COMMAND" =~ "rm.*-rf" ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
    {
      title: "a quoted wildcard",
      event: "PostToolUse",
      script: `#!/bin/bash
FILE=$(jq -r .tool_input.file_path)
[[ "$FILE" == "*.py" ]] && ruff format "$FILE"
exit 0
`,
    },
    {
      title: "the same in case",
      event: "PostToolUse",
      script: `#!/bin/bash
FILE=$(jq -r .tool_input.file_path)
case "$FILE" in
  "*.py") ruff format "$FILE" ;;
esac
`,
    },
    {
      title: "a wildcard between single brackets",
      event: "PostToolUse",
      script: `#!/bin/bash
FILE=$(jq -r .tool_input.file_path)
if [ "$FILE" == *.py ]; then ruff format "$FILE"; fi
`,
    },
    {
      title: "grep without -E",
      event: "PreToolUse",
      script: `#!/bin/bash
if jq -r .tool_input.command | grep -q "mkfs|shutdown"; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
    {
      title: "a pattern that is taken for an option",
      event: "PreToolUse",
      script: `#!/bin/bash
if jq -r .tool_input.content | grep -qE '-----BEGIN (RSA|EC) PRIVATE KEY'; then
  echo "Blocked: a key" >&2
  exit 2
fi
`,
    },
    {
      title: "a boundary that is none",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, re, sys
if re.search(r"\\brm\\s+-rf\\s+(/|~)\\b", json.load(sys.stdin)["tool_input"]["command"]):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
  ],
  good: [
    {
      title: "the script that takes it in looks at every code of a pipe",
      event: "Stop",
      script: `#!/bin/bash
set -o pipefail
source "$(dirname "$0")/lib.sh"
first notes.md
`,
      others: {
        "hooks/lib.sh": `first() { grep TODO "$1" | head -1 || echo none; }
`,
      },
    },
    {
      title: "a pipe that fails with its first program",
      event: "Stop",
      script: `#!/bin/bash
set -o pipefail
[ "$(jq -r .stop_hook_active)" = true ] && exit 0
if ! npm test 2>&1 | tail -20 >&2; then
  echo "The tests fail: fix them" >&2
  exit 2
fi
`,
    },
    {
      title: "what the last program finds, and what nobody asks",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/bin/bash
INPUT=$(cat) || exit 2
git status --short | head -5 >> status.log || true
if git diff --cached | grep -q secret; then
  echo "Blocked: secrets" >&2
  exit 2
fi
`,
    },
    {
      title: "patterns that are patterns",
      event: "PreToolUse",
      script: `#!/bin/bash
COMMAND=$(jq -r .tool_input.command)
if [[ "$COMMAND" =~ rm.*-rf || "$COMMAND" =~ "rm -rf /" || "$COMMAND" == *"secret"* ]] ||
  [ "$COMMAND" = "*" ] || echo "$COMMAND" | grep -q 'curl.* | *sh' ||
  echo "$COMMAND" | grep -qE "mkfs|shutdown" || echo "$COMMAND" | grep -q "halt\\|reboot"; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
  ],
};
