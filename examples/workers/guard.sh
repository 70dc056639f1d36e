#!/usr/bin/env bash
# A guard that says no to commands like `rm -rf /`, as a Snaphook worker: one JSON line in, one JSON line out.
# In the settings:
#     {"type": "worker", "command": "bash", "args": ["examples/workers/guard.sh"], "onFailure": "block"}

# Keep the two pipes to the host for ourselves: 4 brings events, 3 takes answers. Whatever is printed from here on,
# by you or by a program that you start, goes to stderr and so to Snaphook's log.
exec 4<&0 0</dev/null 3>&1 1>&2

# The event's command. With jq it is read properly; without, the first "command" in the line is taken as it is
# written there, with its JSON escapes, which is enough to look for words.
command_of() {
  if command -v jq >/dev/null; then
    jq -r 'if .event.tool_name == "Bash" then .event.tool_input.command // "" else "" end' <<<"$1"
  else
    local pattern='"command":[[:space:]]*"(([^"\\]|\\.)*)"'
    [[ $1 =~ $pattern ]] && printf '%s\n' "${BASH_REMATCH[1]//\\n/ ; }"
  fi
}

# An example and not a fence: a shell has countless ways to say the same.
removes_everything() {
  local rm='(^|[^[:alnum:]_.-])rm[[:space:]]'
  local deep='[[:space:]](-[[:alnum:]]*[rR][[:alnum:]]*|--recursive)([[:space:]]|$)'
  local whole='[[:space:]"'\''](/|~|\$HOME|\$\{HOME\}|/[^/[:space:]]+)/*\**(["'\''[:space:];&|]|\\"|$)'
  [[ $1 =~ $rm && $1 =~ $deep && $1 =~ $whole ]]
}

while IFS= read -r line <&4; do
  # The host always writes the id first, and it is a number in quotes.
  [[ $line =~ ^\{\"id\":\"([0-9]+)\" ]] || continue
  id=${BASH_REMATCH[1]}

  # Reading JSON takes a process; most events do not need it.
  if [[ $line =~ rm([[:space:]]|\\) ]] && removes_everything "$(command_of "$line")"; then
    printf '{"id":"%s","exit":2,"stderr":"This would remove far too much. Name what is to go."}\n' "$id" >&3
    continue
  fi

  # Your own rules go here. Mind that a text in an answer must be JSON: with jq,
  #     jq -cn --arg id "$id" --arg why "$reason" '{id: $id, exit: 2, stderr: $why}' >&3

  # No opinion.
  printf '{"id":"%s"}\n' "$id" >&3
done
