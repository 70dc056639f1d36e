import { guideRule, printing } from "./guide-rule.js";

const start = { hookEventName: "SessionStart", additionalContext: "Plans found: auth.md" };

export const contextTooLoud = guideRule({
  code: "context-too-loud",
  kinds: ["background"],
  field: "loud",
  except: ["SessionEnd", "Notification"],
  when: ({ model }) => !model,
  says: "is something to know, but `systemMessage` gives it to the user, not to the model.",
  fix: "use `hookSpecificOutput.additionalContext`",
  after: { user: "nothing", model: "the text" },
  bad: [
    {
      title: "background as a message",
      event: "SessionStart",
      script: printing({ systemMessage: "Plans found: auth.md" }),
    },
  ],
  good: [
    {
      title: "background as context",
      event: "SessionStart",
      script: printing({ hookSpecificOutput: start }),
    },
  ],
});
