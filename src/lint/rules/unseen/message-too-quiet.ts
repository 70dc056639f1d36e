import type { Rule } from "../../rule.js";
import { quoted } from "../../wording.js";

const URGENT = /^\W*(?:error|failed|failure|critical)\b/i;

export const messageTooQuiet: Rule = {
  code: "message-too-quiet",
  group: "unseen",
  severity: "info",
  confidence: "words",
  fix: "none",
  *check({ fates, canonical }) {
    for (const { text, user } of fates) {
      if (!text.path.endsWith("additionalContext") || user || !URGENT.test(text.text)) continue;
      if (canonical === "UserPromptSubmit" || canonical === "SessionStart") continue;
      const hasMessage = fates.some(
        (other) => other.text.path === "systemMessage" && other.text.write.id === text.write.id,
      );
      if (hasMessage) continue;
      yield {
        at: text.write.at,
        message: `${quoted(text.text)} is about a failure, but is only context: the user does not see it.`,
        sees: { user: "nothing", model: "the text" },
        after: { user: "the text", model: "the text" },
        fix: {
          safety: "unsafe",
          description: "add `systemMessage` for what failed, and keep the context for the model",
        },
      };
    }
  },
  bad: [
    {
      title: "a failure in the context",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "Error: the index could not be written"}}))
`,
    },
  ],
  good: [
    {
      title: "a failure for the user, context for the model",
      event: "PostToolUse",
      script: `#!/usr/bin/env python3
import json
print(json.dumps({"systemMessage": "The index could not be written", "hookSpecificOutput": {"hookEventName": "PostToolUse", "additionalContext": "Error: the index could not be written"}}))
`,
    },
  ],
};
