import type { Rule } from "../../rule.js";
import { toStderr } from "../../script-edits.js";
import { quoted } from "../../wording.js";

export const outputNoise: Rule = {
  code: "output-noise",
  group: "answer",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check({ ways, hook, script }) {
    const seen = new Set<number>();
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
