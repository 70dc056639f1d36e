import { context, guideRule, hasOther, printing } from "./guide-rule.js";

export const actionUnseen = guideRule({
  code: "action-unseen",
  kinds: ["action", "validation"],
  field: "loud",
  only: ["PreToolUse", "PostToolUse", "UserPromptSubmit", "Stop", "SubagentStop"],
  severity: "warning",
  when: (fate, subject) => !fate.model && !hasOther(fate, subject, "quiet"),
  says: "asks the agent to do something, but here `systemMessage` is shown to the user only.",
  fix: "add the same text as `hookSpecificOutput.additionalContext`, or block with it as the reason",
  after: { user: "the text", model: "the text" },
  bad: [
    {
      title: "a demand that the model does not get",
      event: "PostToolUse",
      script: printing({ systemMessage: "You must run the tests before completing this phase" }),
    },
    {
      title: "the same in Gemini CLI",
      host: "gemini",
      event: "AfterTool",
      script: printing({ systemMessage: "You must run the tests before completing this phase" }),
    },
    {
      title: "what to do next, after a status, in Codex",
      host: "codex",
      event: "PostToolUse",
      script: printing({ systemMessage: "The check completed. Record the result in the log." }),
    },
  ],
  good: [
    {
      title: "the model gets it as context",
      event: "PostToolUse",
      script: context("You must run the tests before completing this phase", {
        systemMessage: "Tests are due",
      }),
    },
  ],
});
