import type { Rule } from "../../rule.js";
import { isAddressed, quoted } from "../../wording.js";

const STATUS = /\b(?:success(?:fully)?|done|completed?|passed|saved|formatted|logged|ok)\b|✅/iu;

export const messageTooLoud: Rule = {
  code: "message-too-loud",
  group: "unseen",
  severity: "info",
  confidence: "words",
  fix: "none",
  *check({ fates, canonical }) {
    for (const { text } of fates) {
      if (text.path !== "systemMessage" || canonical === "SessionStart" || isAddressed(text.text))
        continue;
      if (!STATUS.test(text.text)) continue;
      yield {
        at: text.write.at,
        message: `${quoted(text.text)} is a status, but \`systemMessage\` puts it before the user each time.`,
        sees: { user: "the text, each time", model: "nothing" },
        after: { user: "nothing", model: "the text" },
        fix: {
          safety: "unsafe",
          description:
            "use `hookSpecificOutput.additionalContext`, or print nothing where there is nothing to do",
        },
      };
    }
  },
  bad: [
    {
      title: "a success as a message",
      event: "PostToolUse",
      script: `#!/bin/bash
echo '{"systemMessage": "Formatted successfully"}'
`,
    },
  ],
  good: [
    {
      title: "a problem as a message",
      event: "PostToolUse",
      script: `#!/bin/bash
echo '{"systemMessage": "Warning: the file was not formatted"}'
`,
    },
  ],
};
