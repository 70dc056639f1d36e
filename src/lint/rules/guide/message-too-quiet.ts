import { context, guideRule, hasOther } from "./guide-rule.js";

export const messageTooQuiet = guideRule({
  code: "message-too-quiet",
  kinds: ["failure", "mixed"],
  field: "quiet",
  except: ["UserPromptSubmit", "SessionStart"],
  when: (fate, subject) => !fate.user && !hasOther(fate, subject, "loud"),
  says: "is about a failure, but is only context: the user does not see it.",
  fix: "add `systemMessage` for what failed, and keep the context for the model",
  after: { user: "the text", model: "the text" },
  bad: [
    {
      title: "a failure in the context",
      event: "PostToolUse",
      script: context("Error: the index could not be written"),
    },
    {
      title: "a failure in the context, in Cursor",
      host: "cursor",
      event: "postToolUse",
      script: `#!/bin/sh
echo '{"additional_context": "Failed to format the file"}'
`,
    },
  ],
  good: [
    {
      title: "a failure for the user, context for the model",
      event: "PostToolUse",
      script: context("Error: the index could not be written", {
        systemMessage: "The index could not be written",
      }),
    },
  ],
});
