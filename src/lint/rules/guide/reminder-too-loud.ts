import { context, guideRule, printing } from "./guide-rule.js";

export const reminderTooLoud = guideRule({
  code: "reminder-too-loud",
  kinds: ["reminder"],
  field: "loud",
  only: ["PreToolUse", "PostToolUse"],
  says: "is a reminder that comes with every call, and `systemMessage` interrupts the user with it.",
  fix: "use `hookSpecificOutput.additionalContext`",
  after: { user: "nothing", model: "the text" },
  bad: [
    {
      title: "a reminder after each edit",
      event: "PostToolUse",
      matcher: "Edit",
      script: printing({ systemMessage: "Remember to save what you learned" }),
    },
  ],
  good: [
    {
      title: "the reminder is context",
      event: "PostToolUse",
      matcher: "Edit",
      script: context("Remember to save what you learned"),
    },
    {
      title: "once, at the end",
      event: "Stop",
      script: printing({ systemMessage: "Remember to save what you learned" }),
    },
  ],
});
