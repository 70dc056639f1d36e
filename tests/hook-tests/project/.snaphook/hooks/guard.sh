#!/bin/sh
# Denies rm -rf and reading secrets, asks about a push.
input=$(cat)
case $input in
  *"rm -rf"*)
    echo "rm -rf is not allowed here" >&2
    exit 2
    ;;
  *"git push"*)
    echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask","permissionDecisionReason":"a push leaves this machine"}}'
    exit 0
    ;;
  *"cat .env"*)
    echo "secrets stay in their file" >&2
    exit 2
    ;;
esac
exit 0
