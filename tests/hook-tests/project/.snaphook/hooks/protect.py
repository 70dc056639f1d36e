"""Denies writing .env, unless ALLOW_ENV is set; warns where the file is listed in protected.txt."""
import json
import os
import sys

payload = json.load(sys.stdin)
path = payload["tool_input"].get("file_path", "")
if os.path.basename(path) == ".env" and not os.environ.get("ALLOW_ENV"):
    answer = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": "the .env file is written by hand",
    }
    print(json.dumps({"hookSpecificOutput": answer}))
elif os.path.exists("protected.txt") and path in open("protected.txt").read().split():
    print(json.dumps({"systemMessage": f"{path} is protected"}))
