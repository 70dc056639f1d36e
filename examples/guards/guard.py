#!/usr/bin/env python3
"""A guard for shell commands, for every host that Snaphook knows. Where it cannot do its work, it refuses."""

import re

from snaphook_hook import define_hook, deny

REFUSED = [
    (
        re.compile(r"\brm\s+(?:-\S+\s+)*-\w*[rf]", re.IGNORECASE),
        "rm -rf is not for agents: say which files should go, and why",
    ),
]


def guard(event):
    for pattern, why in REFUSED:
        if pattern.search(event.input["command"]):
            return deny(why)


define_hook("PreToolUse", guard, tools=["Bash"])
