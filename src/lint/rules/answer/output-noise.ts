import type { RawFinding } from "../../finding.js";
import type { Rule } from "../../rule.js";
import { toStderr } from "../../script-edits.js";
import type { Subject } from "../../subject.js";
import { quoted } from "../../wording.js";

/** Two JSON objects are no JSON. */
function* severalAnswers({ ways, hook }: Subject): Generator<RawFinding> {
  const seen = new Set<number>();
  for (const { stdout, reading, exit, isCertain } of ways) {
    const [first, second] = stdout.filter(({ answer }) => answer !== null && answer.size > 0);
    const isVoid = reading.problems.some(
      ({ code, path }) => /^host-(?:output-void|ignores-field)$/.test(code) && path === "stdout",
    );
    if (first === undefined || second === undefined || !isVoid || !isCertain) continue;
    const { at, id, handler, isAgain } = second.write;
    const isOther = first.write.at.start !== at.start || isAgain === true;
    if (seen.has(id) || handler !== null || !isOther) continue;
    seen.add(id);
    const isSure = [first, second].every(({ write }) => exit.always.includes(write));
    yield {
      at,
      severity: isSure ? "error" : "warning",
      message: `This is a second JSON object on stdout: ${hook.host} reads one answer, and drops both.`,
      sees: { user: "nothing", model: "nothing" },
      fix: { safety: "unsafe", description: "put everything into one object and print it once" },
    };
  }
}

export const outputNoise: Rule = {
  code: "output-noise",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { ways, hook, script } = subject;
    const seen = new Set<number>();
    yield* severalAnswers(subject);
    for (const { stdout, exit, reading } of ways) {
      const answer = stdout.find((printed) => printed.answer !== null && printed.answer.size > 0);
      const noise = stdout.find(
        (printed) => printed.answer === null && printed.output.trim() !== "",
      );
      if (answer === undefined || noise === undefined || seen.has(noise.write.id)) continue;
      // Cursor takes the first JSON that it finds.
      const restricts = reading.outcome !== "proceed";
      if (restricts && !/^(?:wave|snaphook)$/.test(hook.host)) continue;
      const isSure = [answer, noise].every(({ write }) => exit.always.includes(write));
      seen.add(noise.write.id);
      const text = noise.texts[0]?.text ?? noise.output;
      yield {
        at: noise.write.at,
        severity: isSure && !restricts ? "error" : "warning",
        message: restricts
          ? `${quoted(text)} is on stdout together with the JSON answer: of such an answer ${hook.host} takes only what restricts.`
          : `${quoted(text)} is on stdout together with the JSON answer: ${hook.host} then reads all of it as plain text, and the answer has no effect.`,
        sees: { user: "nothing", model: "nothing" },
        fix: {
          safety: "unsafe",
          description: "send this text to stderr, or remove it",
          edits: toStderr(script?.source ?? "", noise.write.at),
        },
      };
    }
  },
  bad: [
    {
      title: "a function that is called twice",
      event: "PostToolUse",
      script: `#!/bin/bash
context() {
  jq -n --arg text "$1" '{hookSpecificOutput: {hookEventName: "PostToolUse", additionalContext: $text}}'
}
FILE=$(jq -r .tool_input.file_path)
context "$(shellcheck "$FILE")"
if grep -q TODO "$FILE"; then context "$(grep TODO "$FILE")"; fi
`,
    },
    {
      title: "a handler that catches the end adds a second answer",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    if "secret" in json.load(sys.stdin)["tool_input"]["command"]:
        print(json.dumps({"decision": "block", "reason": "no secrets"}))
        sys.exit(0)
except SystemExit as end:
    print(json.dumps({"continue": True}))
    sys.exit(end.code)
`,
    },
    {
      title: "a log line before the answer",
      event: "PreToolUse",
      script: `#!/bin/sh
echo "checking…"
echo '{"decision": "block", "reason": "no"}'
`,
    },
    {
      title: "the same in JavaScript, for Gemini CLI",
      host: "gemini",
      event: "BeforeTool",
      script: `#!/usr/bin/env node
console.log("checking…");
console.log(JSON.stringify({ decision: "deny", reason: "no" }));
`,
    },
    {
      title: "two answers",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json
def tell(text):
    print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": text}}))
tell("Add a test")
print(json.dumps({"decision": "block", "reason": "Format the file"}))
`,
    },
    {
      title: "Wave still blocks, and drops the context",
      host: "wave",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json
print("checking…")
print(json.dumps({"decision": "block", "reason": "no", "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "mind the tests"}}))
`,
    },
  ],
  good: [
    {
      title: "a look whether it is JSON prints nothing",
      host: "copilot",
      event: "preToolUse",
      script: `#!/bin/bash
INPUT=$(cat)
CONTENT=$(echo "$INPUT" | jq -r '.toolArgs' | jq -r '.content // empty')
if ! echo "$CONTENT" | jq empty 2>/dev/null; then
  echo '{"permissionDecision": "deny", "permissionDecisionReason": "Blocked: no valid JSON"}'
  exit 0
fi
echo '{}'
`,
    },
    {
      title: "a text that goes into a variable",
      event: "PostToolUse",
      script: `#!/bin/bash
printf -v WORDS 'Add a test for %s' "$(jq -r .tool_input.file_path)"
jq -n --arg text "$WORDS" '{hookSpecificOutput: {hookEventName: "PostToolUse", additionalContext: $text}}'
`,
    },
    {
      title: "an answer for when something has failed",
      event: "PostToolUse",
      script: `#!/usr/bin/env node
async function main() {
  console.log(JSON.stringify({ continue: true }));
}
main().catch(() => {
  console.log(JSON.stringify({ continue: true }));
  process.exit(0);
});
`,
    },
    {
      title: "the log line is on stderr",
      event: "PreToolUse",
      script: `#!/bin/sh
echo "checking…" >/dev/null
echo '{"decision": "block", "reason": "no"}'
`,
    },
    {
      title: "text on one way, an answer on the other",
      event: "UserPromptSubmit",
      script: `#!/bin/sh
if [ -f plan.md ]; then
  cat plan.md
else
  echo '{"decision": "block", "reason": "no plan"}'
fi
`,
    },
  ],
};
