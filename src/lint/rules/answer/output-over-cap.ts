import type { Rule } from "../../rule.js";

const CAP = 10_000;

export const outputOverCap: Rule = {
  code: "output-over-cap",
  group: "answer",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ fates, hook }) {
    for (const { text, model, user } of fates) {
      if (text.text.length <= CAP || (!model && !user) || hook.host !== "claude-code") continue;
      yield {
        at: text.write.at,
        message: `The text is longer than ${CAP} characters: ${hook.host} shows the model the first 2 KB and saves the rest to a file.`,
        sees: { user: "the beginning", model: "the beginning" },
        fix: {
          safety: "unsafe",
          description: "print less, or write it to a file and print its name",
        },
      };
    }
  },
  bad: [
    {
      title: "a long text",
      event: "SessionStart",
      script: `#!/bin/bash
echo "${"word ".repeat(2100)}"
`,
    },
  ],
  good: [
    {
      title: "a short text",
      event: "SessionStart",
      script: `#!/bin/bash
echo "read docs/rules.md first"
`,
    },
  ],
};
