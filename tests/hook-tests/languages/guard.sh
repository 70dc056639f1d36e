#!/bin/sh
. "$(dirname -- "$0")/snaphook-hook.sh" || exit 2
snaphook_hook PreToolUse Bash
case " $SNAPHOOK_COMMAND " in
  *" rm -rf "* | *" --force "* | *"/dev/sd"*) snaphook_deny "never: $SNAPHOOK_COMMAND" ;;
  *" sudo "* | *" npm publish "*) snaphook_ask "really? $SNAPHOOK_COMMAND" ;;
  *" git "*) snaphook_context "the branch is main" ;;
esac
