# PreToolUse: has the user decide about some files.
import json
import sys

path = json.load(sys.stdin)["tool_input"].get("file_path", "")
if path.endswith("price.js"):
    print(json.dumps({
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": "ask",
            "permissionDecisionReason": "prices are money: a person should look at this change",
        }
    }))
