import type { RawFinding } from "../../finding.js";
import { nobody } from "../../lanes.js";
import type { Rule } from "../../rule.js";
import type { Subject } from "../../subject.js";
import { quoted } from "../../wording.js";
import { asReason } from "./as-reason.js";
import { unseenTexts } from "./unseen-text.js";

/** A bell, or another sign for a terminal. */
// eslint-disable-next-line no-control-regex
const BELL = /^(?:\\(?:a|007|x07|033\]|e\])|\u0007|\u001b\])/i;

/** What is meant for a terminal: no host gives hooks one. */
function* bells({ fates, hook }: Subject): Generator<RawFinding> {
  for (const { text } of fates) {
    if (text.path !== "stdout" || !BELL.test(text.text)) continue;
    yield {
      at: text.write.at,
      severity: "warning",
      message: `This is for a terminal, but ${hook.host} reads stdout as text: no sound is played and no colour is shown.`,
      sees: nobody,
      fix: {
        safety: "unsafe",
        description: "write to /dev/tty where there is one, or start a program that notifies",
      },
    };
  }
}

/** Claude Code does not wait for such a hook, and takes only JSON from it later. */
function* inBackground({ fates, hook }: Subject): Generator<RawFinding> {
  if (hook.host !== "claude-code" || !hook.isAsync || hook.wakesModel === true) return;
  const first = fates.find(({ text, model }) => model && text.path === "stdout");
  if (first === undefined || !/[\p{L}…]/u.test(first.text.text)) return;
  yield {
    at: first.text.write.at,
    severity: "warning",
    message: `Nobody reads ${quoted(first.text.text)}: ${hook.host} takes plain text on ${hook.event} only from hooks for which it waits, and this one is \`async\`.`,
    sees: nobody,
    after: { user: "nothing", model: "the text, on the next turn" },
    fix: {
      safety: "unsafe",
      description: "print JSON with `hookSpecificOutput.additionalContext`, or leave out `async`",
    },
  };
}

export const stdoutUnseen: Rule = {
  code: "stdout-unseen",
  group: "unseen",
  severity: "error",
  confidence: "words",
  fix: "unsafe",
  *check(subject) {
    yield* bells(subject);
    yield* inBackground(subject);
    yield* unseenTexts(
      subject,
      // An answer next to it is the business of another rule.
      ({ text, ways }) =>
        text.path === "stdout" &&
        (ways.some(({ code }) => code === 0 || code === 2) ||
          ways.every(({ stderr, exit }) => exit.code !== null && stderr.length === 0)) &&
        // Where the text itself blocks, that is reported.
        ways.every(({ code, reading }) => code === 2 || reading.outcome === "proceed") &&
        ways.every(({ stdout }) => stdout.every(({ answer }) => answer === null)),
      asReason,
    );
  },
  bad: [
    {
      title: "plain text of a hook for which nobody waits",
      event: "SessionStart",
      async: true,
      script: `#!/bin/bash
[ -f briefs/today.md ] || exit 0
echo "Today's brief is ready: read briefs/today.md"
`,
    },
    {
      title: "a bell that no terminal gets",
      event: "Stop",
      command: "printf '\\\\a'",
    },
    {
      title: "a reminder on stdout of PostToolUse",
      event: "PostToolUse",
      script: `#!/bin/sh
echo "Please run the tests before you go on"
`,
    },
    {
      title: "the reason on stdout, where exit code 2 reads stderr",
      event: "PreToolUse",
      script: `#!/bin/sh
echo "Blocked: this file is protected"
exit 2
`,
    },
    {
      title: "what a program has said, and the code for it",
      event: "PostToolUse",
      command:
        'output=$(npx tsc --noEmit 2>&1); rc=$?; echo "$output"; [ $rc -ne 0 ] && exit 2 || exit 0',
    },
    {
      title: "a reason in another language, for Stop",
      event: "Stop",
      script: `#!/usr/bin/env node
const { stop_hook_active } = JSON.parse(require("fs").readFileSync(0, "utf8"));
if (stop_hook_active) process.exit(0);
console.log("テストが失敗しています");
process.exit(2);
`,
    },
    {
      title: "what one of several linters has found",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/usr/bin/env bash
file=$(jq -r '.tool_input.file_path // empty')
command=()
case "$file" in
  *.py) command=(flake8 --) ;;
  *.go) command=(golangci-lint run) ;;
  *.sh) command=(shellcheck --) ;;
esac
[[ \${#command[@]} -eq 0 ]] && exit 0
output=$("\${command[@]}" "$file" 2>&1) || true
if [[ -n "$output" ]]; then
  printf '%s\\n' "$output"
fi
exit 0
`,
    },
    {
      title: "by a function that is given the time and the command",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/usr/bin/env bash
command=()
if [[ -f package.json ]]; then
  command=(npx vitest run)
elif [[ -f Cargo.toml ]]; then
  command=(cargo test)
fi
run_with_timeout() {
  local seconds="$1"; shift
  if command -v timeout &>/dev/null; then timeout "$seconds" "$@"; else "$@"; fi
}
output=$(cd app && run_with_timeout 120 "\${command[@]}" 2>&1 || true)
printf "[tests] ran %s\\n%s\\n" "\${command[*]}" "$output"
`,
    },
    {
      title: "the output of a check, in Python",
      event: "PostToolUse",
      matcher: "Edit|Write",
      script: `#!/usr/bin/env python3
import json, subprocess, sys
path = json.load(sys.stdin)["tool_input"]["file_path"]
with open("checks.log", "a") as log:
    log.write(path)
result = subprocess.run(["ruff", "check", path], capture_output=True, text=True)
if result.returncode != 0:
    print(result.stdout.strip())
sys.exit(0)
`,
    },
    {
      title: "what is wrong on stdout, and exit code 1",
      event: "Stop",
      script: `#!/usr/bin/env python3
import sys
print("DRIFT: 3 skills are not in the list")
sys.exit(1)
`,
    },
    {
      title: "a summary in another language",
      event: "Stop",
      script: `#!/usr/bin/env node
console.log("✅ **任务完成**");
`,
    },
  ],
  good: [
    {
      title: "JSON of a hook for which nobody waits",
      event: "SessionStart",
      async: true,
      script: `#!/bin/bash
jq -n '{hookSpecificOutput: {hookEventName: "SessionStart", additionalContext: "Read briefs/today.md"}}'
`,
    },
    {
      title: "on UserPromptSubmit the model reads stdout",
      event: "UserPromptSubmit",
      script: `#!/bin/sh
echo "Please run the tests before you go on"
`,
    },
    {
      title: "what a check has found, as context",
      event: "PostToolUse",
      script: `#!/bin/bash
command=(npx eslint .)
output=$("\${command[@]}" 2>&1) || true
[ -n "$output" ] && jq -n --arg text "$output" '{hookSpecificOutput: {hookEventName: "PostToolUse", additionalContext: $text}}'
exit 0
`,
    },
    {
      title: "the reason on stderr",
      event: "PreToolUse",
      script: `#!/bin/sh
echo "Blocked: this file is protected" >&2
exit 2
`,
    },
  ],
};
