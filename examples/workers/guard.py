#!/usr/bin/env python3
"""A guard that says no to commands like `rm -rf /`.

In the settings:
    {"type": "worker", "command": "python3", "args": ["examples/workers/guard.py"], "onFailure": "block"}
"""

import re
import shlex

from snaphook_worker import serve

# What must never be removed whole: the root, a home folder, and what is right below the root.
PRECIOUS = re.compile(r"^(/|~|\$HOME|\$\{HOME\}|/[^/]+)/*\**$")


def decide(event):
    if event.get("tool_name") != "Bash":
        return None
    command = event.get("tool_input", {}).get("command", "")
    if removes_everything(command):
        return "This would remove far too much. Name what is to go."

    # Your own rules go here. Give back a text to say no, None to have no opinion,
    # or a dict such as {"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "ask"}}.
    return None


def removes_everything(command):
    # An example and not a fence: a shell has countless ways to say the same.
    for part in re.split(r"[;&|\n]+", command):
        try:
            words = shlex.split(part)
        except ValueError:  # an open quote
            words = part.split()
        if "rm" not in (word.rsplit("/", 1)[-1] for word in words):
            continue
        flags = [word for word in words if word.startswith("-")]
        deep = any(flag == "--recursive" or re.match(r"^-\w*[rR]", flag) for flag in flags)
        if deep and any(PRECIOUS.match(word) for word in words if "rm" != word.rsplit("/", 1)[-1]):
            return True
    return False


serve(decide)
