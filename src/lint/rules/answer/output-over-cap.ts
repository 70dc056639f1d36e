import type { Rule } from "../../rule.js";

const cuts = "cuts it";

/** The longest text that a host shows the model, and what it does with a longer one. */
const caps: Readonly<Record<string, { readonly cap: number; readonly does: string }>> = {
  "claude-code": {
    cap: 10_000,
    does: "then shows the model the first 2 KB and saves the rest to a file",
  },
  codex: { cap: 10_000, does: "then shows the model the beginning and saves it to a file" },
  cursor: { cap: 10_000, does: cuts },
  copilot: { cap: 10_240, does: cuts },
};

export const outputOverCap: Rule = {
  code: "output-over-cap",
  group: "answer",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ fates, hook }) {
    const { cap, does } = caps[hook.host] ?? { cap: Infinity, does: cuts };
    for (const { text, model, user } of fates) {
      if (Math.max(text.text.length, text.most) <= cap || (!model && !user)) continue;
      // A block's reason is not cut.
      if (text.path === "stderr" || /reason$/i.test(text.path)) continue;
      const length =
        text.most > cap
          ? `may have ${text.most} characters, more than ${cap}`
          : `is longer than ${cap} characters`;
      yield {
        at: text.write.at,
        message: `The text ${length}: ${hook.host} ${does}.`,
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
      title: "the same in a shell script, for Copilot",
      host: "copilot",
      event: "postToolUse",
      script: `#!/bin/bash
out=$(npx eslint . 2>&1)
jq -n --arg text "\${out:0:20000}" '{additionalContext: $text}'
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
