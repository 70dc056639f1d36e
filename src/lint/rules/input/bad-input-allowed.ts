import type { Rule } from "../../rule.js";
import { isGuard } from "../../subject.js";

export const badInputAllowed: Rule = {
  code: "bad-input-allowed",
  group: "input",
  severity: "info",
  confidence: "shape",
  fix: "unsafe",
  *check(subject) {
    const { script, hook, canonical } = subject;
    if (script === null || canonical === null || !isGuard(subject)) return;
    const { handlers, programs } = script.facts;
    for (const { at, readsInput, goesOn } of handlers) {
      const way = subject.ways.find(
        ({ exit, reading }) =>
          exit.handler?.start === at.start &&
          exit.handler.file === at.file &&
          reading.outcome === "proceed",
      );
      if (!readsInput || (!goesOn && way === undefined)) continue;
      const ends = way === undefined ? "goes on without it" : `ends with ${way.code}`;
      const isInside = way?.exit.at?.file === at.file && (way?.exit.at?.start ?? -1) > at.start;
      yield {
        at: (isInside ? way?.exit.at : null) ?? at,
        message: `If the input cannot be read, the guard ${ends} and ${hook.host} lets everything pass.`,
        fix: { safety: "unsafe", description: "exit with 2 and say why on stderr" },
      };
      return;
    }
    const jq = programs.find(({ name }) => name === "jq");
    if (
      jq === undefined ||
      /set -\w*e|jq -e|\|\| *(?:exit 2|\{|deny|block|fail)/.test(script.source)
    )
      return;
    yield {
      at: jq.at,
      message: `If jq fails (bad input, or no jq), its result is empty and the guard lets everything pass.`,
      fix: { safety: "unsafe", description: "test its exit code: `… | jq -er … || exit 2`" },
    };
  },
  bad: [
    {
      title: "an exception lets everything pass",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
except Exception:
    sys.exit(0)
if "secret" in str(data):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "an explicit allow, in Cursor",
      host: "cursor",
      event: "beforeShellExecution",
      script: `#!/usr/bin/env node
function answer(decision) {
  console.log(JSON.stringify(decision));
  process.exit(0);
}
function readStdin() {
  return new Promise((resolve) => {
    let data = "";
    process.stdin.on("data", (chunk) => (data += chunk));
    process.stdin.on("end", () => resolve(data));
  });
}
let command = "";
const input = await readStdin();
try {
  command = JSON.parse(input).command;
} catch {
  answer({ permission: "allow" });
}
if (command.includes("rm -rf")) answer({ permission: "deny", user_message: "Blocked" });
`,
    },
    {
      title: "nothing is left to check",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
except ValueError:
    data = {}
if "secret" in str(data):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "jq fails in silence",
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
      title: "an exception of something else",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
data = json.load(sys.stdin)
try:
    open("log", "a").write("seen")
except OSError:
    pass
if "secret" in str(data):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "an exception blocks",
      event: "PreToolUse",
      script: `#!/usr/bin/env python3
import json, sys
try:
    data = json.load(sys.stdin)
except Exception:
    print("Blocked: the guard cannot read its input", file=sys.stderr)
    sys.exit(2)
if "secret" in str(data):
    print("Blocked", file=sys.stderr)
    sys.exit(2)
`,
    },
    {
      title: "jq is tested",
      event: "PreToolUse",
      script: `#!/bin/bash
COMMAND=$(jq -er .tool_input.command) || exit 2
if [[ "$COMMAND" == *secret* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
  ],
};
