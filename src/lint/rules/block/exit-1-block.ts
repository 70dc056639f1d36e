import { exitTwoCounts, seenOf, seenWithTwo } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import { exitWithTwo, toStderr } from "../../script-edits.js";
import type { PrintedText } from "../../printed-text.js";
import type { Severity } from "../../../problem/index.js";
import type { HookWay } from "../../hook-runs.js";
import {
  isAddressed,
  isForeign,
  isOwnTrouble,
  isSuccess,
  quoted,
  saysStop,
} from "../../wording.js";

/** Events on which a hook looks at what was done: who fails there has found something. */
const looking = /^(?:PostToolUse|Stop|SubagentStop)$/;

/** What the hook says where it ends so, and how sure it is that it should have stopped something or said something. */
function said(
  { stdout, stderr, exit }: HookWay,
  canonical: string | null,
): { readonly text: PrintedText; readonly severity: Severity } | null {
  const texts = [...stderr, ...stdout].flatMap((printed) => printed.texts);
  const stopped = texts.find(({ text }) => saysStop(text));
  if (stopped !== undefined) return { text: stopped, severity: "error" };
  // Fields of an answer are the business of other rules.
  const plain = texts.filter(({ path }) => path === "stdout" || path === "stderr");
  if (plain.some(({ text }) => isOwnTrouble(text))) return null;
  const [first, ...more] = plain.filter(
    ({ text }) => /[\p{L}…]/u.test(text) && !isSuccess(text) && !/^\W*usage\b/i.test(text),
  );
  if (first === undefined) return null;
  const found = [first, ...more].find(({ text }) => isAddressed(text) || isForeign(text));
  const text = found ?? first;
  // What a check has found, and words that are not known here.
  const isSure = exit.checks.length > 0 || isForeign(text.text);
  if (exit.isTrouble) return { text, severity: "warning" };
  if (looking.test(canonical ?? ""))
    return { text, severity: isSure || found !== undefined ? "error" : "warning" };
  if (isSure) return { text, severity: "error" };
  return { text, severity: "warning" };
}

export const exitOneBlock: Rule = {
  code: "exit-1-block",
  group: "block",
  severity: "error",
  confidence: "words",
  fix: "unsafe",
  *check(subject) {
    const { ways, hook, table, script, canonical } = subject;
    if (!exitTwoCounts(subject)) return;
    const exitTwo = table?.events[hook.event ?? ""]?.exitTwo;
    const seen = new Set<number>();
    for (const way of ways) {
      const { exit, code, reading } = way;
      const { at } = exit;
      if (at === null || exit.code === null || code === 0 || code === 2) continue;
      if (reading.outcome !== "proceed" || seen.has(at.start) || exit.handler !== null) continue;
      const found = said(way, canonical);
      if (found === null) continue;
      const { text } = found;
      const sees = seenOf(reading, text.probe);
      // After the fact, and somebody reads it: that it should block is a guess.
      const isRead = looking.test(canonical ?? "") && sees.user === "the text";
      const severity = isRead && !saysStop(text.text) ? "warning" : found.severity;
      seen.add(at.start);
      const source = script?.source ?? "";
      const ending = exitWithTwo(source, at);
      const reason = text.write.stream === "stderr" ? [] : toStderr(source, text.write.at);
      yield {
        at,
        severity,
        message: `Exit code ${code} does not block: ${hook.host} reports an error and continues, although the hook says ${quoted(text.text)}.`,
        sees,
        after: seenWithTwo(subject),
        fix: {
          safety: "unsafe",
          description: `exit with 2${exitTwo === undefined ? "" : ` (${exitTwo})`}, and write the reason to stderr`,
          edits: ending === undefined || reason === undefined ? undefined : [...reason, ...ending],
        },
      };
    }
  },
  bad: [
    {
      title: "what a check has found comes as an exception",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
const { execSync } = require("child_process");
try {
  execSync("npx tsc --noEmit", { stdio: "pipe" });
} catch (error) {
  console.error("Type errors:\\n" + error.stdout);
  process.exit(1);
}
`,
    },
    {
      title: "what a function is given decides",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
const { readFileSync } = require("fs");
function runHook(check) {
  const problem = check(JSON.parse(readFileSync(0, "utf8")));
  if (problem === null) process.exit(0);
  console.error(problem.reason);
  process.exit(1);
}
runHook(({ tool_input }) =>
  tool_input.command.includes("rm -rf") ? { reason: "Blocked: rm" } : null,
);
`,
    },
    {
      title: "a function for each tool",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
def check_bash(data):
    if "rm -rf" in data["tool_input"]["command"]:
        print("Blocked: rm", file=sys.stderr)
        sys.exit(1)
handlers = {"Bash": check_bash}
data = json.load(sys.stdin)
handler = handlers.get(data["tool_name"])
if handler:
    handler(data)
`,
    },
    {
      title: "the method of a class",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
class Guard:
    def __init__(self, data):
        self.data = data
    def run(self):
        if "rm -rf" in self.data["tool_input"]["command"]:
            print("Blocked: rm", file=sys.stderr)
            return 1
        return 0
sys.exit(Guard(json.load(sys.stdin)).run())
`,
    },
    {
      title: "what a function returns ends the script",
      event: "PreToolUse",
      script: `#!/bin/bash
set -e
check() {
  if grep -q "rm -rf"; then
    echo "Blocked: rm" >&2
    return 1
  fi
}
check
touch .checked
`,
    },
    {
      title: "a guard that ends with 1",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
if echo "$INPUT" | grep -q 'rm -rf'; then
  echo "Blocked: rm -rf is not allowed" >&2
  exit 1
fi
`,
    },
    {
      title: "sys.exit with a text ends with 1",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
if ".env" in json.load(sys.stdin)["tool_input"]["file_path"]:
    sys.exit("Blocked: .env is protected")
`,
    },
    {
      title: "the same in JavaScript, for Gemini CLI",
      host: "gemini",
      event: "BeforeTool",
      script: `#!/usr/bin/env node
const data = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (data.tool_input.command.includes("rm -rf")) {
  console.error("Blocked: rm -rf is not allowed");
  process.exit(1);
}
`,
    },
    {
      title: "a code of its own, for Codex",
      host: "codex",
      event: "PreToolUse",
      script: `#!/bin/sh
echo "Blocked: no commands" >&2
exit 3
`,
    },
    {
      title: "a check at the end of the turn",
      event: "Stop",
      script: `#!/bin/bash
if ! OUTPUT=$(npm test 2>&1); then
  echo "$OUTPUT" >&2
  exit 1
fi
`,
    },
    {
      title: "a code that is set on the way",
      event: "PostToolUse",
      script: `#!/bin/bash
STATUS=0
for FILE in src/*.ts; do
  if grep -q 'TODO' "$FILE"; then
    echo "$FILE still has a TODO, please remove it" >&2
    STATUS=1
  fi
done
exit $STATUS
`,
    },
    {
      title: "what a function gives back, in Python",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json, sys
def main():
    data = json.load(sys.stdin)
    if "print(" in data["tool_input"].get("content", ""):
        print("Error: print() found, use the logger", file=sys.stderr)
        return 1
    return 0
sys.exit(main())
`,
    },
    {
      title: "a reason without a word of blocking",
      event: "UserPromptSubmit",
      script: `#!/bin/bash
if jq -r .prompt | grep -qi 'skip the tests'; then
  echo "The request conflicts with the policy." >&2
  exit 1
fi
`,
    },
    {
      title: "a reason in another writing",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
const { tool_input } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (tool_input.command.includes("git push")) {
  console.error("主分支不能直接推送");
  process.exit(1);
}
`,
    },
  ],
  good: [
    {
      title: "the last function returns 2",
      event: "PreToolUse",
      script: `#!/bin/bash
check() {
  if grep -q "rm -rf"; then
    echo "Blocked: rm" >&2
    return 2
  fi
}
check
`,
    },
    {
      title: "the hook's own trouble",
      event: "PostToolUse",
      script: `#!/bin/bash
if ! command -v jq >/dev/null; then
  echo "jq is not installed" >&2
  exit 1
fi
`,
    },
    {
      title: "a folder that is not there",
      event: "SessionEnd",
      script: `#!/bin/bash
cd "$CLAUDE_PROJECT_DIR" || { echo "Error: no such folder" >&2; exit 1; }
`,
    },
    {
      title: "a call that does not end the hook",
      event: "Stop",
      script: `#!/usr/bin/env node
function fail(message, options) {
  console.error(message);
  if (!options.noExit) process.exit(1);
}
function warn(message, { noExit = false }) {
  if (!noExit) {
    console.error(message);
    process.exit(1);
  }
}
warn("Error: no report", { noExit: true });
fail("could not write: no log", { noExit: true });
`,
    },
    {
      title: "Copilot blocks with any code but 0",
      host: "copilot",
      event: "preToolUse",
      script: `#!/bin/sh
echo "Blocked: no commands" >&2
exit 1
`,
    },
    {
      title: "exit code 2 blocks",
      event: "PreToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
if echo "$INPUT" | grep -q 'rm -rf'; then
  echo "Blocked: rm -rf is not allowed" >&2
  exit 2
fi
`,
    },
  ],
};
