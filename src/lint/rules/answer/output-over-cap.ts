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
      const most = Math.max(text.text.length, text.most);
      if (most <= CAP || (!model && !user) || hook.host !== "claude-code") continue;
      // A block's reason is not cut.
      if (text.path === "stderr" || /reason$/i.test(text.path)) continue;
      const length =
        text.most > CAP
          ? `may have ${text.most} characters, more than ${CAP}`
          : `is longer than ${CAP} characters`;
      yield {
        at: text.write.at,
        message: `The text ${length}: ${hook.host} then shows the model the first 2 KB and saves the rest to a file.`,
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
    {
      title: "a file that is cut, but not enough",
      event: "SessionStart",
      script: `#!/usr/bin/env python3
import json, pathlib
MOST = 20_000
rules = pathlib.Path("RULES.md").read_text()
print(json.dumps({"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": "Rules:\\n" + rules[:MOST]}}))
`,
    },
    {
      title: "the same in JavaScript",
      event: "UserPromptSubmit",
      script: `#!/usr/bin/env node
const notes = require("fs").readFileSync("NOTES.md", "utf8");
console.log(notes.slice(0, 16000));
`,
    },
  ],
  good: [
    {
      title: "a file that is cut to what the host shows",
      event: "SessionStart",
      script: `#!/usr/bin/env python3
import pathlib
print(pathlib.Path("RULES.md").read_text()[:9000])
`,
    },
    {
      title: "a short text",
      event: "SessionStart",
      script: `#!/bin/bash
echo "read docs/rules.md first"
`,
    },
  ],
};
