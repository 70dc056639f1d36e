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
    for (const { stdout, exit } of ways) {
      const answer = stdout.find((printed) => printed.answer !== null && printed.answer.size > 0);
      const noise = stdout.find(
        (printed) => printed.answer === null && printed.output.trim() !== "",
      );
      if (answer === undefined || noise === undefined || seen.has(noise.write.id)) continue;
      const isSure = [answer, noise].every(({ write }) => exit.always.includes(write));
      seen.add(noise.write.id);
      const text = noise.texts[0]?.text ?? noise.output;
      yield {
        at: noise.write.at,
        severity: isSure ? "error" : "warning",
        message: `${quoted(text)} is on stdout together with the JSON answer: ${hook.host} then reads all of it as plain text, and the answer has no effect.`,
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
