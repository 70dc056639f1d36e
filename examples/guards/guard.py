#!/usr/bin/env python3
"""A guard for shell commands. Exit code 2 blocks, and the model reads stderr; {} says nothing.

Whatever cannot be read is blocked: a guard that fails must not let a command pass.
"""

import json
import re
import sys

REFUSED = [
    (
        re.compile(r"\brm\s+(?:-\S+\s+)*-\w*[rf]", re.IGNORECASE),
        "rm -rf is not for agents: say which files should go, and why",
    ),
]


def block(why):
    print(why, file=sys.stderr)
    sys.exit(2)


try:
    command = json.load(sys.stdin.buffer)["tool_input"]["command"]
    if not isinstance(command, str):
        raise TypeError("the command is not a text")
except Exception as error:
    block(f"guard: the payload cannot be read: {error!r}")

for pattern, why in REFUSED:
    if pattern.search(command):
        block(why)
print("{}")  # nothing to say
