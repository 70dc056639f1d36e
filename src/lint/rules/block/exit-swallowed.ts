import { seenWithTwo } from "../../lanes.js";
import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import type { Subject } from "../../subject.js";
import { onlyMatch } from "../../script-edits.js";
import { plainGuard } from "../plain-guard.js";

/** The command in the settings throws away that by which the script blocks. */
function* lostByCommand(subject: Subject): Generator<RawFinding> {
  if (!subject.isBlockLost) return;
  yield {
    message:
      "The script blocks, but the command that starts it does not: it drops the script's exit code or its output.",
    sees: { user: "nothing", model: "nothing" },
    after: seenWithTwo(subject),
    fix: {
      safety: "unsafe",
      description:
        "start the script by itself; let it end with 0 where it fails, without `|| true`, `; exit 0`, `&` or `>/dev/null`",
    },
  };
}

export const exitSwallowed: Rule = {
  code: "exit-swallowed",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "safe",
  *check(subject) {
    const { script } = subject;
    yield* lostByCommand(subject);
    for (const { code, at, handler } of script?.facts.swallowed ?? []) {
      if (code === 0) continue;
      const start = { start: handler.start, end: Math.min(handler.end, handler.start + 40) };
      const bare = onlyMatch(
        script?.source.slice(start.start, start.end) ?? "",
        { start: 0, end: 0 },
        /^except(?:\s+BaseException)?(?=\s*(?::|as\b))/g,
      );
      yield {
        at,
        message: `This exit with ${code ?? "a code"} is caught by the \`except\` around it: the script ends another way, and the block is lost.`,
        sees: { user: "nothing", model: "nothing" },
        after: seenWithTwo(subject),
        fix: {
          safety: "safe",
          description:
            "write `except Exception:` instead of a bare `except:`, which also catches sys.exit",
          edits:
            bare === null
              ? undefined
              : [{ start: start.start, end: start.start + bare.end, text: "except Exception" }],
        },
      };
    }
  },
  bad: [
    {
      title: "the command drops the code",
      event: "PreToolUse",
      command: 'node "$CLAUDE_PROJECT_DIR"/hooks/guard.js || true',
      script: `#!/usr/bin/env node
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (tool_input.command.includes("secret")) {
  console.error("Blocked: secrets");
  process.exit(2);
}
`,
    },
    {
      title: "a shell around it drops the code",
      event: "PreToolUse",
      command: `bash -c 'cd "$CLAUDE_PROJECT_DIR" && hooks/guard.sh; exit 0'`,
      script: plainGuard,
    },
    {
      title: "it runs in the background",
      event: "PreToolUse",
      command: '"$CLAUDE_PROJECT_DIR"/hooks/guard.sh &',
      script: plainGuard,
    },
    {
      title: "the answer is thrown away",
      event: "PreToolUse",
      command: 'python3 "$CLAUDE_PROJECT_DIR"/hooks/guard.py >/dev/null 2>&1',
      script: `#!/usr/bin/env python3
import json, sys
if "secret" in json.load(sys.stdin)["tool_input"]["command"]:
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "deny", "permissionDecisionReason": "Blocked: secrets"}}))
`,
    },
    {
      title: "a bare except catches sys.exit(2)",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
    if "rm" in data["tool_input"]["command"]:
        sys.exit(2)
except:
    sys.exit(0)
`,
    },
  ],
  good: [
    {
      title: "the handler ends with the code that it has caught",
      event: "Stop",
      script: `#!/usr/bin/env python3
import json, sys
def main(data):
    if not data["stop_hook_active"]:
        print("Run the tests first", file=sys.stderr)
        sys.exit(2)
try:
    main(json.load(sys.stdin))
except SystemExit as end:
    code = end.code if isinstance(end.code, int) else 0
    sys.exit(code)
`,
    },
    {
      title: "the command passes the code on",
      event: "PreToolUse",
      command: `bash -c '[ -x hooks/guard.sh ] && exec hooks/guard.sh'`,
      script: plainGuard,
    },
    {
      title: "whatever the code is, the command blocks",
      event: "PreToolUse",
      command: '"$CLAUDE_PROJECT_DIR"/hooks/guard.sh || exit 2',
      script: plainGuard,
    },
    {
      title: "SystemExit is passed on",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
def main():
    if "secret" in json.load(sys.stdin)["tool_input"]["command"]:
        print("Blocked: secrets", file=sys.stderr)
        sys.exit(2)
try:
    main()
except SystemExit:
    raise
except BaseException:
    sys.exit(2)
`,
    },
    {
      title: "except Exception lets it through",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
    if "rm" in data["tool_input"]["command"]:
        sys.exit(2)
except Exception:
    sys.exit(2)
`,
    },
  ],
};
