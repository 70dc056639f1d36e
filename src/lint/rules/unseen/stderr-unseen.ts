import type { RawFinding } from "../../finding.js";
import type { HookWay } from "../../hook-runs.js";
import { nobody, reachAdvice } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import type { Subject } from "../../subject.js";
import { isLogLine, isWarning, quoted, saysStop } from "../../wording.js";
import { asReason } from "./as-reason.js";
import { isVoiced, unseenTexts } from "./unseen-text.js";

/** A warning that is seen only where something else blocks. */
function* lostWarnings(subject: Subject): Generator<RawFinding> {
  const { fates, hook } = subject;
  for (const fate of fates) {
    const { text, ways, model, user } = fate;
    const { write, path, probe } = text;
    const isReason = path === "stderr" || /^(?:reason|message|warning)$/.test(path);
    if (write.stream !== "stderr" || !isReason || (!model && !user)) continue;
    if (write.handler !== null) continue;
    if (saysStop(text.text) || isLogLine(text.text)) continue;
    if (!isWarning(text.text) && !isVoiced(fate, subject)) continue;
    const isSeen = ({ reading }: HookWay): boolean =>
      [...reading.toModel, ...reading.toUser].some((one) => one.text.includes(probe));
    const isTold = ways.some((way) => isSeen(way) && way.exit.always.includes(write));
    if (isTold || !ways.some((way) => way.exit.code === 0 && !isSeen(way))) continue;
    const { words, after } = reachAdvice(subject);
    yield {
      at: write.at,
      severity: "warning",
      message: `Nobody reads ${quoted(text.text)} where the hook ends with 0: ${hook.host} shows stderr only where the hook blocks for another reason.`,
      sees: nobody,
      ...(after !== undefined && { after }),
      fix: { safety: "unsafe", description: words },
    };
  }
}

export const stderrUnseen: Rule = {
  code: "stderr-unseen",
  group: "unseen",
  severity: "error",
  confidence: "words",
  fix: "unsafe",
  *check(subject) {
    yield* unseenTexts(
      subject,
      ({ text, ways }) => text.path === "stderr" && ways.every(({ code }) => code === 0),
      asReason,
    );
    yield* lostWarnings(subject);
  },
  bad: [
    {
      title: "a warning in JSON, in a script that also blocks",
      event: "PreToolUse",
      matcher: "Write",
      script: `#!/bin/bash
FILE=$(jq -r .tool_input.file_path)
if ! file -b --mime-encoding "$FILE" | grep -q utf-8; then
  printf '{"block": false, "reason": "⚠ ENCODING: keep the encoding of %s"}\\n' "$FILE" >&2
fi
if grep -q secret "$FILE"; then
  printf '{"block": true, "reason": "Blocked: a secret is in %s"}\\n' "$FILE" >&2
  exit 2
fi
exit 0
`,
    },
    {
      title: "a library that ends the script with success",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import sys
from cchooks import create_context
context = create_context()
print("Warning: use function declarations", file=sys.stderr)
context.output.exit_success()
`,
    },
    {
      title: "a warning on stderr, and the hook ends with 0",
      event: "PostToolUse",
      script: `#!/bin/sh
grep -q TODO notes.md && echo "Warning: notes.md still has a TODO" >&2
exit 0
`,
    },
    {
      title: "the same in Python",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
if "rm -rf" in data["tool_input"]["command"]:
    print("This is dangerous, please use trash instead", file=sys.stderr)
`,
    },
    {
      title: "the same in JavaScript",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (!data.tool_input.file_path.endsWith(".test.js")) console.error("You should add a test");
process.exit(0);
`,
    },
    {
      title: "a warning before another check blocks",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (!tool_input.command.includes("#")) console.error("Warning: no issue number in the message");
if (tool_input.command.includes("wip")) {
  console.error("Blocked: do not commit work in progress");
  process.exit(2);
}
process.exit(0);
`,
    },
    {
      title: "a guard that says that it does not guard",
      event: "PreToolUse",
      script: `#!/bin/bash
if ! command -v jq >/dev/null; then
  echo "WARNING: jq is not installed, nothing is checked" >&2
  exit 0
fi
case "$(jq -r .tool_input.command)" in *secret*) echo "Blocked" >&2; exit 2;; esac
`,
    },
    {
      title: "what to do, without a word of warning",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import sys
print("Requirements written — check the subtasks of STORY-6", file=sys.stderr)
`,
    },
    {
      title: "a check that answers with a code and a text",
      event: "PostToolUse",
      matcher: "Bash",
      script: `#!/usr/bin/env python3
import json, sys
def check(command, tries):
    if "pytest" not in command:
        return (0, "")
    if tries == 1:
        return (0, "Warning: the tests have failed once, fix them")
    return (2, "Blocked: the tests have failed again")
data = json.load(sys.stdin)
code, reason = check(data["tool_input"]["command"], data["session_id"])
if code != 0:
    print(reason, file=sys.stderr)
elif reason:
    print(reason, file=sys.stderr)
sys.exit(code)
`,
    },
    {
      title: "the softer limit of a check that blocks, in whatever words",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json, sys
lines = json.load(sys.stdin)["tool_input"]["content"].count("\\n")
if lines > 800:
    sys.stderr.write("Split the file, it has over 800 lines")
    sys.exit(2)
if lines > 500:
    sys.stderr.write("Near the limit of 800 lines")
`,
    },
    {
      title: "texts of a table, where those of another table block",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, re, sys
HARD = [(r"rm -rf /", "Não")]
SOFT = [(r"git push", "Confirme com a equipe")]
command = json.load(sys.stdin)["tool_input"]["command"]
for pattern, text in HARD:
    if re.search(pattern, command):
        print(text, file=sys.stderr)
        sys.exit(2)
for pattern, text in SOFT:
    if re.search(pattern, command):
        print(text, file=sys.stderr)
`,
    },
    {
      title: "a hook that does nothing but print, with a tag as in a log",
      event: "PostToolUse",
      script: `#!/bin/bash
FILE=$(jq -r .tool_input.file_path)
case "$FILE" in
  *.glsl) echo "[lockstep] edited $FILE — keep the patch in sync" >&2 ;;
esac
exit 0
`,
    },
    {
      title: "lines that were collected",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import sys
lines = []
lines.append("Please add a test")
print("\\n".join(lines), file=sys.stderr)
`,
    },
    {
      title: "the same in JavaScript",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const lines = [];
if (new Date().getDay() === 1) lines.push("Please add a test");
console.error(lines.join("\\n"));
`,
    },
    {
      title: "a helper that is started on the way",
      event: "PostToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
check="$(dirname "$0")/check.py"
printf '%s' "$INPUT" | python3 "$check" || true
exit 0
`,
      others: { "hooks/check.py": 'import sys\nprint("Please add a test", file=sys.stderr)\n' },
    },
    {
      title: "the same for Codex",
      host: "codex",
      event: "PostToolUse",
      script: `#!/bin/sh
echo "Please run the tests" >&2
`,
    },
    {
      title: "the same for Copilot, in Python",
      host: "copilot",
      event: "postToolUse",
      script: `#!/usr/bin/env python3
import sys
print("Please run the tests", file=sys.stderr)
`,
    },
  ],
  good: [
    {
      title: "a library that ends the script with a block",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import sys
from cchooks import create_context
context = create_context()
if ".env" in context.tool_input.get("file_path", ""):
    print("BLOCKED: secrets are not read", file=sys.stderr)
    context.output.exit_deny("Use .env.sample instead")
context.output.exit_success()
`,
    },
    {
      title: "Gemini CLI shows stderr to the user",
      host: "gemini",
      event: "AfterTool",
      script: `#!/bin/sh
echo "Please run the tests" >&2
`,
    },
    {
      title: "exit code 2: the model reads stderr",
      event: "PostToolUse",
      script: `#!/bin/sh
if grep -q TODO notes.md; then
  echo "Warning: notes.md still has a TODO" >&2
  exit 2
fi
`,
    },
    {
      title: "a helper whose failure is the script's",
      event: "PostToolUse",
      script: `#!/bin/bash
set -euo pipefail
INPUT=$(cat)
printf '%s' "$INPUT" | python3 "$(dirname "$0")/check.py"
echo "$INPUT" >> log.json
`,
      others: {
        "hooks/check.py": 'import sys\nprint("Please add a test", file=sys.stderr)\nsys.exit(2)\n',
      },
    },
    {
      title: "a helper whose code is the script's",
      event: "PostToolUse",
      script: `#!/bin/bash
cat | python3 "$(dirname "$0")/check.py"
exit $?
`,
      others: {
        "hooks/check.py": 'import sys\nprint("Please add a test", file=sys.stderr)\nsys.exit(2)\n',
      },
    },
    {
      title: "all that was found is the reason",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
found = [line for line in data["tool_input"]["content"].split() if "TODO" in line]
if found:
    for line in found:
        print("Warning: " + line, file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "a check that answers with a code and a text",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
function check(command) {
  if (command.includes("secret")) return [2, "Blocked: secrets"];
  return [0, "Warning: nothing to worry about"];
}
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
const [code, reason] = check(tool_input.command);
if (code !== 0) console.error(reason);
process.exit(code);
`,
    },
    {
      title: "a function that prints and ends with 2",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import sys
def fail(reason):
    print(reason, file=sys.stderr)
    sys.exit(2)
fail("Blocked: do not do this")
`,
    },
  ],
};
