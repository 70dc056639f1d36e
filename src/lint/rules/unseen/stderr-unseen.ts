import type { Rule } from "../../rule.js";
import { asReason } from "./as-reason.js";
import { unseenTexts } from "./unseen-text.js";

export const stderrUnseen: Rule = {
  code: "stderr-unseen",
  group: "unseen",
  severity: "error",
  confidence: "words",
  fix: "unsafe",
  check: (subject) =>
    unseenTexts(
      subject,
      ({ text, ways }) => text.path === "stderr" && ways.every(({ code }) => code === 0),
      asReason,
    ),
  bad: [
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
