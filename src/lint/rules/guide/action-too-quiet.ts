import { context, guideRule, hasOther } from "./guide-rule.js";

export const actionTooQuiet = guideRule({
  code: "action-too-quiet",
  kinds: ["action"],
  field: "quiet",
  except: ["UserPromptSubmit", "SessionStart"],
  when: (fate, subject) => !fate.user && !hasOther(fate, subject, "loud"),
  says: "has to be done now, but is only context: nobody sees whether the model does it.",
  fix: "add `systemMessage` with the same demand, and keep the context for the model",
  after: { user: "the text", model: "the text" },
  bad: [
    {
      title: "a demand in the context",
      event: "PostToolUse",
      script: context("You must write a decision log before completing this phase"),
    },
  ],
  good: [
    {
      title: "the demand is a message too",
      event: "PostToolUse",
      script: context("You must write a decision log before completing this phase", {
        systemMessage: "A decision log is due",
      }),
    },
    {
      title: "a gentle reminder as context",
      event: "PostToolUse",
      script: context("Consider extracting functions: the file has 650 lines"),
    },
  ],
});
