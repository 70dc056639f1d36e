import type { Rule } from "../../rule.js";
import { problemsOfWays } from "../answer/void-answer.js";

export const hostBlocksUnasked: Rule = {
  code: "host-blocks-unasked",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "none",
  *check(subject) {
    const { host, event } = subject.hook;
    const found = problemsOfWays(
      subject,
      // A code that the hook chose is its own decision.
      ({ code, path }, { code: ending }) =>
        code === "host-blocks-unasked" && path === "stdout" && ending === 0,
      () => `${host} expects JSON on stdout on ${event}, and blocks where it is something else.`,
      () => ({
        safety: "unsafe",
        description: "print nothing on stdout, or JSON; a text for a log belongs on stderr",
      }),
    );
    for (const finding of found)
      yield {
        ...finding,
        sees: { user: "a block without a reason", model: "a block" },
        after: { user: "nothing", model: "nothing" },
      };
  },
  bad: [
    {
      title: "a line of a log on stdout, in Cursor",
      host: "cursor",
      event: "preToolUse",
      script: `#!/usr/bin/env python3
print("checked")
`,
    },
  ],
  good: [
    {
      title: "the line on stderr",
      host: "cursor",
      event: "preToolUse",
      script: `#!/usr/bin/env python3
import sys
print("checked", file=sys.stderr)
`,
    },
    {
      title: "Claude Code ignores it",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
print("checked")
`,
    },
  ],
};
