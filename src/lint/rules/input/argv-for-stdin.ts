import type { Rule } from "../../rule.js";
import { sourceAt, wholeSource } from "../../subject.js";

export const argvForStdin: Rule = {
  code: "argv-for-stdin",
  group: "input",
  severity: "error",
  confidence: "shape",
  fix: "unsafe",
  *check({ script, hook, canonical }) {
    if (script === null || script.isInline || hook.event === null) return;
    const { argv, stdin } = script.facts;
    const [at] = argv;
    if (at === undefined || stdin.length > 0) return;
    if (canonical === null || canonical.startsWith("Session")) return;
    // It reads options, for whoever calls it by hand.
    if (/\bstdin\b|argparse|getopts|\$# -g[te]|--help\b/.test(wholeSource(script))) return;
    // `guard.sh --selftest`: an option for whoever calls it by hand.
    const source = sourceAt(script, at);
    const line = source.slice(source.lastIndexOf("\n", at.start) + 1).split("\n", 1);
    if (/--[a-z]{2,}/.test(line[0] ?? "")) return;
    // `guard.sh "$X"`: the settings give it arguments.
    if (hook.args !== undefined || /\.\w+["']?\s+\S/.test(hook.command ?? "")) return;
    yield {
      at,
      message: `The script reads an argument, but ${hook.host} gives it none: the payload comes on stdin, as JSON.`,
      sees: { user: "nothing", model: "nothing" },
      fix: {
        safety: "unsafe",
        description:
          "read stdin: `INPUT=$(cat)` and `jq`, `json.load(sys.stdin)`, or `fs.readFileSync(0)`",
      },
    };
  },
  bad: [
    {
      title: "the command is expected as an argument",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/bin/bash
if [[ "$1" == *"rm -rf"* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
  ],
  good: [
    {
      title: "the payload is read from stdin",
      event: "PreToolUse",
      matcher: "Bash",
      script: `#!/bin/bash
COMMAND=$(jq -r .tool_input.command)
if [[ "$COMMAND" == *"rm -rf"* ]]; then
  echo "Blocked" >&2
  exit 2
fi
`,
    },
    {
      title: "a function has arguments of its own",
      event: "PreToolUse",
      script: `#!/bin/bash
deny() { echo "$1" >&2; exit 2; }
jq -e .tool_input.command >/dev/null || deny "Blocked: no command"
`,
    },
  ],
};
