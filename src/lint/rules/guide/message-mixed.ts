import { guideRule, printing } from "./guide-rule.js";

export const messageMixed = guideRule({
  code: "message-mixed",
  kinds: ["mixed"],
  field: "loud",
  says: "has a failure and a status in one text: the model does not get the status, and the user reads both.",
  fix: "keep the failure in `systemMessage` and move the rest to `hookSpecificOutput.additionalContext`",
  after: { user: "the failure", model: "the status" },
  bad: [
    {
      title: "both in one message",
      event: "SessionStart",
      script: printing({ systemMessage: "Failed to install model2vec | Plans found: auth.md" }),
    },
  ],
  good: [
    {
      title: "each in its field",
      event: "SessionStart",
      script: printing({
        systemMessage: "Failed to install model2vec",
        hookSpecificOutput: {
          hookEventName: "SessionStart",
          additionalContext: "Plans found: auth.md",
        },
      }),
    },
  ],
});
