import { context, guideRule, printing } from "./guide-rule.js";

export const messageTooLoud = guideRule({
  code: "message-too-loud",
  kinds: ["status"],
  field: "loud",
  except: ["SessionStart", "SessionEnd", "Notification"],
  says: "is a status, but `systemMessage` puts it before the user each time.",
  fix: "use `hookSpecificOutput.additionalContext`, or print nothing where there is nothing to do",
  after: { user: "nothing", model: "the text" },
  bad: [
    {
      title: "a success as a message",
      event: "PostToolUse",
      script: printing({ systemMessage: "Formatted successfully" }),
    },
  ],
  good: [
    {
      title: "a success as context",
      event: "PostToolUse",
      script: context("Formatted successfully"),
    },
    {
      title: "a problem as a message",
      event: "PostToolUse",
      script: printing({ systemMessage: "Warning: the file has no tests" }),
    },
  ],
});
