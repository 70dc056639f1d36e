#!/bin/sh
# PreToolUse: exit code 2 keeps the tool from running; stderr tells the model why.
case "$(cat)" in
  *"rm -rf"*)
    echo "rm -rf is not allowed in this project: name the files that may go" >&2
    exit 2
    ;;
esac
