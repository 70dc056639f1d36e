import type { Rule } from "../../rule.js";
import { atTop } from "../../script-edits.js";
import { isGuard } from "../../subject.js";

/** What not every machine has. */
const optional: ReadonlySet<string> = new Set([
  "jq",
  "gojq",
  "yq",
  "python3",
  "python",
  "node",
  "bun",
  "rg",
  "gh",
  "shellcheck",
  "uv",
]);

export const programUnchecked: Rule = {
  code: "program-unchecked",
  group: "hardening",
  severity: "info",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { script, canonical } = subject;
    // A guard of the end that always blocks would never let the agent stop.
    const mayBlock = canonical !== "Stop" && canonical !== "SubagentStop";
    if (script?.parsed.language !== "shell" || !isGuard(subject)) return;
    const { checked } = script.parsed;
    const seen = new Set<string>();
    for (const { name, at } of script.facts.programs) {
      if (!optional.has(name) || checked.has(name) || seen.has(name)) continue;
      seen.add(name);
      if (/set -\w*e|\|\| *exit 2/.test(script.source)) continue;
      const check = `command -v ${name} >/dev/null || { echo "${name} is missing" >&2; exit 2; }`;
      yield {
        at,
        message: `The guard needs ${name} and does not check for it: where it is not installed, everything passes.`,
        fix: {
          safety: "unsafe",
          description: `begin with \`${check}\``,
          edits: mayBlock ? [atTop(script.source, check, script.isInline)] : undefined,
        },
      };
    }
  },
  bad: [
    {
      title: "jq may be missing",
      event: "PreToolUse",
      script: `#!/bin/bash
COMMAND=$(jq -r .tool_input.command)
if [[ "$COMMAND" == *secret* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
  ],
  good: [
    {
      title: "jq is looked for",
      event: "PreToolUse",
      script: `#!/bin/bash
command -v jq >/dev/null || { echo "jq is missing" >&2; exit 2; }
COMMAND=$(jq -r .tool_input.command)
if [[ "$COMMAND" == *secret* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
  ],
};
