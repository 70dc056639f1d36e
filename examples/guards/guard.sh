#!/bin/sh
# A guard for shell commands, for every host that Snaphook knows. Where it cannot do its work, it refuses.
. "$(dirname -- "$0")/snaphook-hook.sh" || exit 2

snaphook_hook PreToolUse Bash

if snaphook_matches "$SNAPHOOK_COMMAND" \
  '(^|[^[:alnum:]_])[rR][mM][[:space:]]+(-[^[:space:]]+[[:space:]]+)*-[[:alpha:]]*[rRfF]'; then
  snaphook_deny "rm -rf is not for agents: say which files should go, and why"
fi
