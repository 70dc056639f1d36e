import type { Rule } from "../../rule.js";
import { plainGuard } from "../plain-guard.js";

const caller = `#!/bin/bash
source "$(dirname "$0")/check.sh"
`;

export const helperMissing: Rule = {
  code: "helper-missing",
  group: "settings",
  severity: "warning",
  confidence: "shape",
  fix: "none",
  *check({ script, hook }) {
    for (const { path, at, exists, interpreter } of script?.helpers ?? []) {
      if (exists) continue;
      const what = /^(?:source|import)$/.test(interpreter ?? "") ? "takes in" : "starts";
      yield {
        at,
        message: `The script ${what} ${path}, which does not exist: what it should do is not done, and ${hook.host} may go on without it.`,
        sees: { user: "at most an error of the hook", model: "nothing" },
        fix: {
          safety: "unsafe",
          description:
            "correct the path, or look for the file first and exit with 2 where it is missing",
        },
      };
    }
  },
  bad: [
    {
      title: "a common file that is gone",
      event: "PreToolUse",
      script: caller,
    },
    {
      title: "a module that is gone",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
const { check } = require("./check");
check();
`,
    },
  ],
  good: [
    {
      title: "in the folder to which the script has gone",
      event: "UserPromptSubmit",
      script: `#!/bin/bash
cd "$CLAUDE_PROJECT_DIR/hooks"
cat | npx tsx prompt.ts
`,
      others: { "hooks/prompt.ts": "console.log('be brief');" },
    },
    {
      title: "in a folder that is not known",
      event: "UserPromptSubmit",
      script: `#!/bin/bash
cd "$(cat .where)" || exit 0
node prompt.js
`,
    },
    {
      title: "a module that the script can do without",
      event: "PreToolUse",
      script: `#!/usr/bin/env node
let check = () => {};
try {
  ({ check } = require("./check"));
} catch {}
check();
`,
    },
    {
      title: "the file is there",
      event: "PreToolUse",
      script: caller,
      others: { "hooks/check.sh": plainGuard },
    },
    {
      title: "the script looks for it",
      event: "PreToolUse",
      script: `#!/bin/bash
LIB="$(dirname "$0")/check.sh"
[ -f "$LIB" ] && source "$LIB"
`,
    },
  ],
};
