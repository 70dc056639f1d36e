#!/usr/bin/env python3
from snaphook_hook import ask, context, define_hook, deny


def guard(event):
    command = event.input["command"]
    padded = f" {command} "
    if any(word in padded for word in (" rm -rf ", " --force ", "/dev/sd")):
        return deny(f"never: {command}")
    if any(word in padded for word in (" sudo ", " npm publish ")):
        return ask(f"really? {command}")
    if " git " in padded:
        return context("the branch is main")


define_hook("PreToolUse", guard, tools=["Bash"])
