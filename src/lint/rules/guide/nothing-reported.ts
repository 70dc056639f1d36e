import { context, guideRule, printing } from "./guide-rule.js";

export const nothingReported = guideRule({
  code: "nothing-reported",
  kinds: ["nothing"],
  field: "any",
  says: "reports that there is nothing to report.",
  fix: "print nothing, or `{}`, and exit with 0",
  after: { user: "nothing", model: "nothing" },
  bad: [
    {
      title: "a message about nothing",
      event: "PostToolUse",
      script: printing({ systemMessage: "No issues found" }),
    },
    {
      title: "context about nothing",
      event: "PostToolUse",
      script: context("All checks passed"),
    },
  ],
  good: [
    { title: "an empty answer", event: "PostToolUse", script: printing({}) },
    { title: "no answer", event: "PostToolUse", script: "#!/bin/sh\nexit 0\n" },
  ],
});
