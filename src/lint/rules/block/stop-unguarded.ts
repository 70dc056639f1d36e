import type { Rule } from "../../rule.js";
import { wholeSource } from "../../subject.js";

export const stopUnguarded: Rule = {
  code: "stop-unguarded",
  group: "block",
  severity: "warning",
  confidence: "shape",
  fix: "unsafe",
  *check({ ways, canonical, script, hook }) {
    if (canonical !== "Stop" && canonical !== "SubagentStop") return;
    if (script === null || /stop_hook_active|stopHookActive/.test(wholeSource(script))) return;
    const way = ways.find(({ reading, isCertain }) => isCertain && reading.outcome === "block");
    const at = way?.exit.at ?? [...(way?.stdout ?? []), ...(way?.stderr ?? [])][0]?.write.at;
    if (way === undefined || at === undefined) return;
    yield {
      at,
      message: `The hook keeps the agent from stopping and never looks at \`stop_hook_active\`: ${hook.host} comes back to it again and again, until its own limit ends that.`,
      sees: { user: "an agent that does not stop", model: "the same reason each time" },
      fix: {
        safety: "unsafe",
        description: "exit with 0 where `stop_hook_active` in the payload is true",
      },
    };
  },
  bad: [
    {
      title: "it blocks each stop",
      event: "Stop",
      script: `#!/bin/bash
if ! npm test >/dev/null 2>&1; then
  echo "Tests fail, fix them" >&2
  exit 2
fi
`,
    },
    {
      title: "the same for Gemini CLI, in JavaScript",
      host: "gemini",
      event: "AfterAgent",
      script: `#!/usr/bin/env node
console.log(JSON.stringify({ decision: "deny", reason: "Tests fail, fix them" }));
`,
    },
  ],
  good: [
    {
      title: "it blocks once",
      event: "Stop",
      script: `#!/bin/bash
[ "$(jq -r .stop_hook_active)" = true ] && exit 0
if ! npm test >/dev/null 2>&1; then
  echo "Tests fail, fix them" >&2
  exit 2
fi
`,
    },
  ],
};
