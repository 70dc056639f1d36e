import { context, guideRule, hasOther, printing } from "./guide-rule.js";

export const validationTooQuiet = guideRule({
  code: "validation-too-quiet",
  kinds: ["validation"],
  field: "quiet",
  except: ["UserPromptSubmit", "SessionStart"],
  when: (fate, subject) => !fate.user && !hasOther(fate, subject, "loud"),
  says: "says that a check failed, but is only context: the user does not see it.",
  fix: "add `systemMessage`, or block with the reason if it must be fixed first",
  after: { user: "the text", model: "the text" },
  bad: [
    {
      title: "a failed check in the context",
      event: "PostToolUse",
      script: context("The handoff is incomplete: decisions"),
    },
  ],
  good: [
    {
      title: "a failed check as a message",
      event: "PostToolUse",
      script: context("Sections of a handoff: summary, decisions", {
        systemMessage: "The handoff is incomplete: decisions",
      }),
    },
    {
      title: "a failed check that blocks",
      event: "PostToolUse",
      script: printing({ decision: "block", reason: "The handoff is incomplete: decisions" }),
    },
  ],
});
