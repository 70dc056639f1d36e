import { seenWithTwo } from "../../lanes.js";
import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import type { Subject } from "../../subject.js";
import { onlyMatch } from "../../script-edits.js";

/** `guard.js || true`, `guard.js; exit 0` */
const DROPPED = /(?:\|\|\s*(?:true|:|exit 0)|;\s*(?:exit 0|true|:))\s*["'})]*\s*$/;

/** The command in the settings throws away the code by which the script blocks. */
function* lostByCommand(subject: Subject): Generator<RawFinding> {
  const { hook, script, ways } = subject;
  if (script === null || script.isInline || !DROPPED.test(hook.command ?? "")) return;
  const block = ways.find(
    ({ code, reading, exit }) =>
      code === 2 && exit.code === 2 && exit.handler === null && reading.outcome === "block",
  );
  if (block === undefined) return;
  yield {
    message: `The command ends with 0 whatever the script does (\`${DROPPED.exec(hook.command ?? "")?.[0].trim()}\`): the exit code 2 by which the script blocks is lost.`,
    sees: { user: "nothing", model: "nothing" },
    after: seenWithTwo(subject),
    fix: {
      safety: "unsafe",
      description: "remove it from the command; let the script end with 0 where it fails itself",
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
