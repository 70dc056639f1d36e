#!/bin/sh
# A guard for shell commands. Exit code 2 blocks, and the model reads stderr; {} says nothing.
# Whatever cannot be read is blocked: a guard that fails must not let a command pass.

block() {
  printf '%s\n' "$1" >&2
  exit 2
}

command -v jq >/dev/null 2>&1 || block "guard: jq is not installed, so commands cannot be checked"
line=$(jq -er '.tool_input.command | strings') && [ -n "$line" ] ||
  block "guard: the payload has no command"

printf '%s\n' "$line" |
  grep -Eiq '(^|[^[:alnum:]_])rm[[:space:]]+(-[^[:space:]]+[[:space:]]+)*-[[:alpha:]]*[rf]'
case $? in
  0) block "rm -rf is not for agents: say which files should go, and why" ;;
  1) echo '{}' ;; # nothing to say
  *) block "guard: grep failed, so the command was not checked" ;;
esac
