import { seenWithTwo } from "../../lanes.js";
import type { Rule } from "../../rule.js";

export const exitInSubshell: Rule = {
  code: "exit-in-subshell",
  group: "block",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { script } = subject;
    const exits = script?.facts.exits ?? [];
    const seen = new Set<number>();
    for (const { code, at, isSubshell } of exits) {
      if (!isSubshell || code !== 2 || at === null || seen.has(at.start)) continue;
      // Where the subshell comes last, its code is that of the script.
      const goesOn = exits.some(
        (other) =>
          !other.isSubshell && other.at !== null && other.at.start > at.end && other.code === 0,
      );
      if (!goesOn) continue;
      seen.add(at.start);
      yield {
        at,
        message:
          "This `exit 2` ends only the subshell or the side of a pipe that it is in; the script goes on and ends with 0.",
        sees: { user: "nothing", model: "nothing" },
        after: seenWithTwo(subject),
        fix: {
          safety: "unsafe",
          description:
            "read with `while … done < <(command)` instead of a pipe, or test the result: `… || exit 2`",
        },
      };
    }
  },
  bad: [
    {
      title: "a loop behind a pipe",
      event: "PreToolUse",
      script: `#!/bin/bash
jq -r .tool_input.command | while read -r line; do
  case "$line" in *secret*) exit 2;; esac
done
exit 0
`,
    },
  ],
  good: [
    {
      title: "the loop reads from a substitution",
      event: "PreToolUse",
      script: `#!/bin/bash
while read -r line; do
  case "$line" in *secret*) echo "Blocked" >&2; exit 2;; esac
done < <(jq -r .tool_input.command)
exit 0
`,
    },
  ],
};
